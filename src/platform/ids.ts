import { hash, randomBytes } from 'node:crypto';
import { NotFoundException, type PipeTransform } from '@nestjs/common';
import { Types } from 'mongoose';
import slugify from 'slugify';

/** A text, or an id, which stands for its hexadecimal text: ids need no conversion where there are both. */
export type Key = string | Types.ObjectId;

/**
 * An id computed from an origin and a key: the same event and subscriber always give the same run, the same run and step
 * the same message. A job that runs twice writes the same `_id`, and the second write fails (behaviour D7). Derived ids
 * contain the time of the origin, so that they sort, and encode as slugs, like others.
 */
export function derivedId(origin: Types.ObjectId, ...key: Key[]): Types.ObjectId {
  // In one call, because a `Hash` object costs more than the hash: every message has such an id.
  const text = key.map((part) => `\0${part}`).join('');
  const input = Buffer.allocUnsafe(origin.id.length + text.length * MAX_BYTES_PER_UNIT);
  input.set(origin.id);
  const length = origin.id.length + input.write(text, origin.id.length);
  const digest = hash('sha256', input.subarray(0, length), 'hex');
  return Types.ObjectId.createFromHexString(origin.toHexString().slice(0, 8) + digest.slice(8, 24));
}

/** Bytes of a UTF-16 code unit in UTF-8, at most. */
const MAX_BYTES_PER_UNIT = 3;

/** Returns the id with this hexadecimal text, which was checked, or comes from this service. */
export function fromHex(hex: string): Types.ObjectId {
  return Types.ObjectId.createFromHexString(hex);
}

/** A map with ids as keys, which compare by value. Keeps the order of insertion. */
export class IdMap<Value> {
  private readonly byHex = new Map<string, Value>();

  constructor(entries: Iterable<readonly [Types.ObjectId, Value]> = []) {
    for (const [id, value] of entries) this.set(id, value);
  }

  /** Documents by their ids. */
  static of<T extends { _id: Types.ObjectId }>(documents: readonly T[]): IdMap<T> {
    return new IdMap(documents.map((document) => [document._id, document]));
  }

  /** Items by an id of theirs, in their order. */
  static groupBy<T>(items: Iterable<T>, idOf: (item: T) => Types.ObjectId): IdMap<T[]> {
    const groups = new IdMap<T[]>();
    for (const item of items) {
      const id = idOf(item);
      const group = groups.get(id);
      if (group) group.push(item);
      else groups.set(id, [item]);
    }
    return groups;
  }

  get size(): number {
    return this.byHex.size;
  }

  get(id: Types.ObjectId | undefined): Value | undefined {
    return id && this.byHex.get(id.toHexString());
  }

  has(id: Types.ObjectId): boolean {
    return this.byHex.has(id.toHexString());
  }

  set(id: Types.ObjectId, value: Value): this {
    this.byHex.set(id.toHexString(), value);
    return this;
  }

  /** Returns whether there was one. */
  delete(id: Types.ObjectId): boolean {
    return this.byHex.delete(id.toHexString());
  }

  values(): MapIterator<Value> {
    return this.byHex.values();
  }
}

/** A set of ids, which compare by value. */
export class IdSet {
  private readonly hex: ReadonlySet<string>;

  constructor(ids: readonly Types.ObjectId[] = []) {
    this.hex = new Set(ids.map((id) => id.toHexString()));
  }

  get size(): number {
    return this.hex.size;
  }

  has(id: Types.ObjectId): boolean {
    return this.hex.has(id.toHexString());
  }
}

/** Orders documents by their ids: the oldest first. */
export function byAge(one: { _id: Types.ObjectId }, other: { _id: Types.ObjectId }): number {
  return Buffer.compare(one._id.id, other._id.id);
}

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const ENCODED_LENGTH = 16;
const BASE = BigInt(ALPHABET.length);

/** Workflow, step, environment, layout. */
type SlugPrefix = 'wf' | 'stp' | 'env' | 'lyt';

/**
 * The readable slug of a resource: `<name>_<prefix>_<id>`, with the id in base 62. Sixteen characters are enough for every
 * id whose first four bytes are a time before the year 2052, as in MongoDB's ObjectIds.
 */
export function toSlug(name: string, prefix: SlugPrefix, id: Types.ObjectId): string {
  return `${name}_${prefix}_${encodeId(id)}`;
}

/** The id of 24 hexadecimal digits; undefined for any other text. */
export function parseId(text: string): Types.ObjectId | undefined {
  return /^[0-9a-f]{24}$/i.test(text) ? new Types.ObjectId(text) : undefined;
}

/** A path parameter that may be an internal id, a slug or an identifier. */
export type Reference = { id: Types.ObjectId } | { identifier: string };

/**
 * Exactly 24 hexadecimal digits are an internal id; otherwise, when the last 16 characters decode to an id after a
 * prefix such as `wf_`, that id; otherwise the text is the identifier.
 */
export function parseReference(text: string): Reference {
  const slug = /(?:^|_)(?:wf|stp|env|lyt)_([0-9A-Za-z]{16})$/.exec(text);
  const id = parseId(text) ?? (slug?.[1] === undefined ? undefined : decodeId(slug[1]));
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
  return parseId(value.toString(16).padStart(24, '0'));
}

const MAX_SLUG_LENGTH = 64;
const RANDOM_CANDIDATES = 4;

/** A name as at most 64 lowercase ASCII letters, digits and hyphens; empty for a script that cannot be transliterated. */
export function nameSlug(name: string): string {
  return slugify.default(name, { lower: true, strict: true }).slice(0, MAX_SLUG_LENGTH).replace(/-+$/, '');
}

/** Whether a path parameter is an identifier, and neither an internal id nor a slug. */
export function isIdentifier(text: string): boolean {
  return 'identifier' in parseReference(text);
}

/**
 * Identifiers to try for a resource without one: the slug of its name, then the same with random suffixes. A slug that
 * looks like an internal id is left out. `fallback` replaces a name that cannot be transliterated.
 */
export function identifierCandidates(name: string, fallback: string): string[] {
  const slug = nameSlug(name) || fallback;
  const suffixed = Array.from({ length: RANDOM_CANDIDATES }, () => `${slug}-${randomBytes(3).toString('hex')}`);
  return isIdentifier(slug) ? [slug, ...suffixed] : suffixed;
}

/** A path parameter that is an internal id. Any other text cannot refer to an existing resource and is a 404. */
export class ObjectIdPipe implements PipeTransform<string, Types.ObjectId> {
  constructor(private readonly resource: string) {}

  transform(value: string): Types.ObjectId {
    const id = parseId(value);
    if (!id) throw new NotFoundException(`${this.resource} '${value}' was not found`);
    return id;
  }
}
