import { createHmac } from 'node:crypto';
import type { HttpRequest } from './http-exchange.js';

/** The header by which a webhook of the installation's own knows who has called it. */
export const WEBHOOK_SIGNATURE = 'x-carillon-signature';

/** A request with the HMAC-SHA256 of its body, in hexadecimal digits, under a key that both sides know. */
export function withWebhookSignature(request: HttpRequest, key: string): HttpRequest {
  const signature = createHmac('sha256', key)
    .update(request.body ?? '')
    .digest('hex');
  return { ...request, headers: { ...request.headers, [WEBHOOK_SIGNATURE]: signature } };
}
