import { isUrl } from '#libs/url/is-url.js';
import { pushProvider } from '../kit/http/http-provider.js';
import { withWebhookSignature } from '../kit/http/signatures.js';
import { type Account, AccountError, text } from '../kit/account.js';

/**
 * A server of the operator. It receives `{ id, token, title, body, data }` as JSON by POST, a silent one with `silent`. `id` is the same for every
 * attempt and is also sent as the header `idempotency-key`. The header `x-carillon-signature` is the HMAC-SHA256 of the
 * body with `secretKey`, in hexadecimal digits. Any 2xx is success; a member `id` of a JSON response is the server's
 * own id of the message. 410 means that the device no longer exists.
 */
export const pushWebhook = pushProvider({
  id: 'push-webhook',
  name: 'Push Webhook',
  documentation: 'https://www.rfc-editor.org/rfc/rfc2104',
  keys: { needed: ['webhookUrl', 'secretKey'], optional: ['hmacSecretKeyEncoding'] },
  request({ key, content: { token, title, body, data, silent } }, account) {
    const url = addressOf(account);
    return { url, json: { id: key, token, title, body, data, silent }, headers: { 'idempotency-key': key } };
  },
  sign: withWebhookSignature,
  messageId: 'id',
  optionalId: true,
  // https://www.rfc-editor.org/rfc/rfc9110#section-15.5.11
  code: ({ status }) => status,
  faults: { gone: '410' },
  sendsSilent: true,
});

function addressOf(account: Account): string {
  const url = text(account, 'webhookUrl');
  if (/^https?:\/\//i.test(url) && isUrl(url)) return url;
  throw new AccountError('the credential "webhookUrl" of the integration is not an http or https address');
}
