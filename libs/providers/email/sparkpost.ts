import { optionalText, text } from '../kit/account.js';
import { type EmailContent, type Mailbox, mailboxOf } from '../kit/content.js';
import { idAt, isRecord } from '../kit/json.js';
import { emailProvider } from '../kit/http/http-provider.js';
import { judged } from '../kit/http/read-response.js';
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
import { type ReportedReason, suppressing } from '../webhooks/suppressions.js';
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
      ...suppressing(reasonOf(event, status), event.rcpt_to),
    },
  ];
}

function statusOf({ type, bounce_class: bounceClass }: Readonly<Record<string, unknown>>): DeliveryStatus | undefined {
  const status = statusIn(STATUSES, type);
  if (status !== 'bounced') return status;
  if (String(bounceClass) === UNSUBSCRIBES) return 'unsubscribed';
  return NO_BOUNCE.has(String(bounceClass)) ? undefined : status;
}

/**
 * Classes of hard bounces: 10, an invalid recipient, and 30, no recipient. Others are soft, blocks, or undetermined:
 * https://support.sparkpost.com/docs/deliverability/bounce-classification-codes
 */
const HARD = new Set(['10', '30']);

function reasonOf(
  { bounce_class: bounceClass }: Readonly<Record<string, unknown>>,
  status: DeliveryStatus,
): ReportedReason | undefined {
  if (status === 'spam') return 'complaint';
  if (status === 'unsubscribed') return 'unsubscribe';
  return status === 'bounced' && HARD.has(String(bounceClass)) ? 'bounce' : undefined;
}

/** SparkPost. The region "eu" is for accounts in Europe. It recognizes no repetitions. */
export const sparkpost = emailProvider({
  id: 'sparkpost',
  name: 'SparkPost',
  documentation: 'https://developers.sparkpost.com/api/transmissions/',
  keys: { needed: ['apiKey', 'from', 'senderName'], optional: ['region'] },
  reports: sparkpostWebhook,
  async request({ content }, account) {
    const { cc, replyTo, subject, html, text: plain, headers, attachments, customData, ipPoolName } = content;
    const host = optionalText(account, 'region')?.toLowerCase() === 'eu' ? 'api.eu.sparkpost.com' : 'api.sparkpost.com';
    const allHeaders = { ...headers, ...(cc && cc.length > 0 && { CC: addressList(cc) }) };
    return {
      url: `https://${host}/api/v1/transmissions`,
      json: {
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
      headers: { authorization: text(account, 'apiKey') },
    };
  },
  // https://developers.sparkpost.com/api/#header-errors and https://support.sparkpost.com/docs/tech-resources/extended-error-codes
  code: ({ status, body }) => [status === 420 ? 'LIMIT' : undefined, idAt(body, 'errors.0.code')],
  faults: {
    quota: 'LIMIT 2101 2102 2103',
    account: ['1902 7000 7001 7002', /sending domain|unconfigured|suspended/i],
    recipient: ['5002', /suppress|at least one valid recipient|"total_accepted_recipients":\s*0/i],
    content: '1200 1300 1400 1901 3000 5001',
  },
  verdict: judged('results.total_accepted_recipients', { bad: [0] }),
  messageId: 'results.id',
});

/**
 * Each recipient gets a separate email with the same "To" header; recipients that are in no header are hidden (bcc).
 */
function recipientsOf({ to, cc = [], bcc = [] }: EmailContent): { address: Mailbox & { header_to?: string } }[] {
  const header_to = addressList(to);
  return [...to, ...cc, ...bcc].map((one) => ({ address: { ...mailboxOf(one), header_to } }));
}
