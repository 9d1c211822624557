import { isUrl } from '#libs/url/is-url.js';
import { type Draft, emailProvider, preliminaryRequest } from '../kit/http/http-provider.js';
import { at, idAt, readJson } from '../kit/json.js';
import { type EmailContent, mailboxOf } from '../kit/content.js';
import type { World } from '../kit/provider.js';
import { type Account, AccountError, text } from '../kit/account.js';
import { mailbox, senderOf } from './mail.js';

/** The recipients of a request to Braze. */
interface Audience {
  external_user_ids?: string[];
  user_aliases?: unknown[];
}

/**
 * Braze. It sends to its own users and not to addresses, so they are looked up by address first: the key needs the
 * permissions `messages.send` and `users.export.ids`. An address without a user is an error; copies and files cannot be
 * sent. It recognizes no repetitions.
 */
export const braze = emailProvider({
  id: 'braze',
  name: 'Braze',
  documentation: 'https://www.braze.com/docs/api/endpoints/messaging/send_messages/post_send_messages/',
  keys: { needed: ['apiKey', 'apiURL', 'appID', 'from', 'senderName'] },
  async request({ content }, account, world) {
    checkContent(content);
    const app_id = text(account, 'appID');
    const from = mailbox(senderOf(content, account));
    const { to, replyTo, subject, html, text: plain, headers, customData } = content;
    return brazeRequest(account, '/messages/send', {
      ...(await audienceOf(to, account, world)),
      messages: {
        email: {
          app_id,
          subject,
          from,
          reply_to: replyTo,
          body: html,
          plaintext_body: plain,
          headers,
          extras: customData,
        },
      },
    });
  },
  // https://www.braze.com/docs/api/errors (messages of 400)
  faults: {
    account: /app_id|api key|permission|unsubscribe|from address|sender/i,
    recipient: /no valid recipients|invalid recipient|users? not found/i,
    content: /subject|body|message variation/i,
  },
  messageId: 'dispatch_id',
});

function checkContent({ cc = [], bcc = [], attachments = [] }: EmailContent): void {
  if (cc.length + bcc.length > 0) throw new AccountError('Braze sends no copies (cc, bcc)', 'content');
  if (attachments.length > 0) throw new AccountError('Braze sends no files', 'content');
}

function brazeRequest(account: Account, path: string, body: object): Draft {
  const address = text(account, 'apiURL').replace(/\/+$/, '');
  const base = /^https?:\/\//i.test(address) ? address : `https://${address}`;
  if (!isUrl(base)) throw new AccountError('the credential "apiURL" of the integration is not an address');
  return {
    url: `${base}${path}`,
    json: body,
    headers: { authorization: `Bearer ${text(account, 'apiKey')}` },
  };
}

/** The users with these addresses; those without an external id are named by an alias. */
async function audienceOf(emails: readonly string[], account: Account, world: World): Promise<Audience> {
  const ids: string[] = [];
  const aliases: unknown[] = [];
  for (const one of emails) {
    const email_address = mailboxOf(one).email;
    const query = { email_address, fields_to_export: ['external_id', 'user_aliases'] };
    const { body } = await preliminaryRequest(brazeRequest(account, '/users/export/ids', query), world);
    const id = idAt(body, 'users.0.external_id');
    const alias = at(readJson(body), 'users.0.user_aliases.0');
    if (id !== undefined) ids.push(id);
    else if (alias !== undefined) aliases.push(alias);
    else throw new AccountError(`Braze has no user with the address ${email_address}`, 'recipient');
  }
  return {
    ...(ids.length > 0 && { external_user_ids: ids }),
    ...(aliases.length > 0 && { user_aliases: aliases }),
  };
}
