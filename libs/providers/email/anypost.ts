import { text } from '../kit/account/account.js';
import { problemOf } from '../kit/http/classify.js';
import { httpProvider } from '../kit/http/http-provider.js';
import { idAt } from '../kit/http/read-json.js';
import { jsonBody } from '../kit/http/request-bodies.js';
import type { EmailProvider } from '../kit/provider.js';
import { base64Files } from './base64-files.js';
import { mailbox, senderOf } from './sender.js';

/** Anypost. A repetition is answered as the first request was. It keeps no data to give back. */
export const anypost: EmailProvider = httpProvider({
  id: 'anypost',
  channel: 'email',
  name: 'Anypost',
  documentation: 'https://anypost.com/docs/send-email',
  keys: { needed: ['apiKey', 'from', 'senderName'] },
  async request({ key, content }, account) {
    const { to, cc, bcc, replyTo, subject, html, text: plain, headers, attachments } = content;
    return {
      method: 'POST',
      url: 'https://api.anypost.com/v1/email',
      ...jsonBody(
        {
          from: mailbox(senderOf(content, account)),
          to,
          cc,
          bcc,
          reply_to: replyTo,
          subject,
          html,
          text: plain,
          headers,
          attachments: (await base64Files(attachments))?.map(({ name, mime, content: data }) => ({
            filename: name,
            content: data,
            content_type: mime,
          })),
        },
        { authorization: `Bearer ${text(account, 'apiKey')}`, 'idempotency-key': key },
      ),
    };
  },
  problem: (answer, now) =>
    // The first request is under way still.
    answer.status === 409 && idAt(answer.body, 'error.type') === 'idempotency_concurrent'
      ? { ...problemOf(answer, now), kind: 'transient' }
      : undefined,
  messageId: ({ body }) => idAt(body, 'id'),
});
