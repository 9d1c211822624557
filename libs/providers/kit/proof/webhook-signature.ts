import { createHmac } from 'node:crypto';
import type { HttpRequest } from '../http/http-exchange.js';
import { type Account, AccountError, optionalText, text } from '../account.js';

/** The header by which a server of the operator authenticates our requests. */
const WEBHOOK_SIGNATURE = 'x-carillon-signature';

/**
 * Returns a request with the HMAC-SHA256 of its body, in hexadecimal digits, with the account's `secretKey` in the
 * encoding `hmacSecretKeyEncoding`.
 */
export function withWebhookSignature(request: HttpRequest, account: Account): HttpRequest {
  const signature = createHmac('sha256', keyOf(account))
    .update(request.body ?? '')
    .digest('hex');
  return { ...request, headers: { ...request.headers, [WEBHOOK_SIGNATURE]: signature } };
}

function keyOf(account: Account): Buffer {
  const encoding = optionalText(account, 'hmacSecretKeyEncoding');
  const key = Buffer.from(text(account, 'secretKey'), encoding === 'hex' || encoding === 'base64' ? encoding : 'utf8');
  if (key.length === 0) throw new AccountError(`the credential "secretKey" is not written as ${encoding}`);
  return key;
}
