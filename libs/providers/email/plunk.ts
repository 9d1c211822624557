import { baseUrl, text } from '../kit/account/account.js';
import { problemOf } from '../kit/http/classify.js';
import { httpProvider } from '../kit/http/http-provider.js';
import { isSuccess } from '../kit/http/is-success.js';
import { at, idAt, readJson } from '../kit/http/read-json.js';
import { jsonBody } from '../kit/http/request-bodies.js';
import { verdictReader, wordsOf } from '../kit/response-verdict.js';
import type { EmailProvider } from '../kit/provider.js';
import { base64Files } from './base64-files.js';
import { senderOf } from './sender.js';

const readVerdict = verdictReader((body) =>
  readJson(body).success === false ? { refused: wordsOf(idAt(body, 'error.message')) } : 'accepted',
);

/**
 * Plunk, or with `baseUrl` an installation of one's own. Everybody gets an email of their own, in which nobody sees the
 * others, and there is no text beside the HTML. A repetition is refused for a day.
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
            // It must be told a type.
            contentType: mime ?? 'application/octet-stream',
          })),
        },
        { authorization: `Bearer ${text(account, 'apiKey')}`, 'idempotency-key': key },
      ),
    };
  },
  isRepetition: ({ status, body }) => status === 409 && isSuccess({ status: Number(originalStatus(body)) }),
  problem(answer, now) {
    // The first request is under way still.
    if (answer.status === 409 && originalStatus(answer.body) === null) {
      return { ...problemOf(answer, now), kind: 'transient' };
    }
    return readVerdict(answer, now);
  },
  messageId: ({ body }) => idAt(body, 'data.emails.0.email'),
});

/** What a request with the same key was answered, which is told with the refusal of its repetition. */
function originalStatus(body: string): unknown {
  return at(readJson(body), 'error.details.originalStatusCode');
}
