import { text } from '../kit/account.js';
import type { EmailContent } from '../kit/content.js';
import { isSuccess, problemOf, refusalText, type Verdict, verdictReader } from '../kit/http/read-response.js';
import { at, idAt, readList } from '../kit/json.js';
import { httpProvider } from '../kit/http/http-provider.js';
import { jsonBody } from '../kit/http/request-bodies.js';
import type { EmailProvider } from '../kit/provider.js';
import { base64Files, customTexts, senderOf } from './mail.js';

/** Temporary errors of the service itself. All errors have status 500, even that of a wrong key. */
const TEMPORARY_ERRORS = new Set(['GeneralError', 'ServiceUnavailable']);
/** Statuses of a recipient to whom nothing is sent. */
const LOST = new Set<unknown>(['rejected', 'invalid']);

const readVerdict = verdictReader(verdictOf);

/** Mailchimp Transactional, formerly Mandrill. It recognizes no repetitions. */
export const mandrill: EmailProvider = httpProvider({
  id: 'mandrill',
  channel: 'email',
  name: 'Mandrill',
  documentation: 'https://mailchimp.com/developer/transactional/api/messages/send-new-message/',
  keys: { needed: ['apiKey', 'from', 'senderName'] },
  async request({ content }, account) {
    const { subject, html, text: plain, headers, replyTo, attachments, customData, ipPoolName } = content;
    const { email, name } = senderOf(content, account);
    return {
      method: 'POST',
      url: 'https://mandrillapp.com/api/1.0/messages/send.json',
      ...jsonBody({
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
      }),
    };
  },
  problem(response, now) {
    if (isSuccess(response)) return readVerdict(response, now);
    const name = idAt(response.body, 'name');
    if (name === undefined || TEMPORARY_ERRORS.has(name)) return undefined;
    return { ...problemOf({ ...response, status: 400 }, now), statusCode: response.status };
  },
  messageId({ body }) {
    const id = at(readList(body), '0._id');
    return typeof id === 'string' ? id : undefined;
  },
});

function recipientsOf({ to, cc = [], bcc = [] }: EmailContent): { email: string; type: string }[] {
  return Object.entries({ to, cc, bcc }).flatMap(([type, emails]) => emails.map((email) => ({ email, type })));
}

/** Accepted when at least one recipient gets the email. */
function verdictOf(body: string): Verdict {
  const recipients = readList(body);
  if (recipients.length === 0) return 'unknown';
  if (recipients.some((one) => !LOST.has(at(one, 'status')))) return 'accepted';
  return { refused: refusalText(at(recipients[0], 'status'), at(recipients[0], 'reject_reason')) };
}
