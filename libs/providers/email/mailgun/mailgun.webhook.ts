import { createHmac } from 'node:crypto';
import { isSameSecret } from '../../../secrets/is-same-secret.js';
import type { DeliveryStatus } from '../../webhooks/delivery-status.js';
import { countIn, eventsOf, idIn, incompleteEvent, memberOf, secondsIn, wordsIn } from '../../webhooks/read-events.js';
import { statusIn, type StatusWords } from '../../webhooks/status-in.js';
import type { ProviderEvent, WebhookFormat } from '../../webhooks/webhook-format.js';

const STATUSES: StatusWords = {
  accepted: 'accepted',
  rejected: 'rejected',
  delivered: 'delivered',
  failed: 'failed',
  opened: 'opened',
  clicked: 'clicked',
  unsubscribed: 'unsubscribed',
  complained: 'complaint',
};

/**
 * Mailgun signs a time and a token, not the body: HMAC-SHA256 in hexadecimal under the account's HTTP webhook signing
 * key. Events name the message by its Message-Id without the brackets that the answer to the sending has.
 */
export const mailgunWebhook: WebhookFormat = {
  instructions: (address) =>
    `Enter ${address} at Mailgun as the address of the webhooks of the domain, and set inboundWebhookSigningKey to the ` +
    'HTTP webhook signing key of the account.',
  isAuthentic: ({ body }, key) => {
    const signed = memberOf(body, 'signature');
    const [timestamp, token] = [memberOf(signed, 'timestamp'), memberOf(signed, 'token')];
    const signature = memberOf(signed, 'signature');
    if (typeof timestamp !== 'string' || typeof token !== 'string' || typeof signature !== 'string') return false;
    return isSameSecret(
      signature,
      createHmac('sha256', key)
        .update(timestamp + token)
        .digest('hex'),
    );
  },
  read: ({ body }) => eventsOf(body).flatMap((event) => toEvents(memberOf(event, 'event-data'))),
};

function toEvents(data: unknown): ProviderEvent[] {
  const status = statusIn(STATUSES, memberOf(data, 'event'));
  if (status === undefined) return [];
  const messageId = idIn(memberOf(memberOf(memberOf(data, 'message'), 'headers'), 'message-id'));
  if (messageId === undefined) throw incompleteEvent('message-id');
  const outcome = memberOf(data, 'delivery-status');
  return [
    {
      id: idIn(memberOf(data, 'id')),
      messageId,
      alsoKnownAs: [`<${messageId}>`],
      status: status === 'failed' ? failureOf(memberOf(data, 'severity')) : status,
      at: secondsIn(memberOf(data, 'timestamp')),
      response: wordsIn(memberOf(outcome, 'message'), memberOf(outcome, 'description'), memberOf(data, 'reason')),
      attempts: countIn(memberOf(outcome, 'attempt-no')),
    },
  ];
}

/** A temporary failure is tried again by the provider, a permanent one is a bounce. */
function failureOf(severity: unknown): DeliveryStatus {
  if (severity === 'temporary') return 'deferred';
  return severity === 'permanent' ? 'bounced' : 'failed';
}
