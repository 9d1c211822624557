import { AccessTokens } from '../../kit/proof/access-tokens.js';
import type { PushContent } from '../../kit/content.js';
import { httpProvider } from '../../kit/http/http-provider.js';
import { isRecord } from '../../kit/is-record.js';
import type { PushProvider } from '../../kit/provider.js';
import { idAt } from '../../kit/http/read-json.js';
import { jsonBody } from '../../kit/http/request-bodies.js';
import { overrideFields } from '../override-fields.js';
import { fcmProblem } from './fcm-problem.js';
import { fetchAccessToken, projectOf, serviceAccountOf } from './service-account.js';

const tokens = new AccessTokens();

/**
 * Firebase Cloud Messaging, by its HTTP v1 API. It recognizes no repetitions. The trigger may set `notification`, `data`,
 * `android`, `apns`, `webpush` and `fcmOptions` as the service documents them; `type: "data"` leaves what is shown to the
 * app, which then gets title and body among the data.
 */
export const fcm: PushProvider = httpProvider({
  id: 'fcm',
  channel: 'push',
  name: 'Firebase Cloud Messaging',
  documentation: 'https://firebase.google.com/docs/reference/fcm/rest/v1/projects.messages/send',
  keys: { needed: ['serviceAccount'] },
  async request({ content, overrides }, account, world) {
    const project = encodeURIComponent(projectOf(account));
    const token = await tokens.of(account, world.now(), () => fetchAccessToken(serviceAccountOf(account), world));
    return {
      method: 'POST',
      url: `https://fcm.googleapis.com/v1/projects/${project}/messages:send`,
      ...jsonBody({ message: messageFor(content, overrides) }, { authorization: `Bearer ${token}` }),
    };
  },
  messageId: ({ body }) => idAt(body, 'name'),
  problem: fcmProblem,
  forget: (account) => tokens.forget(account),
});

function messageFor({ token, title, body, data }: PushContent, overrides: Readonly<Record<string, unknown>>): object {
  const silent = overrides.type === 'data';
  const shown = { title, body, ...(isRecord(overrides.notification) && overrides.notification) };
  const given = { ...(silent && { title, body }), ...data, ...(isRecord(overrides.data) && overrides.data) };
  const { webPush, fcmOptions } = overrides;
  return {
    token,
    ...(!silent && { notification: shown }),
    ...(Object.keys(given).length > 0 && { data: texts(given) }),
    ...(webPush !== undefined && { webpush: webPush }),
    ...(fcmOptions !== undefined && { fcm_options: fcmOptions }),
    ...overrideFields(overrides, ['android', 'apns', 'webpush', 'fcm_options']),
  };
}

/** The service takes texts alone: other values travel as JSON. */
function texts(data: Record<string, unknown>): Record<string, string> {
  const known = Object.entries(data).filter(([, value]) => value !== undefined && value !== null);
  return Object.fromEntries(
    known.map(([key, value]) => [key, typeof value === 'string' ? value : JSON.stringify(value)]),
  );
}
