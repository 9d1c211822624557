import { isEmail } from 'class-validator';
import type { FreeFormRules } from '../platform/validation/decorators.js';

/** Characters of a subscriber id at most. */
export const MAX_SUBSCRIBER_ID_LENGTH = 512;

/** Anything but control characters and halves of surrogate pairs, which no store keeps as they are. */
export const SUBSCRIBER_ID = /^[^\p{Cc}\p{Cs}]+$/u;

/** A name without what separates addresses, and an address in angle brackets. */
const NAMED_ADDRESS = /^(?:"[^"\\\p{Cc}]*" *|[^"<>@,;:\\()[\]\p{Cc}]*)<([^<>]*)>$/u;

/**
 * The one email address that a text is, or has behind a name, as in `Ada <ada@example.com>`; the name is left out.
 * Undefined for what some mailer could read as several: lists, groups, quotation marks, control characters.
 */
export function mailAddressOf(text: string): string | undefined {
  const address = NAMED_ADDRESS.exec(text)?.[1] ?? text;
  if (/["\p{Cc}\p{Cs}\p{Z}]/u.test(address)) return undefined;
  return isEmail(address, { require_tld: false, allow_ip_domain: true }) ? address : undefined;
}

/** Whether a text is one email address, with or without a name before it. */
export function isMailAddress(text: string): boolean {
  return mailAddressOf(text) !== undefined;
}

/**
 * Whether a text is one phone number, with or without a scheme, as in `whatsapp:+4930901820`: digits, and what people write
 * between them, letters too. Many gateways read commas, and some spaces before a plus, as a list.
 */
export function isPhoneNumber(text: string): boolean {
  return /^(?:[a-z]{2,16}:)?\+?[\d(][\da-z ()./-]{0,39}$/i.test(text) && /\d/.test(text);
}

/** What holds for a subscriber's `data`, however it arrives. */
export const DATA_RULES: FreeFormRules = { dollarKeys: 'refused', maxBytes: 65_536 };

/** Integrations that one request gives credentials for, at most. */
export const MAX_CHANNELS = 100;
