import { AccountError, optionalText } from '../kit/account/account.js';
import type { SmsContent } from '../kit/content.js';
import type { Account } from '../kit/provider.js';

/** Who a text message comes from: what the message says, else what the account says (behaviour M1). */
export function optionalSenderOf({ from }: SmsContent, account: Account): string | undefined {
  return from ?? optionalText(account, 'from');
}

/** The same for services that need a sender. Throws {@link AccountError} without one. */
export function senderOf(content: SmsContent, account: Account): string {
  const sender = optionalSenderOf(content, account);
  if (sender === undefined) throw new AccountError('neither the message nor the integration says who it is "from"');
  return sender;
}
