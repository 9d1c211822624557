import { at } from '../../kit/http/read-json.js';
import { BASIC_CHALLENGE, hasPassword } from '../../webhooks/proofs.js';
import { eventsOf, idIn, incompleteEvent, memberOf, timeIn, wordsIn } from '../../webhooks/read-events.js';
import { statusIn, type StatusWords } from '../../webhooks/status-in.js';
import type { ProviderEvent, WebhookFormat } from '../../webhooks/webhook-format.js';

/** By the names of groups: each has many statuses, whose descriptions say more. */
const STATUSES: StatusWords = {
  ACCEPTED: 'accepted',
  PENDING: 'sending',
  UNDELIVERABLE: 'undelivered',
  DELIVERED: 'delivered',
  EXPIRED: 'undelivered',
  REJECTED: 'rejected',
};

const NO_ERROR = 'NO_ERROR';

/** Infobip posts a list of results, and proves itself with the user name and password of a subscription. */
export const infobipSmsWebhook: WebhookFormat = {
  challenge: BASIC_CHALLENGE,
  instructions: (address) =>
    `Make a subscription to the delivery reports of SMS at Infobip with ${address} as its webhook, and basic ` +
    'authentication in its security settings: any user name, and inboundWebhookSigningKey as the password.',
  isAuthentic: ({ headers }, key) => hasPassword(headers, key),
  read: ({ body }) => eventsOf(memberOf(body, 'results')).flatMap(toEvents),
};

function toEvents(result: Readonly<Record<string, unknown>>): ProviderEvent[] {
  const status = statusIn(STATUSES, at(result, 'status.groupName'));
  if (status === undefined) return [];
  const messageId = idIn(result.messageId);
  if (messageId === undefined) throw incompleteEvent('messageId');
  const error = at(result, 'error.name') === NO_ERROR ? undefined : at(result, 'error.description');
  return [{ messageId, status, at: timeIn(result.doneAt), response: wordsIn(error, at(result, 'status.description')) }];
}
