import { AccountError, text } from '../../kit/account.js';
import { problemOf } from '../../kit/classify.js';
import { httpProvider } from '../../kit/http-provider.js';
import type { Account, PushProvider } from '../../kit/provider.js';
import { idAt } from '../../kit/read-json.js';
import { jsonBody } from '../../kit/request-bodies.js';
import { withWebhookSignature } from '../../kit/webhook-signature.js';

/**
 * A server of the installation's own. It is posted `{ id, token, title, body, data }` with the HMAC-SHA256 of the body
 * under the secret key, in hexadecimal digits, in the header `x-carillon-signature`. `id` is the same for every attempt
 * at a message. The server answers with any 2xx, and may say an `id` of its own; 410 says that the device is gone.
 */
export const pushWebhook: PushProvider = httpProvider({
  id: 'push-webhook',
  channel: 'push',
  name: 'Push Webhook',
  documentation: 'https://datatracker.ietf.org/doc/html/rfc2104',
  keys: { needed: ['webhookUrl', 'secretKey'] },
  request({ key, content: { token, title, body, data } }, account) {
    const url = addressOf(account);
    return { method: 'POST', url, ...jsonBody({ id: key, token, title, body, data }) };
  },
  signed: (request, account) => withWebhookSignature(request, text(account, 'secretKey')),
  messageId: ({ body }) => idAt(body, 'id'),
  problem: (answer, now) => (answer.status === 410 ? { ...problemOf(answer, now), kind: 'invalid_target' } : undefined),
});

function addressOf(account: Account): string {
  const url = text(account, 'webhookUrl');
  if (/^https?:\/\//i.test(url) && URL.canParse(url)) return url;
  throw new AccountError('the credential "webhookUrl" of the integration is no http or https address');
}
