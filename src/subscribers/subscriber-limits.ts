import { isEmail } from 'class-validator';
import { mailboxOf } from '#libs/providers/kit/content.js';
import type { FreeFormRules } from '../platform/validation/decorators.js';

/** Maximum length of a subscriber id. */
export const MAX_SUBSCRIBER_ID_LENGTH = 512;

/** Anything but blanks alone, and control characters and unpaired surrogates, which no store keeps unchanged. */
export const SUBSCRIBER_ID = /^(?=.*[^\p{Z}\p{Cf}])[^\p{Cc}\p{Cs}]+$/u;

/** A name without address separators, followed by an address in angle brackets. */
const NAMED_ADDRESS = /^(?:"[^"\\\p{Cc}]*" *|[^"<>@,;:\\()[\]\p{Cc}]*)<([^<>]*)>$/u;

/**
 * The single email address in a text, without the name before it, as in `Ada <ada@example.com>`. Undefined for text that
 * some mailer could read as several addresses: lists, groups, quotation marks, control characters.
 */
export function mailAddressOf(text: string): string | undefined {
  const address = NAMED_ADDRESS.exec(text)?.[1] ?? text;
  if (/["\p{Cc}\p{Cs}\p{Z}]/u.test(address)) return undefined;
  return isEmail(address, { require_tld: false, allow_ip_domain: true }) ? address : undefined;
}

/** The single email address in a text as {@link mailAddressOf}, with the name before it in quotes: `"Ada" <ada@example.com>`. */
export function mailboxTextOf(text: string): string | undefined {
  const address = mailAddressOf(text);
  const name = address === undefined || address === text ? undefined : mailboxOf(text).name?.trim();
  return name ? `"${name}" <${address}>` : address;
}

/** Whether a text is one email address, with or without a name before it. */
export function isMailAddress(text: string): boolean {
  return mailAddressOf(text) !== undefined;
}

/**
 * Whether a text is one phone number, with or without a scheme, as in `whatsapp:+4930901820`: digits and the usual
 * separators between them, also letters. Many gateways read commas, and some a space before a plus, as a list.
 */
export function isPhoneNumber(text: string): boolean {
  return /^(?:[a-z]{2,16}:)?\+?[\d(][\da-z ()./-]{0,39}$/i.test(text) && /\d/.test(text);
}

/** Limits of a subscriber's `data`, for all requests that contain it. */
export const DATA_RULES: FreeFormRules = { dollarKeys: 'refused', maxBytes: 65_536 };

/** Maximum number of integrations that one request may contain credentials for. */
export const MAX_CHANNELS = 100;
