import { optionalText, text } from '../kit/account.js';
import type { EmailContent } from '../kit/content.js';
import { problemOf } from '../kit/http/read-response.js';
import { at, idAt, isRecord, readJson } from '../kit/json.js';
import { httpProvider } from '../kit/http/http-provider.js';
import { jsonBody } from '../kit/http/request-bodies.js';
import type { EmailProvider } from '../kit/provider.js';
import {
  countIn,
  type DeliveryStatus,
  eventsOf,
  idIn,
  incompleteEvent,
  secondsIn,
  statusIn,
  type StatusWords,
  textIn,
} from '../webhooks/read-events.js';
import { BASIC_CHALLENGE, hasPassword, type ProviderEvent, type WebhookFormat } from '../webhooks/webhook-format.js';
import { addressList, base64Files, senderOf } from './mail.js';

const STATUSES: StatusWords = {
  injection: 'accepted',
  delivery: 'delivered',
  delay: 'delayed',
  bounce: 'bounced',
  // The recipient's server accepted the email at first and bounced it later.
  out_of_band: 'bounced',
  policy_rejection: 'rejected',
  generation_rejection: 'rejected',
  generation_failure: 'failed',
  spam_complaint: 'spam',
  open: 'opened',
  initial_open: 'opened',
  amp_open: 'opened',
  amp_initial_open: 'opened',
  click: 'clicked',
  amp_click: 'clicked',
  list_unsubscribe: 'unsubscribed',
  link_unsubscribe: 'unsubscribed',
};

/** Classes of bounces that are automatic replies (60, 100) or a subscription request (80). */
const NO_BOUNCE = new Set(['60', '80', '100']);
const UNSUBSCRIBES = '90';

/**
 * SparkPost signs nothing; its webhooks have basic authentication, whose password is the key. An event names the
 * message by the transmission id from the response to sending.
 */
export const sparkpostWebhook: WebhookFormat = {
  challenge: BASIC_CHALLENGE,
  instructions: (address) =>
    `Create a webhook at SparkPost with the address ${address} and basic authentication: any user name, and ` +
    'inboundWebhookSigningKey as the password.',
  proofHeaders: ['authorization'],
  isAuthentic: ({ headers }, key) => hasPassword(headers, key),
  read: ({ body }) => eventsOf(body).flatMap(toEvents),
};

/** An event is nested in an object named after its class, inside `msys`; in a test event `msys` is empty. */
function toEvents({ msys }: Readonly<Record<string, unknown>>): ProviderEvent[] {
  if (!isRecord(msys)) throw incompleteEvent('msys');
  return Object.values(msys).filter(isRecord).flatMap(toEvent);
}

function toEvent(event: Readonly<Record<string, unknown>>): ProviderEvent[] {
  const status = statusOf(event);
  const messageId = idIn(event.transmission_id);
  // Emails that the account sends in other ways, such as by SMTP, are not our messages.
  if (status === undefined || messageId === undefined) return [];
  return [
    {
      id: idIn(event.event_id),
      messageId,
      status,
      // Numbers are sent as strings.
      at: event.timestamp === undefined ? undefined : secondsIn(Number(event.timestamp)),
      response: textIn(event.raw_reason, event.reason),
      attempts: event.num_retries === undefined ? undefined : countIn(Number(event.num_retries) + 1),
    },
  ];
}

function statusOf({ type, bounce_class: bounceClass }: Readonly<Record<string, unknown>>): DeliveryStatus | undefined {
  const status = statusIn(STATUSES, type);
  if (status !== 'bounced') return status;
  if (String(bounceClass) === UNSUBSCRIBES) return 'unsubscribed';
  return NO_BOUNCE.has(String(bounceClass)) ? undefined : status;
}

/** The account has reached its sending limit. */
const LIMIT_REACHED = 420;

/** SparkPost. The region "eu" is for accounts in Europe. It recognizes no repetitions. */
export const sparkpost: EmailProvider = httpProvider({
  id: 'sparkpost',
  channel: 'email',
  name: 'SparkPost',
  documentation: 'https://developers.sparkpost.com/api/transmissions/',
  keys: { needed: ['apiKey', 'from', 'senderName'], optional: ['region'] },
  reports: sparkpostWebhook,
  async request({ content }, account) {
    const { cc, replyTo, subject, html, text: plain, headers, attachments, customData, ipPoolName } = content;
    const host = optionalText(account, 'region')?.toLowerCase() === 'eu' ? 'api.eu.sparkpost.com' : 'api.sparkpost.com';
    const allHeaders = { ...headers, ...(cc && cc.length > 0 && { CC: addressList(cc) }) };
    return {
      method: 'POST',
      url: `https://${host}/api/v1/transmissions`,
      ...jsonBody(
        {
          options: { transactional: true, ip_pool: ipPoolName },
          recipients: recipientsOf(content),
          content: {
            from: senderOf(content, account),
            subject,
            reply_to: replyTo,
            headers: Object.keys(allHeaders).length > 0 ? allHeaders : undefined,
            text: plain,
            html,
            attachments: (await base64Files(attachments))?.map(({ name, mime, content: data }) => ({
              name,
              // The type is required.
              type: mime ?? 'application/octet-stream',
              data,
            })),
          },
          metadata: customData,
        },
        { authorization: text(account, 'apiKey') },
      ),
    };
  },
  problem(response, now) {
    if (response.status === LIMIT_REACHED) return { ...problemOf(response, now), kind: 'transient' };
    const accepted = at(readJson(response.body), 'results.total_accepted_recipients');
    return response.status === 200 && accepted === 0 ? problemOf(response, now) : undefined;
  },
  messageId: ({ body }) => idAt(body, 'results.id'),
});

/**
 * Each recipient gets a separate email with the same "To" header; recipients that are in no header are hidden (bcc).
 */
function recipientsOf({ to, cc = [], bcc = [] }: EmailContent): { address: { email: string; header_to?: string } }[] {
  const header_to = addressList(to);
  return [...to, ...cc, ...bcc].map((email) => ({ address: { email, header_to } }));
}
