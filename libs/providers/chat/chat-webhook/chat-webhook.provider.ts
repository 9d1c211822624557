import { createHmac } from 'node:crypto';
import { AccountError, optionalText } from '../../kit/account.js';
import { httpProvider } from '../../kit/http-provider.js';
import type { Account, ChatProvider } from '../../kit/provider.js';
import { jsonBody } from '../../kit/request-bodies.js';
import { targetSecrets, webhookAddress, webhookChannel } from '../targets.js';

/**
 * A service of one's own: each message is posted to the address that the person has, as
 * `{ "id": …, "body": …, "channel": … }`; `channel` only where there is one. The id stays the same when a message is sent
 * again, and is in the header `idempotency-key`, too. With a `secretKey`, the header `x-carillon-signature` is the
 * HMAC-SHA256 of the body under it, in hexadecimal digits. Any 2xx is success.
 */
export const chatWebhook: ChatProvider = httpProvider({
  id: 'chat-webhook',
  channel: 'chat',
  name: 'Chat Webhook',
  documentation: 'https://www.rfc-editor.org/rfc/rfc2104',
  keys: { optional: ['secretKey', 'hmacSecretKeyEncoding'] },
  secrets: targetSecrets,
  request({ key, content }, account) {
    const { headers, body } = jsonBody(
      { id: key, body: content.body, channel: webhookChannel(content) },
      { 'idempotency-key': key },
    );
    const secret = signingKey(account);
    return {
      method: 'POST',
      url: webhookAddress(content, 'A chat webhook'),
      headers: {
        ...headers,
        ...(secret && { 'x-carillon-signature': createHmac('sha256', secret).update(String(body)).digest('hex') }),
      },
      body,
    };
  },
});

function signingKey(account: Account): Buffer | undefined {
  const secret = optionalText(account, 'secretKey');
  if (secret === undefined) return undefined;
  const encoding = optionalText(account, 'hmacSecretKeyEncoding') ?? 'text';
  const key = Buffer.from(secret, encoding === 'base64' || encoding === 'hex' ? encoding : 'utf8');
  if (key.length === 0) throw new AccountError(`the credential "secretKey" is not written as ${encoding}`);
  return key;
}
