import { buffer } from 'node:stream/consumers';
import { baseUrl, text } from '../kit/account.js';
import { httpProvider } from '../kit/http/http-provider.js';
import { type FormPart, multipartBody } from '../kit/http/request-bodies.js';
import { refusalText, type Verdict, verdictReader } from '../kit/http/read-response.js';
import { at, idAt, readJson } from '../kit/json.js';
import type { EmailProvider } from '../kit/provider.js';
import { mailbox, senderOf } from './mail.js';

/** Status groups of messages that will not be sent: undeliverable, expired, rejected. */
const LOST = new Set<unknown>([2, 4, 5]);

/** Infobip. Each account has its own base URL. It supports no headers, and recognizes no repetitions. */
export const infobipEmail: EmailProvider = httpProvider({
  id: 'infobip-email',
  channel: 'email',
  name: 'Infobip',
  documentation: 'https://www.infobip.com/docs/api/channels/email/send-fully-featured-email',
  keys: { needed: ['apiKey', 'baseUrl', 'from', 'senderName'] },
  async request({ content }, account) {
    const { to, cc = [], bcc = [], replyTo, subject, html, text: plain, attachments = [], customData } = content;
    const parts: FormPart[] = [
      { name: 'from', value: mailbox(senderOf(content, account)) },
      ...to.map((value) => ({ name: 'to', value })),
      ...cc.map((value) => ({ name: 'cc', value })),
      ...bcc.map((value) => ({ name: 'bcc', value })),
      // Otherwise each recipient would get a separate message with only themselves in "To".
      { name: 'preserveRecipients', value: 'true' },
      ...(replyTo === undefined ? [] : [{ name: 'replyTo', value: replyTo }]),
      { name: 'subject', value: subject },
      { name: 'text', value: plain },
      { name: 'html', value: html },
      ...(customData === undefined ? [] : [{ name: 'callbackData', value: JSON.stringify(customData) }]),
    ];
    // One at a time: files may be large.
    for (const { name, mime, open } of attachments) {
      parts.push({ name: 'attachment', value: { fileName: name, mime, content: await buffer(await open()) } });
    }
    return {
      method: 'POST',
      url: `${baseUrl(account)}/email/3/send`,
      ...multipartBody(parts, { authorization: `App ${text(account, 'apiKey')}`, accept: 'application/json' }),
    };
  },
  problem: verdictReader(verdictOf),
  messageId: ({ body }) => idAt(body, 'messages.0.messageId'),
});

function verdictOf(body: string): Verdict {
  const status = at(readJson(body), 'messages.0.status');
  if (!LOST.has(at(status, 'groupId'))) return 'accepted';
  return { refused: refusalText(at(status, 'name'), at(status, 'description')) };
}
