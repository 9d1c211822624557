import { text } from '../../kit/account/account.js';
import { derivedUuid } from '../../kit/derived-uuid.js';
import { httpProvider } from '../../kit/http/http-provider.js';
import type { EmailProvider } from '../../kit/provider.js';
import { at, idAt, readJson } from '../../kit/http/read-json.js';
import { jsonBody } from '../../kit/http/request-bodies.js';
import { addressed } from '../addresses.js';
import { base64Files } from '../base64-files.js';
import { senderOf } from '../sender.js';
import { sendinblueWebhook } from './sendinblue.webhook.js';

/** Brevo, formerly Sendinblue. Repetitions are recognized by a key for half an hour, and refused. */
export const sendinblue: EmailProvider = httpProvider({
  id: 'sendinblue',
  channel: 'email',
  name: 'Brevo',
  documentation: 'https://developers.brevo.com/reference/sendtransacemail',
  keys: { needed: ['apiKey', 'from', 'senderName'] },
  reports: sendinblueWebhook,
  async request({ key, content }, account) {
    const { to, cc, bcc, replyTo, subject, html, text: plain, headers, attachments, customData } = content;
    return {
      method: 'POST',
      url: 'https://api.brevo.com/v3/smtp/email',
      ...jsonBody(
        {
          sender: senderOf(content, account),
          to: addressed(to),
          cc: addressed(cc),
          bcc: addressed(bcc),
          replyTo: replyTo === undefined ? undefined : { email: replyTo },
          subject,
          htmlContent: html,
          textContent: plain,
          attachment: (await base64Files(attachments))?.map(({ name, content: data }) => ({ content: data, name })),
          headers: {
            ...headers,
            ...(customData && { 'X-Mailin-custom': JSON.stringify(customData) }),
            idempotencyKey: derivedUuid(key),
          },
        },
        { accept: 'application/json', 'api-key': text(account, 'apiKey') },
      ),
    };
  },
  isRepetition: ({ status, body }) => status === 400 && at(readJson(body), 'code') === 'duplicate_parameter',
  messageId: ({ body }) => idAt(body, 'messageId'),
});
