import { optionalText, text } from '../../kit/account/account.js';
import { httpProvider } from '../../kit/http/http-provider.js';
import type { EmailProvider } from '../../kit/provider.js';
import { jsonBody } from '../../kit/http/request-bodies.js';
import { addressed } from '../addresses.js';
import { base64Files } from '../base64-files.js';
import { customTexts } from '../custom-texts.js';
import { senderOf } from '../sender.js';
import { sendgridWebhook } from './sendgrid.webhook.js';

/** SendGrid. The region "eu" keeps mail in Europe; accounts belong to one region. It recognizes no repetitions. */
export const sendgrid: EmailProvider = httpProvider({
  id: 'sendgrid',
  channel: 'email',
  name: 'SendGrid',
  documentation: 'https://www.twilio.com/docs/sendgrid/api-reference/mail-send/mail-send',
  keys: { needed: ['apiKey', 'from', 'senderName'], optional: ['ipPoolName', 'region'] },
  reports: sendgridWebhook,
  async request({ content }, account) {
    const { to, cc, bcc, replyTo, subject, html, text: plain, headers, attachments, customData } = content;
    const host = optionalText(account, 'region')?.toLowerCase() === 'eu' ? 'api.eu.sendgrid.com' : 'api.sendgrid.com';
    return {
      method: 'POST',
      url: `https://${host}/v3/mail/send`,
      ...jsonBody(
        {
          personalizations: [{ to: addressed(to), cc: addressed(cc), bcc: addressed(bcc) }],
          from: senderOf(content, account),
          reply_to: replyTo === undefined ? undefined : { email: replyTo },
          subject,
          // An empty body is refused.
          content: [
            { type: 'text/plain', value: plain },
            { type: 'text/html', value: html },
          ].filter(({ value }) => value !== ''),
          attachments: (await base64Files(attachments))?.map(({ name, mime, content: data }) => ({
            content: data,
            filename: name,
            type: mime,
            disposition: 'attachment',
          })),
          headers,
          custom_args: customTexts(customData),
          ip_pool_name: content.ipPoolName ?? optionalText(account, 'ipPoolName'),
        },
        { authorization: `Bearer ${text(account, 'apiKey')}` },
      ),
    };
  },
  messageId: ({ headers }) => headers['x-message-id'],
});
