import { smsSegments } from '../kit/sms-segments.js';
import type { SmsContent } from '../kit/content.js';
import { type Account, AccountError, optionalText } from '../kit/account.js';

/** An international number without its leading plus, for services that expect it so. */
export function withoutPlus(number: string): string {
  return number.replace(/^\+/, '');
}

/** Whether a sender is a number and not a name. */
export function isNumber(sender: string): boolean {
  return /^\+?\d+$/.test(sender);
}

/** Whether a text needs Unicode, for services that need a flag for it. */
export function needsUnicode(text: string): boolean {
  return smsSegments(text).encoding === 'UCS-2';
}

/** The sender of a text message: that of the message, else that of the account (behaviour M1). */
export function optionalSenderOf({ from }: SmsContent, account: Account): string | undefined {
  return from ?? optionalText(account, 'from');
}

/** The same for services that need a sender. Throws {@link AccountError} without one. */
export function senderOf(content: SmsContent, account: Account): string {
  const sender = optionalSenderOf(content, account);
  if (sender === undefined) throw new AccountError('neither the message nor the integration says who it is "from"');
  return sender;
}
