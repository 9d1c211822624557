import { optionalText, text } from '../../kit/account/account.js';
import { problemOf } from '../../kit/http/classify.js';
import type { EmailContent } from '../../kit/content.js';
import { httpProvider } from '../../kit/http/http-provider.js';
import type { EmailProvider } from '../../kit/provider.js';
import { at, idAt, readJson } from '../../kit/http/read-json.js';
import { jsonBody } from '../../kit/http/request-bodies.js';
import { listed } from '../addresses.js';
import { base64Files } from '../base64-files.js';
import { senderOf } from '../sender.js';
import { sparkpostWebhook } from './sparkpost.webhook.js';

/** The account has sent as much as it may for now. */
const LIMIT_REACHED = 420;

/** SparkPost. The region "eu" is for accounts in Europe. It recognizes no repetitions. */
export const sparkpost: EmailProvider = httpProvider({
  id: 'sparkpost',
  channel: 'email',
  name: 'SparkPost',
  documentation: 'https://developers.sparkpost.com/api/transmissions/',
  keys: { needed: ['apiKey', 'from', 'senderName'], optional: ['region'] },
  reports: sparkpostWebhook,
  async request({ content }, account) {
    const { cc, replyTo, subject, html, text: plain, headers, attachments, customData, ipPoolName } = content;
    const host = optionalText(account, 'region')?.toLowerCase() === 'eu' ? 'api.eu.sparkpost.com' : 'api.sparkpost.com';
    const allHeaders = { ...headers, ...(cc && cc.length > 0 && { CC: listed(cc) }) };
    return {
      method: 'POST',
      url: `https://${host}/api/v1/transmissions`,
      ...jsonBody(
        {
          options: { transactional: true, ip_pool: ipPoolName },
          recipients: recipientsOf(content),
          content: {
            from: senderOf(content, account),
            subject,
            reply_to: replyTo,
            headers: Object.keys(allHeaders).length > 0 ? allHeaders : undefined,
            text: plain,
            html,
            attachments: (await base64Files(attachments))?.map(({ name, mime, content: data }) => ({
              name,
              // It must be told a type.
              type: mime ?? 'application/octet-stream',
              data,
            })),
          },
          metadata: customData,
        },
        { authorization: text(account, 'apiKey') },
      ),
    };
  },
  problem(answer, now) {
    if (answer.status === LIMIT_REACHED) return { ...problemOf(answer, now), kind: 'transient' };
    const accepted = at(readJson(answer.body), 'results.total_accepted_recipients');
    return answer.status === 200 && accepted === 0 ? problemOf(answer, now) : undefined;
  },
  messageId: ({ body }) => idAt(body, 'results.id'),
});

/** Everybody gets an email of their own, in which all see the same people in "To"; who is in no header is a hidden one. */
function recipientsOf({ to, cc = [], bcc = [] }: EmailContent): { address: { email: string; header_to?: string } }[] {
  const header_to = listed(to);
  return [...to, ...cc, ...bcc].map((email) => ({ address: { email, header_to } }));
}
