import { text } from '../kit/account.js';
import { mailboxOf } from '../kit/content.js';
import { emailProvider } from '../kit/http/http-provider.js';
import { judged } from '../kit/http/read-response.js';
import { addressObjects, base64Files, customTexts, senderOf } from './mail.js';

/** Mailtrap's transactional stream. It recognizes no repetitions. */
export const mailtrap = emailProvider({
  id: 'mailtrap',
  name: 'Mailtrap',
  documentation: 'https://api-docs.mailtrap.io/docs/mailtrap-api-docs/67f1d70aeb62c-send-email-including-templates',
  keys: { needed: ['apiKey', 'from', 'senderName'] },
  async request({ content }, account) {
    const { to, cc, bcc, replyTo, subject, html, text: plain, headers, attachments, customData } = content;
    return {
      url: 'https://send.api.mailtrap.io/api/send',
      json: {
        from: senderOf(content, account),
        to: addressObjects(to),
        cc: addressObjects(cc),
        bcc: addressObjects(bcc),
        reply_to: replyTo === undefined ? undefined : mailboxOf(replyTo),
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
      headers: { authorization: `Bearer ${text(account, 'apiKey')}`, accept: 'application/json' },
    };
  },
  // https://api-docs.mailtrap.io/docs/mailtrap-api-docs (errors of sending)
  faults: {
    account: [/'?from'?|domain|unauthorized|forbidden|permission/i, /(?:limit|quota)\b.{0,30}(?:reached|exceeded)/i],
    recipient: /'?(?:to|cc|bcc)'?\W{1,3}(?:address|is invalid)/i,
  },
  verdict: judged('success', { bad: [false] }, 'errors.0'),
  messageId: 'message_ids.0',
});
