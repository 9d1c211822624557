import { text } from '../kit/account.js';
import { readJson } from '../kit/json.js';
import { pushProvider } from '../kit/http/http-provider.js';
import { overrideFields } from '../kit/http/overrides.js';
import { secondsLeft } from '../kit/lifetime.js';

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
export const pushpad = pushProvider({
  id: 'pushpad',
  name: 'Pushpad',
  documentation: 'https://pushpad.xyz/docs/rest_api#notifications_api_docs',
  keys: { needed: ['apiKey', 'applicationId'] },
  request({ content, overrides }, account, world) {
    const { token, title, body, data } = content;
    const ttl = secondsLeft(content, world.now());
    const project = encodeURIComponent(text(account, 'applicationId'));
    return {
      url: `https://pushpad.xyz/api/v1/projects/${project}/notifications`,
      json: {
        body,
        title,
        ...(data !== undefined && { custom_data: JSON.stringify(data) }),
        ...(ttl !== undefined && { ttl }),
        ...overrideFields(overrides, FIELDS),
        uids: [token],
      },
      headers: { accept: 'application/json', authorization: `Bearer ${text(account, 'apiKey')}` },
    };
  },
  messageId: 'id',
  // https://pushpad.xyz/docs/rest_api#errors. The response lists the users that can be reached; a user who subscribes again is.
  faults: { recipient: /"uids":\s*\[\s*\]/, account: /limit/i },
  verdict: (body) => {
    const { uids } = readJson(body);
    return Array.isArray(uids) && uids.length === 0 ? { refused: `status 200: ${body.trim()}` } : 'accepted';
  },
  limits: { body: { max: 3800, unit: 'bytes' } },
});
