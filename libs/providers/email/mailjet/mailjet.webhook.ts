import { BASIC_CHALLENGE, hasPassword } from '../../webhooks/proofs.js';
import { eventsOf, idIn, secondsIn, wordsIn } from '../../webhooks/read-events.js';
import { statusIn, type StatusWords } from '../../webhooks/status-in.js';
import type { ProviderEvent, WebhookFormat } from '../../webhooks/webhook-format.js';

const STATUSES: StatusWords = {
  // The server of the recipient has taken it.
  sent: 'delivered',
  open: 'opened',
  click: 'clicked',
  bounce: 'bounced',
  blocked: 'blocked',
  spam: 'spam',
  unsub: 'unsubscribed',
};

/**
 * Mailjet signs nothing; it sends the user name and the password that stand in the address. The password is the key. Events
 * have no id of their own.
 */
export const mailjetWebhook: WebhookFormat = {
  challenge: BASIC_CHALLENGE,
  instructions: (address) =>
    `Enter ${address} at Mailjet as the address for the event notifications (webhooks), with any user name and ` +
    'inboundWebhookSigningKey as the password before the host (https://user:password@…).',
  isAuthentic: ({ headers }, key) => hasPassword(headers, key),
  read: ({ body }) => eventsOf(body).flatMap(toEvents),
};

function toEvents(event: Readonly<Record<string, unknown>>): ProviderEvent[] {
  const status = statusIn(STATUSES, event.event);
  // What the sending is answered with as MessageUUID. `MessageID` is a number, and may be beyond what is read exactly.
  const messageId = idIn(event.Message_GUID);
  // Examples that Mailjet sends as a test are about no message.
  if (messageId === undefined || status === undefined) return [];
  return [
    {
      messageId,
      status: isTriedAgain(event) ? 'deferred' : status,
      at: secondsIn(event.time),
      response: wordsIn(event.comment, event.smtp_reply, event.error, event.source),
    },
  ];
}

/** The one bounce after which Mailjet goes on: a server that wants to see a stranger twice. */
function isTriedAgain({ event, error, hard_bounce: isPermanent }: Readonly<Record<string, unknown>>): boolean {
  return event === 'bounce' && error === 'greylisted' && isPermanent !== true;
}
