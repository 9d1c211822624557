import { basicAuthorization, text } from '../kit/account.js';
import { mailboxOf } from '../kit/content.js';
import { emailProvider } from '../kit/http/http-provider.js';
import { judged } from '../kit/http/read-response.js';
import { BASIC_CHALLENGE, hasPassword, type ProviderEvent, type WebhookFormat } from '../webhooks/webhook-format.js';
import { eventsOf, idIn, secondsIn, statusIn, type StatusWords, textIn } from '../webhooks/read-events.js';
import { type ReportedReason, saysMailboxExists, suppressing } from '../webhooks/suppressions.js';
import { base64Files, senderOf } from './mail.js';

const STATUSES: StatusWords = {
  // Accepted by the recipient's server.
  sent: 'delivered',
  open: 'opened',
  click: 'clicked',
  bounce: 'bounced',
  blocked: 'blocked',
  spam: 'spam',
  unsub: 'unsubscribed',
};

/**
 * Mailjet signs nothing; it sends the user name and the password from the address. The password is the key. Events have
 * no id of their own.
 */
export const mailjetWebhook: WebhookFormat = {
  challenge: BASIC_CHALLENGE,
  instructions: (address) =>
    `Enter ${address} at Mailjet as the address for the event notifications (webhooks), with any user name and ` +
    'inboundWebhookSigningKey as the password before the host (https://user:password@…).',
  proofHeaders: ['authorization'],
  isAuthentic: ({ headers }, key) => hasPassword(headers, key),
  read: ({ body }) => eventsOf(body).flatMap(toEvents),
};

type Fields = Readonly<Record<string, unknown>>;

function toEvents(event: Fields): ProviderEvent[] {
  const status = statusIn(STATUSES, event.event);
  // The MessageUUID in the response to sending. `MessageID` is a number, possibly too large to be read exactly.
  const messageId = idIn(event.Message_GUID);
  // Test events of Mailjet belong to no message.
  if (messageId === undefined || status === undefined) return [];
  return [
    {
      messageId,
      status: isTriedAgain(event) ? 'deferred' : status,
      at: secondsIn(event.time),
      response: textIn(event.comment, event.smtp_reply, event.error, event.source),
      ...suppressing(reasonOf(event), event.email),
    },
  ];
}

/** The only bounce after which Mailjet tries again: a server that uses greylisting. */
function isTriedAgain({ event, error, hard_bounce: isPermanent }: Fields): boolean {
  return event === 'bounce' && error === 'greylisted' && isPermanent !== true;
}

/** Errors of a hard bounce by which the address does not exist: https://dev.mailjet.com/email/guides/webhooks/#possible-values-for-errors */
const NO_ADDRESS: readonly unknown[] = ['user unknown', 'mailbox inactive', 'invalid domain', 'no mail host'];

function reasonOf({ event, error, hard_bounce: isPermanent, comment }: Fields): ReportedReason | undefined {
  if (event === 'spam') return 'complaint';
  if (event === 'unsub') return 'unsubscribe';
  if (event !== 'bounce' || isPermanent !== true) return undefined;
  const isMissing =
    error === undefined || error === '' ? !saysMailboxExists(textIn(comment)) : NO_ADDRESS.includes(error);
  return isMissing ? 'bounce' : undefined;
}

/** Mailjet. It recognizes no repetitions; its reports also name the message by `CustomID`. */
export const mailjet = emailProvider({
  id: 'mailjet',
  name: 'Mailjet',
  documentation: 'https://dev.mailjet.com/email/reference/send-emails/#v3_1_post_send',
  keys: { needed: ['apiKey', 'secretKey', 'from', 'senderName'] },
  reports: mailjetWebhook,
  async request({ key, content }, account) {
    const { to, cc, bcc, replyTo, subject, html, text: plain, headers, attachments, customData } = content;
    const { email, name: senderName } = senderOf(content, account);
    const message = {
      From: { Email: email, Name: senderName },
      To: addressObjects(to),
      Cc: addressObjects(cc),
      Bcc: addressObjects(bcc),
      ReplyTo: replyTo === undefined ? undefined : { Email: replyTo },
      Subject: subject,
      TextPart: plain,
      HTMLPart: html,
      Attachments: (await base64Files(attachments))?.map(({ name, mime, content: data }) => ({
        // The type is required.
        ContentType: mime ?? 'application/octet-stream',
        Filename: name,
        Base64Content: data,
      })),
      Headers: headers,
      CustomID: key,
      EventPayload: customData && JSON.stringify(customData),
    };
    return {
      url: 'https://api.mailjet.com/v3.1/send',
      json: { Messages: [message] },
      headers: { authorization: basicAuthorization(text(account, 'apiKey'), text(account, 'secretKey')) },
    };
  },
  // https://dev.mailjet.com/email/guides/send-api-v31/#send-api-errors; each message has its own status and code.
  code: 'Messages.0.Errors.0.ErrorCode ErrorCode Messages.0.Errors.0.StatusCode',
  faults: [
    { passing: '429 500 503' },
    {
      account: ['send-0008', /"ErrorRelatedTo":\["From/],
      recipient: 'mj-0013',
      content: 'mj-0001 mj-0002 mj-0003 mj-0004 mj-0005 mj-0006 send-0001 send-0002 send-0003 send-0004 send-0010',
    },
    { account: '401 403' },
  ],
  verdict: judged('Messages.0.Status', { bad: ['error'] }),
  // Its `MessageID` is a number too large for JSON numbers here.
  messageId: 'Messages.0.To.0.MessageUUID',
});

function addressObjects(emails: readonly string[] | undefined): { Email: string; Name?: string }[] | undefined {
  return emails?.map(mailboxOf).map(({ email: Email, name: Name }) => ({ Email, Name }));
}
