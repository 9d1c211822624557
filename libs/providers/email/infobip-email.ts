import { buffer } from 'node:stream/consumers';
import { baseUrl, text } from '../kit/account.js';
import { emailProvider } from '../kit/http/http-provider.js';
import { type FormPart, multipartBody } from '../kit/http/request-bodies.js';
import { judged } from '../kit/http/read-response.js';
import { LOST_GROUPS } from '../sms/infobip-sms.js';
import { mailbox, senderOf } from './mail.js';

/** Infobip. Each account has its own base URL. It supports no headers, and recognizes no repetitions. */
export const infobipEmail = emailProvider({
  id: 'infobip-email',
  name: 'Infobip',
  documentation: 'https://www.infobip.com/docs/api/channels/email/send-fully-featured-email',
  keys: { needed: ['apiKey', 'baseUrl', 'from', 'senderName'] },
  noUnsubscribeHeaders: 'it takes no headers with an email',
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
      url: `${baseUrl(account)}/email/3/send`,
      ...multipartBody(parts, { authorization: `App ${text(account, 'apiKey')}`, accept: 'application/json' }),
    };
  },
  // https://www.infobip.com/docs/essentials/response-status-and-error-codes
  code: 'messages.0.status.name requestError.serviceException.messageId',
  faults: {
    recipient:
      'REJECTED_DESTINATION REJECTED_INVALID_DESTINATION REJECTED_DND UNDELIVERABLE_REJECTED_OPERATOR UNDELIVERABLE_NOT_DELIVERED UNDELIVERABLE_NOT_SENT',
    account: [
      'REJECTED_SENDER REJECTED_SOURCE REJECTED_NETWORK REJECTED_PREPAID_PACKAGE_EXPIRED REJECTED_ROUTE_NOT_AVAILABLE UNAUTHORIZED FORBIDDEN',
      'REJECTED_NOT_ENOUGH_CREDITS',
    ],
    passing: 'EXPIRED_EXPIRED EXPIRED_DLR_UNKNOWN REJECTED_SYSTEM_ERROR',
  },
  verdict: judged(
    'messages.0.status.groupId',
    { bad: LOST_GROUPS },
    'messages.0.status.name',
    'messages.0.status.description',
  ),
  messageId: 'messages.0.messageId',
  optionalId: true,
});
