import type { Content } from './content.js';

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

/** The characters that need no Unicode in a text message (3GPP TS 23.038), and those of its extension table. */
const ALPHABET = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?' +
    '¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
);
const EXTENSION = new Set('\f^{}\\[~]|€');
/** Units in a message of one segment, and in each segment of a longer one, whose header takes the rest. */
const SEGMENT = { 'GSM-7': [160, 153], 'UCS-2': [70, 67] } as const;

/** How a text message is sent: its encoding, its units (septets or UTF-16 units) and the segments that are charged. */
export interface SmsSegments {
  encoding: 'GSM-7' | 'UCS-2';
  units: number;
  segments: number;
}

/** Counts the segments of a text message. A character of two units is never split between two segments. */
export function smsSegments(text: string): SmsSegments {
  const characters = Array.from(text);
  const isGsm = characters.every((one) => ALPHABET.has(one) || EXTENSION.has(one));
  const encoding = isGsm ? 'GSM-7' : 'UCS-2';
  const sizes = characters.map((one) => (isGsm ? (EXTENSION.has(one) ? 2 : 1) : one.length));
  const units = sizes.reduce((sum, size) => sum + size, 0);
  const [alone, each] = SEGMENT[encoding];
  if (units <= alone) return { encoding, units, segments: 1 };
  let [segments, used] = [1, 0];
  for (const size of sizes) {
    if (used + size > each) [segments, used] = [segments + 1, 0];
    used += size;
  }
  return { encoding, units, segments };
}
