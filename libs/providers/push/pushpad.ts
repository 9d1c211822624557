import { text } from '../kit/account.js';
import { problemOf } from '../kit/http/read-response.js';
import { idAt, readJson } from '../kit/json.js';
import { httpProvider } from '../kit/http/http-provider.js';
import type { HttpResponse } from '../kit/http/http-exchange.js';
import { jsonBody } from '../kit/http/request-bodies.js';
import type { PushProvider, SendProblem } from '../kit/provider.js';
import { overrideFields } from '../kit/http/overrides.js';

/** Documented fields of a notification that change neither its recipients nor its time. */
const FIELDS = [
  'target_url',
  'icon_url',
  'badge_url',
  'image_url',
  'ttl',
  'require_interaction',
  'silent',
  'urgent',
  'custom_data',
  'custom_metrics',
  'actions',
  'starred',
];

/** Pushpad. Devices are identified by the `uid` of their user. It recognizes no repetitions. */
export const pushpad: PushProvider = httpProvider({
  id: 'pushpad',
  channel: 'push',
  name: 'Pushpad',
  documentation: 'https://pushpad.xyz/docs/rest_api#notifications_api_docs',
  keys: { needed: ['apiKey', 'applicationId'] },
  request({ content: { token, title, body, data }, overrides }, account) {
    const project = encodeURIComponent(text(account, 'applicationId'));
    return {
      method: 'POST',
      url: `https://pushpad.xyz/api/v1/projects/${project}/notifications`,
      ...jsonBody(
        {
          body,
          title,
          ...(data !== undefined && { custom_data: JSON.stringify(data) }),
          ...overrideFields(overrides, FIELDS),
          uids: [token],
        },
        { accept: 'application/json', authorization: `Bearer ${text(account, 'apiKey')}` },
      ),
    };
  },
  messageId: ({ body }) => idAt(body, 'id'),
  problem: noneReachable,
});

/** The response lists the users that can be reached. The target stays valid: a user who subscribes again is reached. */
function noneReachable(response: HttpResponse, now: Date): SendProblem | undefined {
  const { uids } = readJson(response.body);
  return Array.isArray(uids) && uids.length === 0 ? problemOf(response, now) : undefined;
}
