import { createHmac } from 'node:crypto';
import { isSameSecret } from '../../../secrets/is-same-secret.js';
import { isFresh } from '../../webhooks/proofs.js';
import { eventsOf, idIn, incompleteEvent, memberOf, timeIn, wordsIn } from '../../webhooks/read-events.js';
import { statusIn, type StatusWords } from '../../webhooks/status-in.js';
import type { ProviderEvent, WebhookFormat, WebhookRequest } from '../../webhooks/webhook-format.js';

const STATUSES: StatusWords = {
  'email.sent': 'sent',
  'email.delivered': 'delivered',
  'email.delivery_delayed': 'delayed',
  'email.complained': 'complaint',
  'email.bounced': 'bounced',
  'email.opened': 'opened',
  'email.clicked': 'clicked',
  'email.failed': 'failed',
};

/**
 * Resend signs id, time and body, with dots between: HMAC-SHA256 in base64 under the part of the key behind `whsec_`,
 * which is base64, too. The header lists signatures, so that keys can change.
 */
export const resendWebhook: WebhookFormat = {
  instructions: (address) =>
    `Enter ${address} at Resend as the address of a webhook, and set inboundWebhookSigningKey to the signing secret ` +
    'that Resend shows for it.',
  isAuthentic: ({ headers, rawBody }, key, now) => {
    const [id, timestamp, signatures] = [headers['svix-id'], headers['svix-timestamp'], headers['svix-signature']];
    if (typeof id !== 'string' || typeof timestamp !== 'string' || typeof signatures !== 'string') return false;
    if (!isFresh(timestamp, now)) return false;
    const secret = Buffer.from(key.replace(/^whsec_/, ''), 'base64');
    const expected = createHmac('sha256', secret).update(`${id}.${timestamp}.${rawBody}`).digest('base64');
    return signatures.split(' ').some((one) => isSameSecret(one, `v1,${expected}`));
  },
  read: (request) => eventsOf(request.body).flatMap((event) => toEvents(event, request)),
};

function toEvents(event: Readonly<Record<string, unknown>>, { headers }: WebhookRequest): ProviderEvent[] {
  const status = statusIn(STATUSES, event.type);
  if (status === undefined) return [];
  const messageId = idIn(memberOf(event.data, 'email_id'));
  if (messageId === undefined) throw incompleteEvent('email_id');
  return [
    {
      id: idIn(headers['svix-id']),
      messageId,
      status,
      at: timeIn(event.created_at),
      response: wordsIn(
        memberOf(memberOf(event.data, 'bounce'), 'message'),
        memberOf(memberOf(event.data, 'failed'), 'reason'),
      ),
    },
  ];
}
