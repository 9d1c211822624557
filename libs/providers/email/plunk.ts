import { baseUrl, text } from '../kit/account.js';
import { isSuccess, judged } from '../kit/http/read-response.js';
import { at, idAt, readJson } from '../kit/json.js';
import { mailboxOf } from '../kit/content.js';
import { emailProvider } from '../kit/http/http-provider.js';
import { base64Files, senderOf } from './mail.js';

/**
 * Plunk, or with `baseUrl` a self-hosted installation. Each recipient gets a separate email without the other
 * recipients, and there is no text version beside the HTML. A repetition is refused for a day.
 */
export const plunk = emailProvider({
  id: 'plunk',
  name: 'Plunk',
  documentation: 'https://docs.useplunk.com/api-reference/public-api/sendEmail',
  keys: { needed: ['apiKey', 'from', 'senderName'], optional: ['baseUrl'] },
  async request({ key, content }, account) {
    const { to, cc = [], bcc = [], replyTo, subject, html, headers, attachments } = content;
    return {
      url: `${baseUrl(account, 'https://api.useplunk.com')}/v1/send`,
      json: {
        to: [...to, ...cc, ...bcc].map((one) => mailboxOf(one).email),
        from: senderOf(content, account),
        reply: replyTo === undefined ? undefined : mailboxOf(replyTo).email,
        subject,
        body: html,
        headers,
        attachments: (await base64Files(attachments))?.map(({ name, mime, content: data }) => ({
          filename: name,
          content: data,
          // The type is required.
          contentType: mime ?? 'application/octet-stream',
        })),
      },
      headers: { authorization: `Bearer ${text(account, 'apiKey')}`, 'idempotency-key': key },
    };
  },
  isRepetition: ({ status, body }) => status === 409 && isSuccess({ status: Number(originalStatus(body)) }),
  // https://docs.useplunk.com/api-reference/errors. A refused repetition has the code of the first request, unless that is in
  // progress.
  code: ({ status, body }) => [
    status === 409 && originalStatus(body) === null ? 'IN_PROGRESS' : undefined,
    idAt(body, 'error.code'),
  ],
  faults: {
    passing: 'IN_PROGRESS RATE_LIMIT_EXCEEDED INTERNAL_SERVER_ERROR',
    account: [
      'UNAUTHORIZED INVALID_API_KEY MISSING_AUTH FORBIDDEN PROJECT_DISABLED DOMAIN_NOT_VERIFIED PROJECT_ACCESS_DENIED',
      'BILLING_LIMIT_EXCEEDED UPGRADE_REQUIRED',
    ],
    content: 'VALIDATION_ERROR MISSING_REQUIRED_FIELD INVALID_REQUEST_BODY BAD_REQUEST',
  },
  verdict: judged('success', { bad: [false] }, 'error.message'),
  messageId: 'data.emails.0.email',
  optionalId: true,
});

/** The status of the first request with the same key, which the refusal of its repetition contains. */
function originalStatus(body: string): unknown {
  return at(readJson(body), 'error.details.originalStatusCode');
}
