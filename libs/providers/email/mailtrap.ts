import { text } from '../kit/account.js';
import { httpProvider } from '../kit/http/http-provider.js';
import { refusalText, verdictReader } from '../kit/http/read-response.js';
import { idAt, readJson } from '../kit/json.js';
import { jsonBody } from '../kit/http/request-bodies.js';
import type { EmailProvider } from '../kit/provider.js';
import { addressObjects, base64Files, customTexts, senderOf } from './mail.js';

/** Mailtrap's transactional stream. It recognizes no repetitions. */
export const mailtrap: EmailProvider = httpProvider({
  id: 'mailtrap',
  channel: 'email',
  name: 'Mailtrap',
  documentation: 'https://api-docs.mailtrap.io/docs/mailtrap-api-docs/67f1d70aeb62c-send-email-including-templates',
  keys: { needed: ['apiKey', 'from', 'senderName'] },
  async request({ content }, account) {
    const { to, cc, bcc, replyTo, subject, html, text: plain, headers, attachments, customData } = content;
    return {
      method: 'POST',
      url: 'https://send.api.mailtrap.io/api/send',
      ...jsonBody(
        {
          from: senderOf(content, account),
          to: addressObjects(to),
          cc: addressObjects(cc),
          bcc: addressObjects(bcc),
          reply_to: replyTo === undefined ? undefined : { email: replyTo },
          subject,
          text: plain,
          html,
          attachments: (await base64Files(attachments))?.map(({ name, mime, content: data }) => ({
            content: data,
            filename: name,
            type: mime,
            disposition: 'attachment',
          })),
          headers,
          custom_variables: customTexts(customData),
        },
        { authorization: `Bearer ${text(account, 'apiKey')}`, accept: 'application/json' },
      ),
    };
  },
  problem: verdictReader((body) =>
    readJson(body).success === false ? { refused: refusalText(idAt(body, 'errors.0')) } : 'accepted',
  ),
  messageId: ({ body }) => idAt(body, 'message_ids.0'),
});
