import { Types } from 'mongoose';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const ENCODED_LENGTH = 16;
const BASE = BigInt(ALPHABET.length);

/** Workflow, step, environment, layout. */
type SlugPrefix = 'wf' | 'stp' | 'env' | 'lyt';

/**
 * The readable slug of a resource: `<name>_<prefix>_<id>`, where the id is written in base 62. Sixteen characters
 * hold every id whose first four bytes are a time before the year 2052, as those of MongoDB's ObjectIds are.
 */
export function toSlug(name: string, prefix: SlugPrefix, id: Types.ObjectId): string {
  return `${name}_${prefix}_${encodeId(id)}`;
}

/** What a path parameter that may hold an internal id, a slug or an identifier refers to. */
export type Reference = { id: Types.ObjectId } | { identifier: string };

/**
 * Exactly 24 hexadecimal digits are an internal id; otherwise, when the last 16 characters decode to an id after a
 * prefix such as `wf_`, that id; otherwise the text is the identifier.
 */
export function parseReference(text: string): Reference {
  if (/^[0-9a-f]{24}$/i.test(text)) return { id: new Types.ObjectId(text) };
  const slug = /(?:^|_)(?:wf|stp|env|lyt)_([0-9A-Za-z]{16})$/.exec(text);
  const id = slug?.[1] === undefined ? undefined : decodeId(slug[1]);
  return id ? { id } : { identifier: text };
}

function encodeId(id: Types.ObjectId): string {
  let rest = BigInt(`0x${id.toHexString()}`);
  let encoded = '';
  while (rest > 0n) {
    encoded = ALPHABET.charAt(Number(rest % BASE)) + encoded;
    rest /= BASE;
  }
  return encoded.padStart(ENCODED_LENGTH, '0');
}

function decodeId(encoded: string): Types.ObjectId | undefined {
  let value = 0n;
  for (const character of encoded) value = value * BASE + BigInt(ALPHABET.indexOf(character));
  const hex = value.toString(16).padStart(24, '0');
  return hex.length === 24 ? new Types.ObjectId(hex) : undefined;
}
