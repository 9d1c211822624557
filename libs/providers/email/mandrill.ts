import { text } from '../kit/account.js';
import { type EmailContent, mailboxOf } from '../kit/content.js';
import { refusalText, type Verdict } from '../kit/http/read-response.js';
import { at, idAt, readList } from '../kit/json.js';
import { emailProvider } from '../kit/http/http-provider.js';
import { base64Files, customTexts, senderOf } from './mail.js';

/** Statuses of a recipient to whom nothing is sent. */
const LOST = new Set<unknown>(['rejected', 'invalid']);

/** Mailchimp Transactional, formerly Mandrill. It recognizes no repetitions. */
export const mandrill = emailProvider({
  id: 'mandrill',
  name: 'Mandrill',
  documentation: 'https://mailchimp.com/developer/transactional/api/messages/send-new-message/',
  keys: { needed: ['apiKey', 'from', 'senderName'] },
  async request({ content }, account) {
    const { subject, html, text: plain, headers, replyTo, attachments, customData, ipPoolName } = content;
    const { email, name } = senderOf(content, account);
    return {
      url: 'https://mandrillapp.com/api/1.0/messages/send.json',
      json: {
        key: text(account, 'apiKey'),
        message: {
          from_email: email,
          from_name: name,
          to: recipientsOf(content),
          // Otherwise each recipient would see only themselves in "To".
          preserve_recipients: true,
          subject,
          html,
          text: plain,
          headers: { ...headers, ...(replyTo !== undefined && { 'Reply-To': replyTo }) },
          attachments: (await base64Files(attachments))?.map(({ name: file, mime, content: data }) => ({
            type: mime ?? 'application/octet-stream',
            name: file,
            content: data,
          })),
          metadata: customTexts(customData),
        },
        // The response then has the status of each recipient, whatever their number.
        async: false,
        ip_pool: ipPoolName,
      },
    };
  },
  // https://mailchimp.com/developer/transactional/docs/error-glossary/ and the reject_reason of /messages/send. All errors
  // have status 500, even that of a wrong key.
  code: ({ body }) => [idAt(body, 'name'), at(readList(body), '0.reject_reason'), at(readList(body), '0.status')],
  faults: {
    passing: 'GeneralError ServiceUnavailable',
    account: 'Invalid_Key PaymentRequired Unknown_Subaccount invalid-sender unsigned test-mode-limit',
    recipient: 'hard-bounce soft-bounce spam unsub custom invalid recipient',
    content: ['ValidationError Unknown_Template Unknown_TrackingDomain rule', /"name":"/],
  },
  verdict: verdictOf,
  addresses: ({ body }) =>
    readList(body).map((one) => {
      const refused = LOST.has(at(one, 'status'));
      const error = refusalText(at(one, 'status'), at(one, 'reject_reason'));
      return { address: String(at(one, 'email')), ok: !refused, ...(refused && { fault: 'recipient', error }) };
    }),
  messageId({ body }) {
    const id = at(readList(body), '0._id');
    return typeof id === 'string' ? id : undefined;
  },
});

function recipientsOf({ to, cc = [], bcc = [] }: EmailContent): { email: string; type: string }[] {
  return Object.entries({ to, cc, bcc }).flatMap(([type, emails]) =>
    emails.map((one) => ({ ...mailboxOf(one), type })),
  );
}

/** Accepted when at least one recipient gets the email. */
function verdictOf(body: string): Verdict {
  const recipients = readList(body);
  if (recipients.length === 0) return 'unknown';
  if (recipients.some((one) => !LOST.has(at(one, 'status')))) return 'accepted';
  return { refused: refusalText(at(recipients[0], 'status'), at(recipients[0], 'reject_reason')) };
}
