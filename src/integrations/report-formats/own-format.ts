import { DELIVERY_STATUSES, type DeliveryStatus } from '#libs/providers/webhooks/delivery-status.js';
import { countIn, eventsOf, idIn, timeIn, wordsIn } from '#libs/providers/webhooks/read-events.js';
import type { ProviderEvent, WebhookFormat, WebhookRequest } from '#libs/providers/webhooks/webhook-format.js';
import { type FieldViolations, ValidationException } from '../../platform/errors/validation.exception.js';
import { isSignedWith, SIGNATURE_HEADER } from '../../platform/outbound-http/request-signature.js';

/** What people say for a status. */
const ALIASES: Readonly<Record<string, DeliveryStatus>> = { complained: 'complaint' };

/**
 * Carillon's own form of reports, for providers without a form of theirs here and for whoever passes reports on: an
 * event or a list of `{ eventId?, messageId, type, timestamp?, response?, attempts? }`, signed as HTTP steps are.
 */
export const OWN_FORMAT: WebhookFormat = {
  instructions: (address) =>
    `Post reports of deliveries to ${address} in Carillon's own form, with the header ${SIGNATURE_HEADER}: ` +
    't=<milliseconds>,v1=<hexadecimal HMAC-SHA256 of that time, a dot and the body under inboundWebhookSigningKey>.',
  isAuthentic: ({ headers, rawBody }, key, now) => {
    const signature = headers[SIGNATURE_HEADER];
    return typeof signature === 'string' && isSignedWith(key, rawBody, signature, now);
  },
  read: ({ body }) => {
    const violations: FieldViolations = {};
    const events = eventsOf(body).map((event, index) => {
      for (const [field, message] of Object.entries(problemsOf(event))) {
        violations[`${index}.${field}`] = { messages: [message] };
      }
      return toEvent(event);
    });
    if (Object.keys(violations).length > 0) throw new ValidationException(violations);
    return events;
  },
};

/** Whether a request is signed in Carillon's own form, whoever the provider is. */
export function isInOwnForm({ headers }: WebhookRequest): boolean {
  return headers[SIGNATURE_HEADER] !== undefined;
}

type Fields = Readonly<Record<string, unknown>>;

function problemsOf({ eventId, messageId, type, timestamp }: Fields): Record<string, string> {
  return {
    ...(eventId !== undefined &&
      idIn(eventId) === undefined && { eventId: 'eventId must be a text of 1 to 512 characters' }),
    ...(idIn(messageId) === undefined && { messageId: 'messageId must be a text of 1 to 512 characters' }),
    ...(statusIn(type) === undefined && { type: `type must be one of ${DELIVERY_STATUSES.join(', ')}` }),
    ...(timestamp !== undefined && timeIn(timestamp) === undefined && { timestamp: 'timestamp must be ISO 8601' }),
  };
}

/** Of fields without problems. */
function toEvent({ eventId, messageId, type, timestamp, response, attempts }: Fields): ProviderEvent {
  return {
    id: idIn(eventId),
    messageId: idIn(messageId) ?? '',
    status: statusIn(type) ?? 'sent',
    at: timeIn(timestamp),
    response: wordsIn(response),
    attempts: countIn(attempts),
  };
}

function statusIn(type: unknown): DeliveryStatus | undefined {
  if (typeof type !== 'string') return undefined;
  return (
    DELIVERY_STATUSES.find((status) => status === type) ?? (Object.hasOwn(ALIASES, type) ? ALIASES[type] : undefined)
  );
}
