import { channelFacts } from '#libs/channels.js';
import { findAdapter } from '#libs/providers/providers.js';
import {
  countIn,
  DELIVERY_STATUSES,
  type DeliveryStatus,
  eventsOf,
  idIn,
  timeIn,
  textIn,
} from '#libs/providers/webhooks/read-events.js';
import { type ReportedReason, suppressing } from '#libs/providers/webhooks/suppressions.js';
import type { ProviderEvent, WebhookFormat, WebhookRequest } from '#libs/providers/webhooks/webhook-format.js';
import { type FieldViolations, ValidationException } from '../platform/errors/validation.exception.js';
import { isSignedWith, SIGNATURE_HEADER } from '../platform/outbound-http/request-signature.js';
import type { Integration } from './integration.schema.js';

/**
 * Returns the format of delivery reports of an integration: that of its provider, or Carillon's own. Undefined when
 * nothing can be reported: in-app messages are not sent by a provider, and tools and agents send none.
 */
export function formatOf({
  kind,
  channel,
  providerId,
}: Pick<Integration, 'kind' | 'channel' | 'providerId'>): WebhookFormat | undefined {
  if (kind === 'agent' || channel === undefined || !channelFacts(channel)?.hasReports) return undefined;
  return findAdapter(channel, providerId)?.reports ?? OWN_FORMAT;
}

/** Other names of a status. */
const ALIASES: Readonly<Record<string, DeliveryStatus>> = { complained: 'complaint' };

/**
 * Carillon's own report format, for providers whose format is not supported and for services that forward reports. A
 * report is an event or a list of `{ eventId?, messageId, type, timestamp?, response?, attempts?, address?, permanent? }`,
 * signed like HTTP steps.
 */
export const OWN_FORMAT: WebhookFormat = {
  instructions: (address) =>
    `Post reports of deliveries to ${address} in Carillon's own form, with the header ${SIGNATURE_HEADER}: ` +
    't=<milliseconds>,v1=<hexadecimal HMAC-SHA256 of that time, a dot and the body under inboundWebhookSigningKey>.',
  proofHeaders: [SIGNATURE_HEADER],
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

/** Returns whether a request is signed in Carillon's own format, for any provider. */
export function isInOwnForm({ headers }: Pick<WebhookRequest, 'headers'>): boolean {
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

/** Requires fields without problems. */
function toEvent({
  eventId,
  messageId,
  type,
  timestamp,
  response,
  attempts,
  address,
  permanent,
}: Fields): ProviderEvent {
  return {
    id: idIn(eventId),
    messageId: idIn(messageId) ?? '',
    status: statusIn(type) ?? 'sent',
    at: timeIn(timestamp),
    response: textIn(response),
    attempts: countIn(attempts),
    ...suppressing(reasonOf(statusIn(type), permanent), address),
  };
}

/** A bounce counts when the event says that it is permanent. */
function reasonOf(status: DeliveryStatus | undefined, permanent: unknown): ReportedReason | undefined {
  if (status === 'complaint' || status === 'spam') return 'complaint';
  if (status === 'unsubscribed') return 'unsubscribe';
  return status === 'bounced' && permanent === true ? 'bounce' : undefined;
}

function statusIn(type: unknown): DeliveryStatus | undefined {
  if (typeof type !== 'string') return undefined;
  return (
    DELIVERY_STATUSES.find((status) => status === type) ?? (Object.hasOwn(ALIASES, type) ? ALIASES[type] : undefined)
  );
}
