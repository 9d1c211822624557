import { hash } from 'node:crypto';
import { domainToASCII } from 'node:url';
import type { Types } from 'mongoose';
import { mailboxOf } from '#libs/providers/kit/content.js';
import { readPhoneNumber } from '../subscribers/profiles/phone-numbers.js';
import { isMailAddress } from '../subscribers/subscriber-limits.js';

/** The channels on which messages have addresses of people. */
export const SUPPRESSIBLE_CHANNELS = ['email', 'sms', 'chat', 'push'] as const;
export type SuppressibleChannel = (typeof SUPPRESSIBLE_CHANNELS)[number];

/** Whether messages of a channel have addresses that can be suppressed. */
export function isSuppressible(channel: string): channel is SuppressibleChannel {
  return SUPPRESSIBLE_CHANNELS.some((one) => one === channel);
}

/** Addresses that a message is about to be sent to, as they were given. */
export interface AddressQuery {
  environmentId: Types.ObjectId;
  channel: SuppressibleChannel;
  addresses: readonly string[];
}

/** What a message is, as far as it decides which entries it obeys. */
export interface MessageNature {
  /** Of a critical workflow, which nobody can unsubscribe from. */
  critical: boolean;
  /** Of a workflow that people subscribe to. */
  subscription: boolean;
}

/**
 * Whether an entry with this reason keeps a message from being sent (behaviour CS20): an unsubscription holds for
 * subscriptions alone, a STOP for everything that is not critical, any other reason for everything.
 */
export function blocks(reason: string, { critical, subscription }: MessageNature): boolean {
  if (reason === 'unsubscribe') return subscription && !critical;
  return reason !== 'stop' || !critical;
}

/** The form in which addresses of a channel are compared (behaviour CS21). */
export function comparable(channel: SuppressibleChannel, address: string): string {
  if (channel === 'email') return comparableMailbox(mailboxOf(address).email);
  if (channel === 'sms') return comparableNumber(address);
  return address.trim();
}

/** What is wrong with an address that somebody adds: the end of a sentence that begins with its name. */
export function addressProblem(channel: SuppressibleChannel, address: string): string | undefined {
  if (/[\p{Cc}\p{Cs}]/u.test(address) || address.trim() === '') return 'must be a text without control characters';
  if (address.includes('\ufffd')) return 'has a character that could not be read: save the file in UTF-8';
  if (channel === 'email' && !isMailAddress(address)) return 'must be one email address, such as ada@example.com';
  const read = channel === 'sms' ? readPhoneNumber(address) : undefined;
  return read && 'problem' in read ? read.problem : undefined;
}

/** An international domain has two spellings, and a letter with an accent, too. */
function comparableMailbox(text: string): string {
  const address = text.trim().toLowerCase();
  if (/^[\x20-\x7e]*$/.test(address)) return address;
  const composed = address.normalize('NFC');
  const at = composed.lastIndexOf('@') + 1;
  // Empty unless it is a domain.
  return composed.slice(0, at) + (domainToASCII(composed.slice(at)) || composed.slice(at));
}

/** Providers write a number with and without the plus; a scheme names the service. */
function comparableNumber(text: string): string {
  const read = readPhoneNumber(text);
  const number = 'value' in read ? read.value : text.normalize('NFKC');
  const digits = number
    .replace(/^[a-z]{2,16}:/i, '')
    .toLowerCase()
    .replace(/[^\da-z]/g, '');
  return `+${digits.replace(/^00(?=[1-9])/, '')}`;
}

const HIGH = 2 ** 48;

/** 53 bits of a hash of an address: a million addresses fit into some eight megabytes. */
export function addressKey(channel: SuppressibleChannel, address: string): number {
  const digest = hash('sha256', `${channel} ${address}`, 'buffer');
  return digest.readUIntBE(0, 6) + (digest[6]! & 0x1f) * HIGH;
}
