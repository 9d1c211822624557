import type { PushContent } from '../kit/content.js';
import { httpProvider } from '../kit/http/http-provider.js';
import { idAt, isRecord } from '../kit/json.js';
import { jsonBody } from '../kit/http/request-bodies.js';
import type { PushProvider } from '../kit/provider.js';
import { type Account, AccountError, text } from '../kit/account.js';

/**
 * Pusher Beams. Devices are identified by the id of their user. The trigger may set `apns`, `fcm` and `web`, each
 * merged into the notification for that platform. It recognizes no repetitions.
 */
export const pusherBeams: PushProvider = httpProvider({
  id: 'pusher-beams',
  channel: 'push',
  name: 'Pusher Beams',
  documentation: 'https://pusher.com/docs/beams/reference/publish-api/',
  keys: { needed: ['instanceId', 'secretKey'] },
  request({ content, overrides }, account) {
    const instance = instanceOf(account);
    return {
      method: 'POST',
      url: `https://${instance}.pushnotifications.pusher.com/publish_api/v1/instances/${instance}/publishes/users`,
      ...jsonBody(
        { users: [content.token], ...platforms(content, overrides) },
        { authorization: `Bearer ${text(account, 'secretKey')}` },
      ),
    };
  },
  messageId: ({ body }) => idAt(body, 'publishId'),
});

/** A user may have devices of any platform. */
function platforms({ title, body, data }: PushContent, overrides: Readonly<Record<string, unknown>>): object {
  const { apns, fcm, web } = overrides;
  const notification = { title, body };
  return {
    apns: { aps: { alert: notification }, data, ...(isRecord(apns) && apns) },
    fcm: { notification, data, ...(isRecord(fcm) && fcm) },
    web: { notification, data, ...(isRecord(web) && web) },
  };
}

/** The id is part of the host name, so its form is checked. */
function instanceOf(account: Account): string {
  const instance = text(account, 'instanceId');
  if (/^[a-z\d-]{1,63}$/i.test(instance)) return instance;
  throw new AccountError('the credential "instanceId" of the integration is no id of an instance');
}
