import type { PushContent } from '../kit/content.js';
import { pushProvider } from '../kit/http/http-provider.js';
import { isRecord } from '../kit/json.js';
import { type Account, AccountError, text } from '../kit/account.js';

/**
 * Pusher Beams. Devices are identified by the id of their user. The trigger may set `apns`, `fcm` and `web`, each
 * merged into the notification for that platform. It recognizes no repetitions.
 */
export const pusherBeams = pushProvider({
  id: 'pusher-beams',
  name: 'Pusher Beams',
  documentation: 'https://pusher.com/docs/beams/reference/publish-api/',
  keys: { needed: ['instanceId', 'secretKey'] },
  request({ content, overrides }, account) {
    const instance = instanceOf(account);
    return {
      url: `https://${instance}.pushnotifications.pusher.com/publish_api/v1/instances/${instance}/publishes/users`,
      json: { users: [content.token], ...platforms(content, overrides) },
      headers: { authorization: `Bearer ${text(account, 'secretKey')}` },
    };
  },
  // https://pusher.com/docs/beams/reference/publish-api/#errors (statuses; 422 names what is wrong)
  faults: { recipient: /user ?id|"users"/i },
  limits: { body: { max: 3800, unit: 'bytes' } },
  messageId: 'publishId',
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
  throw new AccountError('the credential "instanceId" of the integration is not an id of an instance');
}
