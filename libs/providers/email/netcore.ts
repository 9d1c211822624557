import { text } from '../kit/account.js';
import { mailboxOf } from '../kit/content.js';
import { emailProvider } from '../kit/http/http-provider.js';
import { judged } from '../kit/http/read-response.js';
import { addressObjects, base64Files, senderOf } from './mail.js';

/**
 * Netcore, formerly Pepipost, by version 5.1 of its API. It supports no text version beside the HTML, and recognizes no
 * repetitions.
 */
export const netcore = emailProvider({
  id: 'netcore',
  name: 'Netcore',
  documentation: 'https://emaildocs.netcorecloud.com/reference/send-mail-api-1',
  keys: { needed: ['apiKey', 'from', 'senderName'] },
  async request({ content }, account) {
    const { to, cc, bcc, replyTo, subject, html, headers, attachments } = content;
    return {
      url: 'https://emailapi.netcorecloud.net/v5.1/mail/send',
      json: {
        from: senderOf(content, account),
        reply_to: replyTo === undefined ? undefined : mailboxOf(replyTo).email,
        subject,
        content: [{ type: 'html', value: html }],
        attachments: (await base64Files(attachments))?.map(({ name, content: data }) => ({ name, content: data })),
        personalizations: [{ to: addressObjects(to), cc: addressObjects(cc), bcc: addressObjects(bcc), headers }],
      },
      headers: { api_key: text(account, 'apiKey'), accept: 'application/json' },
    };
  },
  // https://emaildocs.netcorecloud.com/docs/api-response-codes (by message)
  faults: {
    account: [/from|sender|domain|api.?key|unauthori[sz]ed|suspended/i, /credit|quota|limit/i],
    recipient: /recipient|personalizations.{0,20}to/i,
  },
  verdict: judged('status', { bad: ['error'] }, 'message'),
  messageId: 'data.message_id',
  optionalId: true,
});
