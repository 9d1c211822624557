import { optionalText } from '../kit/account.js';
import { chatProvider } from '../kit/http/http-provider.js';
import { withWebhookSignature } from '../kit/http/signatures.js';
import { targetSecrets, webhookAddress, webhookChannel } from './targets.js';

/**
 * A server of the operator: each message is posted to the address of the subscriber, as `{ "id": …, "body": …,
 * "channel": … }`, without `channel` when there is none. The id is the same for every attempt and is also sent as the
 * header `idempotency-key`. With a `secretKey`, the header `x-carillon-signature` is the HMAC-SHA256 of the body with
 * that key, in hexadecimal digits. Any 2xx is success.
 */
export const chatWebhook = chatProvider({
  id: 'chat-webhook',
  name: 'Chat Webhook',
  documentation: 'https://www.rfc-editor.org/rfc/rfc2104',
  keys: { optional: ['secretKey', 'hmacSecretKeyEncoding'] },
  secrets: targetSecrets,
  request: ({ key, content }) => ({
    url: webhookAddress(content, 'A chat webhook'),
    json: { id: key, body: content.body, channel: webhookChannel(content) },
    headers: { 'idempotency-key': key },
  }),
  access: () => 'recipient',
  sign: (request, account) =>
    optionalText(account, 'secretKey') === undefined ? request : withWebhookSignature(request, account),
});
