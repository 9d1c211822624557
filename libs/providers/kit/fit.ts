import type { Content } from './content.js';
import { smsSegments } from './sms-segments.js';

/** A limit of a service, counted as the service counts: code points, UTF-16 units, UTF-8 bytes, or parts of an SMS. */
export interface TextLimit {
  max: number;
  unit: 'characters' | 'units' | 'bytes' | 'segments';
}

/** The limits of the texts of a message. For push notifications that of `body` is for the whole payload, as JSON. */
export type TextLimits = Partial<Record<'title' | 'body', TextLimit>>;

/** A text that was cut. `length`: before, counted in the unit of the limit. */
export interface Cut extends TextLimit {
  field: keyof TextLimits;
  length: number;
}

/** Returns a message whose texts are within the limits of its service, and what was cut for that. */
export function fit<C extends Content>(content: C, limits: TextLimits = {}): { content: C; cuts: Cut[] } {
  const fitted = { ...content } as C & Record<string, unknown>;
  const cuts: Cut[] = [];
  for (const [name, limit] of Object.entries(limits)) {
    const field = name as keyof TextLimits;
    const text = fitted[field];
    const max = content.channel === 'push' && limit.unit === 'bytes' ? roomFor(content, limit.max) : limit.max;
    const measure =
      content.channel === 'push' ? (one: string) => lengthOf(JSON.stringify(one), limit.unit) - 2 : undefined;
    if (typeof text !== 'string' || max <= 0) continue;
    const cut = cutTo(text, { ...limit, max }, measure);
    if (cut === text) continue;
    Object.assign(fitted, { [field]: cut });
    cuts.push({ field, ...limit, length: lengthOf(text, limit.unit) });
  }
  return { content: fitted, cuts };
}

/** What title and data of a push notification leave for its body. */
function roomFor({ title, data }: Extract<Content, { channel: 'push' }>, max: number): number {
  return max - Buffer.byteLength(JSON.stringify({ title, body: '', data }));
}

/** Cuts a longer text after a visible character, and ends it with an ellipsis. */
export function cutTo(text: string, limit: TextLimit, measure = (one: string) => lengthOf(one, limit.unit)): string {
  if (measure(text) <= limit.max) return text;
  // An ellipsis of one character would make a text of the GSM alphabet Unicode, with less than half of the room.
  const ellipsis = limit.unit === 'segments' && smsSegments(text).encoding === 'GSM-7' ? '...' : '…';
  const shortened = (end: number): string => `${text.slice(0, end).trimEnd()}${ellipsis}`;
  let [fits, over] = [0, Math.min(text.length, limit.max * (limit.unit === 'segments' ? 160 : 2) + 1)];
  while (over - fits > 1) {
    const middle = (fits + over) >> 1;
    if (measure(shortened(middle)) <= limit.max) fits = middle;
    else over = middle;
  }
  return shortened(visibleEnd(text, fits));
}

/** More units than any visible character has that is not made to disturb. */
const WINDOW = 64;

/** The end of the last visible character that ends there or before. Only what is near is looked at: Node copies the text for each. */
function visibleEnd(text: string, end: number): number {
  const from = Math.max(0, end - WINDOW);
  const character = new Intl.Segmenter().segment(text.slice(from, end + WINDOW)).containing(end - from);
  return character ? from + character.index : end;
}

/** The length of a text as a service counts it. */
export function lengthOf(text: string, unit: TextLimit['unit']): number {
  if (unit === 'units') return text.length;
  if (unit === 'bytes') return Buffer.byteLength(text);
  return unit === 'segments' ? smsSegments(text).segments : Array.from(text).length;
}
