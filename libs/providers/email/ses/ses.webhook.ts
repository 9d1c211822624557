import { at } from '../../kit/http/read-json.js';
import type { DeliveryStatus } from '../../webhooks/delivery-status.js';
import { BASIC_CHALLENGE, hasPassword } from '../../webhooks/proofs.js';
import { eventsOf, idIn, incompleteEvent, memberOf, timeIn, wordsIn } from '../../webhooks/read-events.js';
import type { ProviderEvent, WebhookFormat } from '../../webhooks/webhook-format.js';
import { confirmationIn, type Enclosed, enclosedIn } from './sns-envelope.js';

/** What the kinds of events mean, and in which member they tell more. */
const KINDS: Readonly<Record<string, { status: DeliveryStatus; details: string }>> = {
  Send: { status: 'sent', details: 'send' },
  Delivery: { status: 'delivered', details: 'delivery' },
  // Whatever its type: SES tells of a transient one only when it has stopped trying; while it tries that is a DeliveryDelay.
  // An answer by a machine, such as "out of office", may come as a transient one, and cannot be told from others.
  Bounce: { status: 'bounced', details: 'bounce' },
  Complaint: { status: 'complaint', details: 'complaint' },
  Reject: { status: 'rejected', details: 'reject' },
  Open: { status: 'opened', details: 'open' },
  Click: { status: 'clicked', details: 'click' },
  'Rendering Failure': { status: 'failed', details: 'failure' },
  DeliveryDelay: { status: 'delayed', details: 'deliveryDelay' },
  Subscription: { status: 'unsubscribed', details: 'subscription' },
};

/**
 * Amazon SES reports through a topic of Amazon SNS, as the events of a configuration set (`eventType`) or as the feedback
 * of an identity (`notificationType`). SNS gives the user name and the password in the address of the subscription when it
 * is asked for them; the password is the key. It sends nothing before its subscription is confirmed.
 */
export const sesWebhook: WebhookFormat = {
  challenge: BASIC_CHALLENGE,
  instructions: (address) =>
    'Have Amazon SES publish its events, or the feedback of the identity, to a topic of Amazon SNS, and subscribe to that ' +
    `topic by HTTPS with the address ${address}, in which any user name and inboundWebhookSigningKey as the password ` +
    'stand before the host (https://user:password@…). The subscription is confirmed by itself.',
  isAuthentic: ({ headers }, key) => hasPassword(headers, key),
  read: (request) =>
    eventsOf(request.body).flatMap((body) => {
      const enclosed = enclosedIn({ ...request, body });
      return enclosed ? toEvents(enclosed) : [];
    }),
  confirmation: confirmationIn,
};

function toEvents({ id, event }: Enclosed): ProviderEvent[] {
  const kind = String(memberOf(event, 'eventType') ?? memberOf(event, 'notificationType'));
  if (!Object.hasOwn(KINDS, kind)) return [];
  const { status, details: name } = KINDS[kind]!;
  const details = memberOf(event, name);
  if (saysNothing(kind, details)) return [];
  const messageId = idIn(at(event, 'mail.messageId'));
  if (messageId === undefined) throw incompleteEvent('mail.messageId');
  return [
    {
      id,
      messageId,
      status,
      at: timeIn(memberOf(details, 'timestamp') ?? at(event, 'mail.timestamp')),
      response: wordsOf(details),
    },
  ];
}

/** Somebody who says that a message is none of spam, or who changes some topics only, reports nothing about a delivery. */
function saysNothing(kind: string, details: unknown): boolean {
  if (kind === 'Complaint') return memberOf(details, 'complaintFeedbackType') === 'not-spam';
  return kind === 'Subscription' && at(details, 'newTopicPreferences.unsubscribeAll') !== true;
}

function wordsOf(details: unknown): string | undefined {
  return wordsIn(
    at(details, 'bouncedRecipients.0.diagnosticCode'),
    at(details, 'delayedRecipients.0.diagnosticCode'),
    at(details, 'smtpResponse'),
    at(details, 'reason'),
    at(details, 'errorMessage'),
    // More than the type, which is "Permanent" for most: "NoEmail", "MailboxFull", "OnAccountSuppressionList".
    at(details, 'bounceSubType'),
    at(details, 'delayType'),
    at(details, 'complaintSubType'),
    at(details, 'complaintFeedbackType'),
  );
}
