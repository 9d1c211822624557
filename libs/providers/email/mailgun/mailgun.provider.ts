import { buffer } from 'node:stream/consumers';
import { basicAuthorization, baseUrl, text } from '../../kit/account/account.js';
import type { AttachedFile } from '../../kit/content.js';
import { httpProvider } from '../../kit/http/http-provider.js';
import { type FormPart, multipartBody } from '../../kit/http/multipart-body.js';
import type { EmailProvider } from '../../kit/provider.js';
import { idAt } from '../../kit/http/read-json.js';
import { customTexts } from '../custom-texts.js';
import { mailbox, senderOf } from '../sender.js';
import { mailgunWebhook } from './mailgun.webhook.js';

/** Mailgun; accounts in Europe have the base address api.eu.mailgun.net. It recognizes no repetitions. */
export const mailgun: EmailProvider = httpProvider({
  id: 'mailgun',
  channel: 'email',
  name: 'Mailgun',
  documentation: 'https://documentation.mailgun.com/docs/mailgun/api-reference/send/mailgun/messages',
  keys: { needed: ['apiKey', 'user', 'domain', 'from', 'senderName'], optional: ['baseUrl'] },
  reports: mailgunWebhook,
  async request({ content }, account) {
    const { to, cc = [], bcc = [], replyTo, subject, html, text: plain, headers = {}, attachments = [] } = content;
    const fields: FormPart[] = [
      { name: 'from', value: mailbox(senderOf(content, account)) },
      ...to.map((value) => ({ name: 'to', value })),
      ...cc.map((value) => ({ name: 'cc', value })),
      ...bcc.map((value) => ({ name: 'bcc', value })),
      { name: 'subject', value: subject },
      { name: 'text', value: plain },
      { name: 'html', value: html },
      ...(replyTo === undefined ? [] : [{ name: 'h:Reply-To', value: replyTo }]),
      ...Object.entries(headers).map(([name, value]) => ({ name: `h:${name}`, value })),
      ...Object.entries(customTexts(content.customData) ?? {}).map(([name, value]) => ({ name: `v:${name}`, value })),
      ...(content.ipPoolName === undefined ? [] : [{ name: 'o:sending-ip-pool', value: content.ipPoolName }]),
    ];
    return {
      method: 'POST',
      url: `${baseUrl(account, 'https://api.mailgun.net')}/v3/${encodeURIComponent(text(account, 'domain'))}/messages`,
      ...multipartBody([...fields, ...(await filesOf(attachments))], {
        authorization: basicAuthorization(text(account, 'user'), text(account, 'apiKey')),
      }),
    };
  },
  messageId: ({ body }) => idAt(body, 'id'),
});

async function filesOf(attachments: readonly AttachedFile[]): Promise<FormPart[]> {
  const parts: FormPart[] = [];
  // One after the other: they may be large.
  for (const { name, mime, open } of attachments) {
    parts.push({ name: 'attachment', value: { fileName: name, mime, content: await buffer(await open()) } });
  }
  return parts;
}
