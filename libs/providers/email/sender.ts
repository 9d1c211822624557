import { AccountError, optionalText } from '../kit/account/account.js';
import type { EmailContent } from '../kit/content.js';
import type { Account } from '../kit/provider.js';

/** Who an email comes from. */
export interface Sender {
  email: string;
  name?: string;
}

/** What the message says, else what the account says (behaviour E3). Throws {@link AccountError} without an address. */
export function senderOf({ from, senderName }: EmailContent, account: Account): Sender {
  const email = from ?? optionalText(account, 'from');
  if (email === undefined) throw new AccountError('neither the message nor the integration says who it is "from"');
  const name = senderName ?? optionalText(account, 'senderName');
  return { email, ...(name !== undefined && { name }) };
}

/** An address with its name, as a header of an email writes it (RFC 5322). */
export function mailbox({ email, name }: Sender): string {
  return name === undefined ? email : `"${name.replace(/["\\]/g, '\\$&').replace(/[\r\n]+/g, ' ')}" <${email}>`;
}
