import { baseUrl, text } from '../kit/account.js';
import { isSuccess, problemOf, refusalText, verdictReader } from '../kit/http/read-response.js';
import { at, idAt, readJson } from '../kit/json.js';
import { httpProvider } from '../kit/http/http-provider.js';
import { jsonBody } from '../kit/http/request-bodies.js';
import type { EmailProvider } from '../kit/provider.js';
import { base64Files, senderOf } from './mail.js';

const readVerdict = verdictReader((body) =>
  readJson(body).success === false ? { refused: refusalText(idAt(body, 'error.message')) } : 'accepted',
);

/**
 * Plunk, or with `baseUrl` a self-hosted installation. Each recipient gets a separate email without the other
 * recipients, and there is no text version beside the HTML. A repetition is refused for a day.
 */
export const plunk: EmailProvider = httpProvider({
  id: 'plunk',
  channel: 'email',
  name: 'Plunk',
  documentation: 'https://docs.useplunk.com/api-reference/public-api/sendEmail',
  keys: { needed: ['apiKey', 'from', 'senderName'], optional: ['baseUrl'] },
  async request({ key, content }, account) {
    const { to, cc = [], bcc = [], replyTo, subject, html, headers, attachments } = content;
    return {
      method: 'POST',
      url: `${baseUrl(account, 'https://api.useplunk.com')}/v1/send`,
      ...jsonBody(
        {
          to: [...to, ...cc, ...bcc],
          from: senderOf(content, account),
          reply: replyTo,
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
        { authorization: `Bearer ${text(account, 'apiKey')}`, 'idempotency-key': key },
      ),
    };
  },
  isRepetition: ({ status, body }) => status === 409 && isSuccess({ status: Number(originalStatus(body)) }),
  problem(response, now) {
    // The first request is still in progress.
    if (response.status === 409 && originalStatus(response.body) === null) {
      return { ...problemOf(response, now), kind: 'transient' };
    }
    return readVerdict(response, now);
  },
  messageId: ({ body }) => idAt(body, 'data.emails.0.email'),
});

/** The status of the first request with the same key, which the refusal of its repetition contains. */
function originalStatus(body: string): unknown {
  return at(readJson(body), 'error.details.originalStatusCode');
}
