import { text } from '../../kit/account/account.js';
import { problemOf } from '../../kit/http/classify.js';
import { httpProvider } from '../../kit/http/http-provider.js';
import type { EmailContent } from '../../kit/content.js';
import type { HttpRequest } from '../../kit/http/http-exchange.js';
import type { Account, EmailProvider, ProviderMessage } from '../../kit/provider.js';
import { at, idAt, readJson } from '../../kit/http/read-json.js';
import { jsonBody } from '../../kit/http/request-bodies.js';
import { base64Files } from '../base64-files.js';
import { mailbox, senderOf } from '../sender.js';
import { resendWebhook } from './resend.webhook.js';

/** Resend. Repetitions are recognized by a key for 24 hours. */
export const resend: EmailProvider = httpProvider({
  id: 'resend',
  channel: 'email',
  name: 'Resend',
  documentation: 'https://resend.com/docs/api-reference/emails/send-email',
  keys: { needed: ['apiKey', 'from', 'senderName'] },
  reports: resendWebhook,
  request: resendRequest('https://api.resend.com/emails'),
  problem(answer, now) {
    // The same message is being sent already: it is soon known what became of it.
    const isUnderWay = answer.status === 409 && at(readJson(answer.body), 'name') === 'concurrent_idempotent_requests';
    return isUnderWay ? { ...problemOf(answer, now), kind: 'transient' } : undefined;
  },
  messageId: ({ body }) => idAt(body, 'id'),
});

/** Writes the request of Resend, which other services take, too, at an address of theirs. */
export function resendRequest(url: string) {
  return async ({ key, content }: ProviderMessage<EmailContent>, account: Account): Promise<HttpRequest> => {
    const { to, cc, bcc, replyTo, subject, html, text: plain, headers, attachments } = content;
    return {
      method: 'POST',
      url,
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
  };
}
