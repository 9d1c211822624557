import { isObject } from '../../../platform/values/is-object.js';
import { isMailAddress, isPhoneNumber } from '../../../subscribers/subscriber-limits.js';
import type { SuppressibleChannel } from '../../../suppressions/suppression-rules.js';

const MAX_DEPTH = 20;
/** Longer texts are content, and no lists. */
const MAX_LIST = 20_000;

/** Whether a text may be an address. Those of devices and chats have any form. */
const MAY_BE: Readonly<Record<SuppressibleChannel, (text: string) => boolean>> = {
  email: isMailAddress,
  sms: isPhoneNumber,
  push: (text) => text !== '',
  chat: (text) => text !== '',
};

/**
 * The addresses of a channel that a trigger writes into the request of a provider (behaviour CS22): texts and numbers anywhere in
 * the value, alone or in a list as services read it.
 */
export function addressesWithin(channel: SuppressibleChannel, value: unknown, depth = 0): string[] {
  if (typeof value === 'string' || typeof value === 'number') {
    return [...new Set(textsIn(String(value)))].filter(MAY_BE[channel]);
  }
  const inner: unknown[] = Array.isArray(value) ? value : isObject(value) ? Object.values(value) : [];
  return depth < MAX_DEPTH ? inner.flatMap((one) => addressesWithin(channel, one, depth + 1)) : [];
}

/** A text, its parts as a list, and what stands in angle brackets behind a name. */
function textsIn(text: string): string[] {
  if (text.length > MAX_LIST) return [];
  const inBrackets = [...text.matchAll(/<([^<>]*)>/g)].map(([, inner = '']) => inner);
  return [text, ...text.split(/[,;]/), ...inBrackets].map((one) => one.trim());
}
