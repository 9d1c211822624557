import { text } from '../kit/account.js';
import { httpProvider } from '../kit/http/http-provider.js';
import { refusalText, verdictReader } from '../kit/http/read-response.js';
import { idAt, readJson } from '../kit/json.js';
import { jsonBody } from '../kit/http/request-bodies.js';
import type { EmailProvider } from '../kit/provider.js';
import { addressObjects, base64Files, senderOf } from './mail.js';

/**
 * Netcore, formerly Pepipost, by version 5.1 of its API. It supports no text version beside the HTML, and recognizes no
 * repetitions.
 */
export const netcore: EmailProvider = httpProvider({
  id: 'netcore',
  channel: 'email',
  name: 'Netcore',
  documentation: 'https://emaildocs.netcorecloud.com/reference/send-mail-api-1',
  keys: { needed: ['apiKey', 'from', 'senderName'] },
  async request({ content }, account) {
    const { to, cc, bcc, replyTo, subject, html, headers, attachments } = content;
    return {
      method: 'POST',
      url: 'https://emailapi.netcorecloud.net/v5.1/mail/send',
      ...jsonBody(
        {
          from: senderOf(content, account),
          reply_to: replyTo,
          subject,
          content: [{ type: 'html', value: html }],
          attachments: (await base64Files(attachments))?.map(({ name, content: data }) => ({ name, content: data })),
          personalizations: [{ to: addressObjects(to), cc: addressObjects(cc), bcc: addressObjects(bcc), headers }],
        },
        { api_key: text(account, 'apiKey'), accept: 'application/json' },
      ),
    };
  },
  problem: verdictReader((body) =>
    readJson(body).status === 'error' ? { refused: refusalText(idAt(body, 'message')) } : 'accepted',
  ),
  messageId: ({ body }) => idAt(body, 'data.message_id'),
});
