import { basicAuthorization, text } from '../../kit/account/account.js';
import { problemOf } from '../../kit/http/classify.js';
import { httpProvider } from '../../kit/http/http-provider.js';
import type { EmailProvider } from '../../kit/provider.js';
import { at, idAt, readJson } from '../../kit/http/read-json.js';
import { jsonBody } from '../../kit/http/request-bodies.js';
import { base64Files } from '../base64-files.js';
import { senderOf } from '../sender.js';
import { mailjetWebhook } from './mailjet.webhook.js';

/** Mailjet. It recognizes no repetitions; its reports name the message by `CustomID`, too. */
export const mailjet: EmailProvider = httpProvider({
  id: 'mailjet',
  channel: 'email',
  name: 'Mailjet',
  documentation: 'https://dev.mailjet.com/email/reference/send-emails/#v3_1_post_send',
  keys: { needed: ['apiKey', 'secretKey', 'from', 'senderName'] },
  reports: mailjetWebhook,
  async request({ key, content }, account) {
    const { to, cc, bcc, replyTo, subject, html, text: plain, headers, attachments, customData } = content;
    const { email, name: senderName } = senderOf(content, account);
    const message = {
      From: { Email: email, Name: senderName },
      To: addressed(to),
      Cc: addressed(cc),
      Bcc: addressed(bcc),
      ReplyTo: replyTo === undefined ? undefined : { Email: replyTo },
      Subject: subject,
      TextPart: plain,
      HTMLPart: html,
      Attachments: (await base64Files(attachments))?.map(({ name, mime, content: data }) => ({
        // It must be told a type.
        ContentType: mime ?? 'application/octet-stream',
        Filename: name,
        Base64Content: data,
      })),
      Headers: headers,
      CustomID: key,
      EventPayload: customData && JSON.stringify(customData),
    };
    return {
      method: 'POST',
      url: 'https://api.mailjet.com/v3.1/send',
      ...jsonBody(
        { Messages: [message] },
        { authorization: basicAuthorization(text(account, 'apiKey'), text(account, 'secretKey')) },
      ),
    };
  },
  problem(answer, now) {
    const message = at(readJson(answer.body), 'Messages.0');
    if (at(message, 'Status') !== 'error') return undefined;
    const status = at(message, 'Errors.0.StatusCode');
    // Each message has a status of its own, whatever that of the answer.
    return problemOf({ ...answer, status: typeof status === 'number' ? status : answer.status }, now);
  },
  // Its `MessageID` is a number beyond what JSON numbers hold here.
  messageId: ({ body }) => idAt(body, 'Messages.0.To.0.MessageUUID'),
});

function addressed(emails: readonly string[] | undefined): { Email: string }[] | undefined {
  return emails?.map((Email) => ({ Email }));
}
