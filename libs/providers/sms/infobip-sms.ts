import { baseUrl, text } from '../kit/account.js';
import type { SmsContent } from '../kit/content.js';
import { smsProvider } from '../kit/http/http-provider.js';
import { secondsLeft } from '../kit/lifetime.js';
import { judged } from '../kit/http/read-response.js';
import { at } from '../kit/json.js';
import { BASIC_CHALLENGE, hasPassword, type ProviderEvent, type WebhookFormat } from '../webhooks/webhook-format.js';
import { type InboundText, inboundText } from '../webhooks/inbound-texts.js';
import {
  eventsOf,
  idIn,
  incompleteEvent,
  memberOf,
  statusIn,
  type StatusWords,
  textIn,
  timeIn,
} from '../webhooks/read-events.js';
import { senderOf } from './message.js';

type Fields = Readonly<Record<string, unknown>>;

/** By the names of status groups; each group has many statuses, whose descriptions say more. */
const STATUSES: StatusWords = {
  ACCEPTED: 'accepted',
  PENDING: 'sending',
  UNDELIVERABLE: 'undelivered',
  DELIVERED: 'delivered',
  EXPIRED: 'undelivered',
  REJECTED: 'rejected',
};

const NO_ERROR = 'NO_ERROR';

/** Infobip posts a list of results, and authenticates with the user name and password of a subscription. */
export const infobipSmsWebhook: WebhookFormat = {
  challenge: BASIC_CHALLENGE,
  instructions: (address) =>
    `Make a subscription to the delivery reports of SMS at Infobip with ${address} as its webhook, and basic ` +
    'authentication in its security settings: any user name, and inboundWebhookSigningKey as the password.',
  proofHeaders: ['authorization'],
  isAuthentic: ({ headers }, key) => hasPassword(headers, key),
  read: ({ body }) => eventsOf(memberOf(body, 'results')).flatMap(toEvents),
  texts: { read: (body) => eventsOf(memberOf(body, 'results')).flatMap(toTexts) },
};

function toEvents(result: Fields): ProviderEvent[] {
  const status = statusIn(STATUSES, at(result, 'status.groupName'));
  if (status === undefined) return [];
  const messageId = idIn(result.messageId);
  if (messageId === undefined) throw incompleteEvent('messageId');
  const error = at(result, 'error.name') === NO_ERROR ? undefined : at(result, 'error.description');
  return [{ messageId, status, at: timeIn(result.doneAt), response: textIn(error, at(result, 'status.description')) }];
}

/** `text` and not `cleanText`, which lacks the first word where that is a keyword at Infobip. */
function toTexts({ status, messageId: id, from, to, text, receivedAt }: Fields): InboundText[] {
  return status === undefined && text !== undefined
    ? [inboundText({ id, from, to, text, at: timeIn(receivedAt) })]
    : [];
}

/** Status groups of messages that will not be sent: undeliverable, expired, rejected. */
export const LOST_GROUPS = [2, 4, 5];

/** The service takes 30 seconds to two days. */
function lifetimeOf(content: SmsContent, now: Date): object {
  const amount = secondsLeft(content, now, { min: 30, max: 2 * 86_400 });
  return amount === undefined ? {} : { options: { validityPeriod: { amount, timeUnit: 'SECONDS' } } };
}

/** Infobip. Each account has its own base URL. */
export const infobipSms = smsProvider({
  id: 'infobip-sms',
  name: 'Infobip',
  documentation: 'https://www.infobip.com/docs/api/channels/sms/outbound-sms/send-sms-messages',
  keys: { needed: ['apiKey', 'baseUrl', 'from'] },
  reports: infobipSmsWebhook,
  request: ({ content }, account, world) => ({
    url: `${baseUrl(account)}/sms/3/messages`,
    json: {
      messages: [
        {
          sender: senderOf(content, account),
          destinations: [{ to: content.to }],
          content: { text: content.body },
          ...lifetimeOf(content, world.now()),
        },
      ],
    },
    headers: { authorization: `App ${text(account, 'apiKey')}`, accept: 'application/json' },
  }),
  // https://www.infobip.com/docs/essentials/response-status-and-error-codes
  code: 'messages.0.status.name requestError.serviceException.messageId',
  faults: {
    recipient:
      'REJECTED_DESTINATION REJECTED_DND REJECTED_PREFIX_MISSING MISSING_TO UNDELIVERABLE_REJECTED_OPERATOR UNDELIVERABLE_NOT_DELIVERED',
    content: 'REJECTED_FLOODING_FILTER REJECTED_INVALID_UDH REJECTED_MESSAGE_TOO_LONG REJECTED_DUPLICATE_MESSAGE_ID',
    account: [
      'REJECTED_NETWORK REJECTED_SENDER REJECTED_SOURCE REJECTED_DESTINATION_NOT_REGISTERED REJECTED_PREPAID_PACKAGE_EXPIRED REJECTED_ROUTE_NOT_AVAILABLE UNAUTHORIZED',
      'REJECTED_NOT_ENOUGH_CREDITS',
    ],
    passing: 'EXPIRED_EXPIRED EXPIRED_DLR_UNKNOWN REJECTED_SYSTEM_ERROR',
  },
  messageId: 'messages.0.messageId',
  optionalId: true,
  // A response without a status comes from another API version: the message was accepted.
  verdict: judged(
    'messages.0.status.groupId',
    { bad: LOST_GROUPS },
    'messages.0.status.name',
    'messages.0.status.description',
  ),
});
