import { canonicalJson } from '../../platform/values/canonical-json.js';
import { isObject } from '../../platform/values/is-object.js';
import { hashOf, NO_HASH, type UnsealedLine } from '../chain.js';

/** The first line of an export that is wrong. */
export interface WrongLine {
  /** From 1. */
  readonly line: number;
  readonly reason: string;
}

/** What an export contains when all of its lines are right. */
export interface VerifiedExport {
  readonly lines: number;
  /** Numbers of the first and last entry; undefined when there is none. */
  readonly first?: number;
  readonly last?: number;
  /** Hash of the last entry. Compared with one that was noted elsewhere it shows that nothing is missing at the end. */
  readonly lastHash?: string;
}

interface Entry extends UnsealedLine {
  readonly hash: string;
  readonly organizationId: string;
}

/**
 * Checks the lines of an export: each must be the exact text of its entry, with its own hash and that of the line before.
 * Ends at the first that is wrong. An export may begin with any entry, and what is missing at its end cannot be seen.
 */
export async function verifyLines(
  lines: AsyncIterable<Buffer> | Iterable<Buffer>,
): Promise<{ wrong: WrongLine } | { verified: VerifiedExport }> {
  let [count, first] = [0, undefined as number | undefined];
  let before: Entry | undefined;
  for await (const bytes of lines) {
    count += 1;
    const entry = readEntry(bytes);
    const reason = typeof entry === 'string' ? entry : (problemOf(entry) ?? linkProblem(entry, before));
    if (typeof entry === 'string' || reason !== undefined) return { wrong: { line: count, reason: reason ?? '' } };
    first ??= entry.sequence;
    before = entry;
  }
  return { verified: { lines: count, first, last: before?.sequence, lastHash: before?.hash } };
}

/** The entry of a line, or why it is none. */
function readEntry(bytes: Buffer): Entry | string {
  let text: string;
  let value: unknown;
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    value = JSON.parse(text);
  } catch {
    return 'is not JSON: it was changed or cut off';
  }
  if (!isObject(value) || typeof value['hash'] !== 'string' || !Number.isSafeInteger(value['sequence']))
    return 'is not an entry of an audit trail';
  if (canonicalJson(value) !== text) return 'was changed: it is not written as an export writes it';
  return value as unknown as Entry;
}

function problemOf(entry: Entry): string | undefined {
  const { hash, ...rest } = entry;
  const unsealed = rest as UnsealedLine;
  if (hashOf(unsealed) === hash) return undefined;
  return `was changed: entry ${entry.sequence} does not have the hash that it states`;
}

function linkProblem(entry: Entry, before: Entry | undefined): string | undefined {
  const { sequence, previousHash, organizationId } = entry;
  if (!before)
    return sequence === 1 && previousHash !== NO_HASH ? 'was changed: the first entry has none before it' : undefined;
  if (organizationId !== before.organizationId) return 'belongs to another organization than the line before';
  const expected = before.sequence + 1;
  if (sequence < expected) return `is out of order: entry ${sequence} after entry ${before.sequence}`;
  if (sequence > expected)
    return `is out of order, or lines before it are missing: entry ${sequence} after entry ${before.sequence}`;
  if (previousHash !== before.hash)
    return `does not follow the line before: that one was replaced as a whole, or this one`;
  return undefined;
}

/** The lines of a file as bytes, without their ends. A last line without an end is one, too. */
export async function* splitLines(chunks: AsyncIterable<Buffer> | Iterable<Buffer>): AsyncGenerator<Buffer> {
  let rest = Buffer.alloc(0);
  for await (const chunk of chunks) {
    let all = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    for (let end = all.indexOf(NEWLINE); end !== -1; end = all.indexOf(NEWLINE)) {
      yield all.subarray(0, end);
      all = all.subarray(end + 1);
    }
    rest = Buffer.from(all);
  }
  if (rest.length > 0) yield rest;
}

const NEWLINE = 0x0a;
