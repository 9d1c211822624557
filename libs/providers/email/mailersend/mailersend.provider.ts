import { text } from '../../kit/account/account.js';
import { httpProvider } from '../../kit/http/http-provider.js';
import type { EmailProvider } from '../../kit/provider.js';
import { at, readJson } from '../../kit/http/read-json.js';
import { jsonBody } from '../../kit/http/request-bodies.js';
import { addressed } from '../addresses.js';
import { base64Files } from '../base64-files.js';
import { senderOf } from '../sender.js';
import { mailersendWebhook } from './mailersend.webhook.js';

/** None of the addresses is written to any more, after bounces or complaints; the status says it was accepted. */
const ALL_SUPPRESSED = /^ALL_?SUPPRESSED$/;

/** MailerSend. It recognizes no repetitions, and keeps no data to give back. */
export const mailersend: EmailProvider = httpProvider({
  id: 'mailersend',
  channel: 'email',
  name: 'MailerSend',
  documentation: 'https://developers.mailersend.com/api/v1/email.html#send-an-email',
  keys: { needed: ['apiKey', 'from', 'senderName'] },
  reports: mailersendWebhook,
  async request({ content }, account) {
    const { to, cc, bcc, replyTo, subject, html, text: plain, headers, attachments } = content;
    return {
      method: 'POST',
      url: 'https://api.mailersend.com/v1/email',
      ...jsonBody(
        {
          from: senderOf(content, account),
          to: addressed(to),
          cc: addressed(cc),
          bcc: addressed(bcc),
          reply_to: replyTo === undefined ? undefined : { email: replyTo },
          subject,
          text: plain,
          html,
          attachments: (await base64Files(attachments))?.map(({ name, content: data }) => ({
            content: data,
            disposition: 'attachment',
            filename: name,
          })),
          headers: headers && Object.entries(headers).map(([name, value]) => ({ name, value })),
        },
        {
          accept: 'application/json',
          authorization: `Bearer ${text(account, 'apiKey')}`,
          'x-requested-with': 'XMLHttpRequest',
        },
      ),
    };
  },
  problem({ status, body }) {
    const warned = at(readJson(body), 'warnings.0.type');
    if (typeof warned === 'string' && ALL_SUPPRESSED.test(warned)) {
      return { ok: false, kind: 'invalid_target', error: body, statusCode: status };
    }
    // Maintenance, as the service documents it.
    return status === 421 ? { ok: false, kind: 'transient', error: body, statusCode: status } : undefined;
  },
  messageId: ({ headers }) => headers['x-message-id'],
});
