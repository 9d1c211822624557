import { createHmac } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { isSameSecret } from '#libs/secrets/is-same-secret.js';
import { baseUrl, basicAuthorization, text } from '../kit/account.js';
import type { AttachedFile } from '../kit/content.js';
import { emailProvider } from '../kit/http/http-provider.js';
import { type FormPart, multipartBody } from '../kit/http/request-bodies.js';
import {
  countIn,
  type DeliveryStatus,
  eventsOf,
  idIn,
  incompleteEvent,
  memberOf,
  secondsIn,
  statusIn,
  type StatusWords,
  textIn,
} from '../webhooks/read-events.js';
import { type ReportedReason, saysMailboxExists, suppressing } from '../webhooks/suppressions.js';
import type { ProviderEvent, WebhookFormat } from '../webhooks/webhook-format.js';
import { customTexts, mailbox, senderOf } from './mail.js';

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
 * Mailgun signs a time and a token, not the body: HMAC-SHA256 in hexadecimal with the account's HTTP webhook signing
 * key. Events name the message by its Message-Id without the brackets that it has in the response to sending.
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
      response: textIn(memberOf(outcome, 'message'), memberOf(outcome, 'description'), memberOf(data, 'reason')),
      attempts: countIn(memberOf(outcome, 'attempt-no')),
      ...suppressing(reasonOf(data), memberOf(data, 'recipient')),
    },
  ];
}

/** A temporary failure is retried by the provider; a permanent one is a bounce. */
function failureOf(severity: unknown): DeliveryStatus {
  if (severity === 'temporary') return 'deferred';
  return severity === 'permanent' ? 'bounced' : 'failed';
}

/** Permanent failures by their `reason`; others, such as `espblock` and `generic`, are about the sender or unknown. */
const FAILURES: Readonly<Record<string, ReportedReason>> = {
  bounce: 'bounce',
  'suppress-bounce': 'bounce',
  'suppress-complaint': 'complaint',
  'suppress-unsubscribe': 'unsubscribe',
};

/** https://documentation.mailgun.com/docs/mailgun/user-manual/events/event-structure */
function reasonOf(data: unknown): ReportedReason | undefined {
  const [event, severity, reason] = [memberOf(data, 'event'), memberOf(data, 'severity'), memberOf(data, 'reason')];
  if (event === 'complained') return 'complaint';
  if (event === 'unsubscribed') return 'unsubscribe';
  if (event !== 'failed' || severity !== 'permanent' || typeof reason !== 'string') return undefined;
  if (!Object.hasOwn(FAILURES, reason)) return undefined;
  const outcome = memberOf(data, 'delivery-status');
  const words = [memberOf(outcome, 'enhanced-code'), memberOf(outcome, 'message'), memberOf(outcome, 'description')];
  return reason === 'bounce' && saysMailboxExists(textIn(words.map(String).join(' '))) ? undefined : FAILURES[reason];
}

/** Mailgun; accounts in Europe use the base URL api.eu.mailgun.net. It recognizes no repetitions. */
export const mailgun = emailProvider({
  id: 'mailgun',
  name: 'Mailgun',
  documentation: 'https://documentation.mailgun.com/docs/mailgun/api-reference/send/mailgun/messages',
  keys: { needed: ['apiKey', 'user', 'domain', 'from', 'senderName'], optional: ['baseUrl'] },
  reports: mailgunWebhook,
  async request({ content }, account) {
    const { to, cc = [], bcc = [], replyTo, subject, html, text: plain, headers = {}, attachments = [] } = content;
    const fields: FormPart[] = [
      { name: 'from', value: mailbox(senderOf(content, account)) },
      ...to.map((value) => ({ name: 'to', value })),
      ...cc.map((value) => ({ name: 'cc', value })),
      ...bcc.map((value) => ({ name: 'bcc', value })),
      { name: 'subject', value: subject },
      { name: 'text', value: plain },
      { name: 'html', value: html },
      ...(replyTo === undefined ? [] : [{ name: 'h:Reply-To', value: replyTo }]),
      ...Object.entries(headers).map(([name, value]) => ({ name: `h:${name}`, value })),
      ...Object.entries(customTexts(content.customData) ?? {}).map(([name, value]) => ({ name: `v:${name}`, value })),
      ...(content.ipPoolName === undefined ? [] : [{ name: 'o:sending-ip-pool', value: content.ipPoolName }]),
    ];
    return {
      url: `${baseUrl(account, 'https://api.mailgun.net')}/v3/${encodeURIComponent(text(account, 'domain'))}/messages`,
      ...multipartBody([...fields, ...(await filesOf(attachments))], {
        authorization: basicAuthorization(text(account, 'user'), text(account, 'apiKey')),
      }),
    };
  },
  // https://documentation.mailgun.com/docs/mailgun/api-reference/mg-errors (statuses, and messages of 400 and 403)
  faults: {
    recipient: /'?(?:to|cc|bcc)'? parameter is not a valid address/i,
    account: [
      /not allowed to send|sandbox|authorized recipients|'?from'? parameter|domain not found|disabled|probation|invalid private key|forbidden/i,
      /(?:limit|quota) exceeded|upgrade/i,
    ],
  },
  messageId: 'id',
});

async function filesOf(attachments: readonly AttachedFile[]): Promise<FormPart[]> {
  const parts: FormPart[] = [];
  // One at a time: files may be large.
  for (const { name, mime, open } of attachments) {
    parts.push({ name: 'attachment', value: { fileName: name, mime, content: await buffer(await open()) } });
  }
  return parts;
}
