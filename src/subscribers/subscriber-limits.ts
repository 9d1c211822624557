import { isEmail } from 'class-validator';
import type { FreeFormRules } from '../common/validation/free-form.js';

/** Characters of a subscriber id at most. */
export const MAX_SUBSCRIBER_ID_LENGTH = 512;

/** Anything but control characters and halves of surrogate pairs, which no store keeps as they are. */
export const SUBSCRIBER_ID = /^[^\p{Cc}\p{Cs}]+$/u;

/** Whether a message can be sent to this text: one address, with or without a name before it, and no line breaks. */
export function isMailAddress(text: string): boolean {
  return isEmail(text, { allow_display_name: true, require_tld: false, allow_ip_domain: true });
}

/** What holds for a subscriber's `data`, however it arrives. */
export const DATA_RULES: FreeFormRules = { dollarKeys: 'refused', maxBytes: 65_536 };

/** Integrations that one request gives credentials for, at most. */
export const MOST_CHANNELS = 100;
