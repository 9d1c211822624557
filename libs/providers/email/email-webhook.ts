import { isUrl } from '#libs/url/is-url.js';
import { emailProvider } from '../kit/http/http-provider.js';
import { withWebhookSignature } from '../kit/http/signatures.js';
import { type Account, AccountError, text } from '../kit/account.js';
import { base64Files, senderOf } from './mail.js';

/**
 * A server of the operator. It receives the email as JSON by POST: `id`, `from` (`email`, `name`), `to`, `cc`, `bcc`,
 * `replyTo`, `subject`, `html`, `text`, `headers`, `attachments` (`name`, `mime`, `content` in Base64) and
 * `customData`; absent members are left out. `id` is the same for every attempt and is also sent as the header
 * `idempotency-key`. The header `x-carillon-signature` is the HMAC-SHA256 of the body with `secretKey`, in hexadecimal
 * digits. Any 2xx is success; a member `id` of a JSON response is the server's own id of the message.
 */
export const emailWebhook = emailProvider({
  id: 'email-webhook',
  name: 'Email Webhook',
  documentation: 'https://www.rfc-editor.org/rfc/rfc2104',
  keys: { needed: ['webhookUrl', 'secretKey', 'from', 'senderName'], optional: ['hmacSecretKeyEncoding'] },
  async request({ key, content }, account) {
    const { to, cc, bcc, replyTo, subject, html, text: plain, headers, attachments, customData } = content;
    return {
      url: addressOf(account),
      json: {
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
      headers: { 'idempotency-key': key },
    };
  },
  sign: withWebhookSignature,
  messageId: 'id',
  optionalId: true,
});

function addressOf(account: Account): string {
  const url = text(account, 'webhookUrl');
  if (/^https?:\/\//i.test(url) && isUrl(url)) return url;
  throw new AccountError('the credential "webhookUrl" of the integration is not an http or https address');
}
