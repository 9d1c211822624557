import { text } from '../../kit/account/account.js';
import { problemOf } from '../../kit/http/classify.js';
import { httpProvider } from '../../kit/http/http-provider.js';
import type { EmailProvider } from '../../kit/provider.js';
import { at, idAt, readJson } from '../../kit/http/read-json.js';
import { jsonBody } from '../../kit/http/request-bodies.js';
import { listed } from '../addresses.js';
import { base64Files } from '../base64-files.js';
import { customTexts } from '../custom-texts.js';
import { mailbox, senderOf } from '../sender.js';
import { postmarkWebhook } from './postmark.webhook.js';

/** The address has bounced for good, has complained, or has been blocked: mail to it is not tried any more. */
const INACTIVE_RECIPIENT = 406;

/** Postmark. It recognizes no repetitions. */
export const postmark: EmailProvider = httpProvider({
  id: 'postmark',
  channel: 'email',
  name: 'Postmark',
  documentation: 'https://postmarkapp.com/developer/api/email-api',
  keys: { needed: ['apiKey', 'from', 'senderName'] },
  reports: postmarkWebhook,
  async request({ content }, account) {
    const { to, cc, bcc, replyTo, subject, html, text: plain, headers, attachments, customData } = content;
    return {
      method: 'POST',
      url: 'https://api.postmarkapp.com/email',
      ...jsonBody(
        {
          From: mailbox(senderOf(content, account)),
          To: listed(to),
          Cc: listed(cc),
          Bcc: listed(bcc),
          Subject: subject,
          HtmlBody: html,
          TextBody: plain,
          ReplyTo: replyTo,
          Metadata: customTexts(customData),
          Headers: headers && Object.entries(headers).map(([Name, Value]) => ({ Name, Value })),
          Attachments: (await base64Files(attachments))?.map(({ name, mime, content: data }) => ({
            Name: name,
            Content: data,
            // It must be told a type.
            ContentType: mime ?? 'application/octet-stream',
          })),
        },
        { accept: 'application/json', 'x-postmark-server-token': text(account, 'apiKey') },
      ),
    };
  },
  problem(answer, now) {
    const code = at(readJson(answer.body), 'ErrorCode');
    if (code === INACTIVE_RECIPIENT) return { ...problemOf(answer, now), kind: 'invalid_target' };
    return answer.status === 200 && typeof code === 'number' && code !== 0 ? problemOf(answer, now) : undefined;
  },
  messageId: ({ body }) => idAt(body, 'MessageID'),
});
