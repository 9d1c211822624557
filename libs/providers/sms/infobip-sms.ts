import { baseUrl, text } from '../kit/account.js';
import { httpProvider } from '../kit/http/http-provider.js';
import { refusalText, type Verdict, verdictReader } from '../kit/http/read-response.js';
import { at, idAt, readJson } from '../kit/json.js';
import { jsonBody } from '../kit/http/request-bodies.js';
import type { SmsProvider } from '../kit/provider.js';
import { BASIC_CHALLENGE, hasPassword, type ProviderEvent, type WebhookFormat } from '../webhooks/webhook-format.js';
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
};

function toEvents(result: Readonly<Record<string, unknown>>): ProviderEvent[] {
  const status = statusIn(STATUSES, at(result, 'status.groupName'));
  if (status === undefined) return [];
  const messageId = idIn(result.messageId);
  if (messageId === undefined) throw incompleteEvent('messageId');
  const error = at(result, 'error.name') === NO_ERROR ? undefined : at(result, 'error.description');
  return [{ messageId, status, at: timeIn(result.doneAt), response: textIn(error, at(result, 'status.description')) }];
}

/** Status groups of messages that will not be sent: undeliverable, expired, rejected. */
const LOST = new Set([2, 4, 5]);

/** Infobip. Each account has its own base URL. */
export const infobipSms: SmsProvider = httpProvider({
  id: 'infobip-sms',
  channel: 'sms',
  name: 'Infobip',
  documentation: 'https://www.infobip.com/docs/api/channels/sms/outbound-sms/send-sms-messages',
  keys: { needed: ['apiKey', 'baseUrl', 'from'] },
  reports: infobipSmsWebhook,
  request: ({ content }, account) => ({
    method: 'POST',
    url: `${baseUrl(account)}/sms/3/messages`,
    ...jsonBody(
      {
        messages: [
          {
            sender: senderOf(content, account),
            destinations: [{ to: content.to }],
            content: { text: content.body },
          },
        ],
      },
      { authorization: `App ${text(account, 'apiKey')}`, accept: 'application/json' },
    ),
  }),
  messageId: ({ body }) => idAt(body, 'messages.0.messageId'),
  problem: verdictReader(verdictOf),
});

/** A response without a status comes from another API version: the message was accepted. */
function verdictOf(body: string): Verdict {
  const status = at(readJson(body), 'messages.0.status');
  const group = at(status, 'groupId');
  if (typeof group !== 'number' || !LOST.has(group)) return 'accepted';
  return { refused: refusalText(at(status, 'name'), at(status, 'description')) };
}
