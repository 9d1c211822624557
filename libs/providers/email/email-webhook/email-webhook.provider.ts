import { createHmac } from 'node:crypto';
import { AccountError, optionalText, text } from '../../kit/account.js';
import { httpProvider } from '../../kit/http-provider.js';
import type { Account, EmailProvider } from '../../kit/provider.js';
import { idAt } from '../../kit/read-json.js';
import { jsonBody } from '../../kit/request-bodies.js';
import { base64Files } from '../base64-files.js';
import { senderOf } from '../sender.js';

/** The header that proves where an email comes from: the hexadecimal HMAC-SHA256 of the body. */
export const SIGNATURE_HEADER = 'x-carillon-signature';

/**
 * A server of the user's own, which is posted the email as JSON: `id`, `from` (`email`, `name`), `to`, `cc`, `bcc`,
 * `replyTo`, `subject`, `html`, `text`, `headers`, `attachments` (`name`, `mime`, `content` in Base64) and `customData`;
 * what an email has not is left out. `id` is the same for every attempt and stands in the header `idempotency-key`, too.
 * Any 2xx is success; a member `id` of a JSON answer is the server's own id of the message. The signature is made with
 * `secretKey`, which `hmacSecretKeyEncoding` says how to read: as text, hexadecimal or Base64.
 */
export const emailWebhook: EmailProvider = httpProvider({
  id: 'email-webhook',
  channel: 'email',
  name: 'Email Webhook',
  documentation: 'https://www.rfc-editor.org/rfc/rfc2104',
  keys: { needed: ['webhookUrl', 'secretKey', 'from', 'senderName'], optional: ['hmacSecretKeyEncoding'] },
  async request({ key, content }, account) {
    const { to, cc, bcc, replyTo, subject, html, text: plain, headers, attachments, customData } = content;
    const url = text(account, 'webhookUrl');
    if (!URL.canParse(url)) throw new AccountError('the credential "webhookUrl" of the integration is no address');
    text(account, 'secretKey');
    return {
      method: 'POST',
      url,
      ...jsonBody(
        {
          id: key,
          from: senderOf(content, account),
          to,
          cc,
          bcc,
          replyTo,
          subject,
          html,
          text: plain,
          headers,
          attachments: await base64Files(attachments),
          customData,
        },
        { 'idempotency-key': key },
      ),
    };
  },
  sign(request, account) {
    const signature = createHmac('sha256', keyOf(account))
      .update(request.body ?? '')
      .digest('hex');
    return { ...request, headers: { ...request.headers, [SIGNATURE_HEADER]: signature } };
  },
  messageId: ({ body }) => idAt(body, 'id'),
});

function keyOf(account: Account): Buffer {
  const encoding = optionalText(account, 'hmacSecretKeyEncoding');
  return Buffer.from(text(account, 'secretKey'), encoding === 'hex' || encoding === 'base64' ? encoding : 'utf8');
}
