import { isObject } from '../../platform/values/is-object.js';
import { mailAddressOf } from '../../subscribers/subscriber-limits.js';
import { textField, textFields, textList } from '../channels/channel-overrides.js';
import type { OutgoingEmail } from '../channels/channel-sender.js';
import type { OutcomeDetail } from '../execution/step-outcome.js';
import type { RunScope } from '../run-input.js';

type Fields = Readonly<Record<string, unknown>>;

/** Where an email goes, and what was left out because it is no single address: named by where it came from. */
interface Addresses {
  to: string[];
  cc: string[];
  bcc: string[];
  invalid: string[];
}

/**
 * Behaviour E1: an override adds recipients, unless it says that it replaces. Each text is one address: an email reaches
 * those whom somebody has named, not those whom a text smuggles in.
 */
export function addressesOf(scope: Pick<RunScope, 'event' | 'subscriber'>, overrides: Fields): Addresses {
  const invalid = new Set<string>();
  const valid = (value: unknown, from: string): string[] => {
    const addresses = textList(value).map(mailAddressOf);
    if (addresses.includes(undefined)) invalid.add(from);
    return textList(addresses);
  };
  const given = textField(scope.event.payload, 'email');
  const added = valid(overrides.to, 'overrides.email.to');
  const replaces = overrides.replaceToRecipient === true && textList(overrides.to).length > 0;
  const own = replaces ? [] : valid(given ?? scope.subscriber.email, given ? 'payload.email' : 'subscriber.email');
  return {
    to: textList([...own, ...added]),
    cc: valid(overrides.cc, 'overrides.email.cc'),
    bcc: valid(overrides.bcc, 'overrides.email.bcc'),
    invalid: [...invalid],
  };
}

/** Who an email comes from, and who is answered; what is no single address is left out and named in `invalid`. */
export function senderOf(
  controls: Fields,
  overrides: Fields,
  invalid: string[],
): Pick<OutgoingEmail, 'from' | 'senderName' | 'replyTo'> {
  const control = isObject(controls.from) ? controls.from : {};
  const address = (override: string | undefined, own: string | undefined, field: string): string | undefined => {
    const text = override ?? own;
    const found = text === undefined ? undefined : mailAddressOf(text);
    if (text !== undefined && found === undefined)
      invalid.push(override === undefined ? field : `overrides.email.${field}`);
    return found;
  };
  const from = address(textField(overrides, 'from'), textField(control, 'email'), 'from');
  const replyTo = address(textField(overrides, 'replyTo'), textField(controls, 'replyTo'), 'replyTo');
  const senderName = textField(overrides, 'senderName') ?? textField(control, 'name');
  return {
    ...(from !== undefined && { from }),
    ...(senderName !== undefined && { senderName: oneLine(senderName) }),
    ...(replyTo !== undefined && { replyTo }),
  };
}

/**
 * Headers that other fields of an email make, or its mailer: recipients, senders, how the body is written. And those by
 * which some services take further recipients.
 */
const RESERVED_HEADER =
  /^(to|cc|bcc|from|sender|reply-to|return-path|subject|date|message-id|received|apparently-to|errors-to|dkim-signature|(resent|content|mime)-.*|x-smtpapi|x-msys-api|x-mc-bccaddress)$/i;

/** RFC 5322, 2.2: printable ASCII without a colon. */
const HEADER_NAME = /^[!-9;-~]{1,100}$/;

/** The headers that an override may set, and the names of those that it may not. */
export function headersOf(given: unknown): { headers?: Record<string, string>; refused: string[] } {
  if (!isObject(given)) return { refused: [] };
  const entries = Object.entries(textFields(given));
  const isAllowed = ([name]: [string, string]): boolean => HEADER_NAME.test(name) && !RESERVED_HEADER.test(name);
  const headers = entries.filter(isAllowed).map(([name, value]) => [name, oneLine(value)]);
  const refused = entries.filter((entry) => !isAllowed(entry)).map(([name]) => oneLine(name).slice(0, 100));
  return { headers: Object.fromEntries(headers), refused };
}

/** Without line breaks and other control characters: for whatever stands in a header. */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ');
}

/** What the activity says about what was left out. */
export function leftOut(invalid: readonly string[], refusedHeaders: readonly string[]): OutcomeDetail[] {
  const details: OutcomeDetail[] = [];
  if (invalid.length > 0) {
    const raw = `no email address: ${invalid.join(', ')}`;
    details.push({ status: 'Warning', detail: 'Left out what is no email address', raw });
  }
  if (refusedHeaders.length > 0) {
    const raw = `not to be set as headers: ${refusedHeaders.slice(0, 20).join(', ')}`;
    details.push({ status: 'Warning', detail: 'Left out headers that have fields of their own', raw });
  }
  return details;
}
