import { BadRequestException, type HttpException, PayloadTooLargeException } from '@nestjs/common';
import { LoopScheduler } from '#libs/computation/loop-scheduler.js';
import { ValidationException } from '../../errors/validation.exception.js';
import { UnreadJson } from '../../values/unread-json.js';
import { unusableIn, WHOLE } from './json-problems.js';
import { Pace } from '../../scheduling/pace.js';

/** Most values in one piece, as many as the largest allowed trigger can have. Parsing them takes some ten milliseconds. */
const MAX_VALUES = 300_000;
/** Bytes that are scanned in one turn of the event loop. */
const STRIDE = 262_144;
const BYTE_ORDER_MARK = '\ufeff';

/** Some editors put it at the beginning of a file; it is not part of the JSON. */
export function withoutByteOrderMark(text: string): string {
  return text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text;
}

const turns = new LoopScheduler();
/** All bodies share one owner: which environment a body belongs to is not known yet. */
const OWNER = 'bodies';

/**
 * The value of a large JSON text, parsed in pieces, with turns of the event loop in between: each entry of a list that is
 * a member of the outermost object, such as each trigger of a bulk, is one piece, and the rest (the frame) is another.
 * With `keepsEntries` the entries are parsed to examine them, and returned as {@link UnreadJson}. Throws like the parsing of
 * small bodies, and 413 for a piece that has more values than any request needs.
 */
export async function readLargeJson(
  chunks: readonly Buffer[],
  { deepest, keepsEntries = false }: { deepest: number; keepsEntries?: boolean },
): Promise<unknown> {
  const cutter = new Cutter(deepest);
  for (const chunk of chunks) {
    for (let from = 0; from < chunk.length; from += STRIDE) {
      await turn();
      cutter.read(chunk.subarray(from, from + STRIDE));
    }
  }
  const pace = new Pace();
  const entries: Piece[] = [];
  for (const { text, size } of cutter.pieces) {
    await turn();
    const { value, unusable } = examined(text);
    await pace.after(size);
    entries.push({ value: keepsEntries ? new UnreadJson(text, size) : value, unusable });
  }
  await turn();
  const frame = examined(cutter.frame);
  if (frame.unusable) throw refused(frame.unusable);
  if (entries.length > 0) putIn(frame.value as Record<string, unknown>, entries);
  return frame.value;
}

interface Piece {
  value: unknown;
  /** Why it cannot be stored. */
  unusable: ReturnType<typeof unusableIn>;
}

function examined(text: string): Piece {
  const value = parsed(text);
  return { value, unusable: unusableIn(text, value) };
}

async function turn(): Promise<void> {
  await turns.next(OWNER);
}

function parsed(piece: string): unknown {
  try {
    return JSON.parse(piece) as unknown;
  } catch (error) {
    throw new BadRequestException(`Malformed JSON: ${(error as Error).message}`);
  }
}

/** Replaces the numbers in the lists of the frame with the pieces they refer to. */
function putIn(frame: Record<string, unknown>, entries: readonly Piece[]): void {
  for (const [name, numbers] of Object.entries(frame)) {
    if (!Array.isArray(numbers)) continue;
    frame[name] = (numbers as number[]).map((number, index) => {
      const { value, unusable } = entries[number]!;
      if (unusable) throw refused({ ...unusable, path: placeOf(name, index, unusable.path) });
      return value;
    });
  }
}

function placeOf(name: string, index: number, path: string): string {
  return path === WHOLE ? `${name}.${index}` : `${name}.${index}.${path}`;
}

function refused({ path, problem }: { path: string; problem: string }): HttpException {
  return ValidationException.of(path, `${path} ${problem}`);
}

/** Cuts the entries out of the lists that are members of the outermost object; in the frame they are replaced by numbers. */
class Cutter {
  readonly pieces: { text: string; size: number }[] = [];
  private readonly framed: Buffer[] = [];
  private entry: Buffer[] = [];
  private where: 'frame' | 'entry' = 'frame';
  private isInText = false;
  private isEscaped = false;
  private isObject = false;
  /** Whether the current list has had an entry. */
  private hasEntries = false;
  private depth = 0;
  private values = 0;
  private framedValues = 0;

  constructor(private readonly deepest: number) {}

  get frame(): string {
    return withoutByteOrderMark(Buffer.concat(this.framed).toString());
  }

  read(bytes: Buffer): void {
    /** Start of the bytes that are not yet in the frame or the entry. */
    let from = 0;
    for (let position = 0; position < bytes.length; position++) {
      const byte = bytes[position];
      if (this.isInText) this.readText(byte);
      else if (byte === QUOTE) this.isInText = true;
      else if (byte === OPEN_OBJECT || byte === OPEN_LIST) {
        if (!this.open(byte)) continue;
        this.framed.push(bytes.subarray(from, position + 1));
        from = position + 1;
        this.where = 'entry';
      } else if (byte === COMMA) {
        this.count();
        if (this.where === 'frame' || this.depth !== 2) continue;
        this.cut(bytes.subarray(from, position));
        from = position + 1;
      } else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) {
        if (this.where === 'entry' && this.depth === 2) {
          this.cutLast(bytes.subarray(from, position));
          from = position;
          this.where = 'frame';
        }
        this.depth -= 1;
      }
    }
    (this.where === 'frame' ? this.framed : this.entry).push(bytes.subarray(from));
  }

  private readText(byte: number | undefined): void {
    if (this.isEscaped) this.isEscaped = false;
    else if (byte === BACKSLASH) this.isEscaped = true;
    else if (byte === QUOTE) this.isInText = false;
  }

  /** Whether it opens a list whose entries are cut out. */
  private open(bracket: number): boolean {
    this.count();
    this.depth += 1;
    if (this.depth > this.deepest) {
      throw new BadRequestException(`The JSON is nested more than ${this.deepest} levels deep`);
    }
    if (this.depth === 1) this.isObject = bracket === OPEN_OBJECT;
    if (this.depth !== 2 || bracket !== OPEN_LIST || !this.isObject) return false;
    this.hasEntries = false;
    return true;
  }

  private cut(rest: Buffer): void {
    this.framed.push(Buffer.from(`${this.hasEntries ? ',' : ''}${this.pieces.length}`));
    this.pieces.push(this.takeEntry(rest));
    this.hasEntries = true;
    this.values = 0;
  }

  /** Cuts at the end of a list: its last entry, or nothing if the list is empty. */
  private cutLast(rest: Buffer): void {
    const isEmpty =
      !this.hasEntries &&
      Buffer.concat([...this.entry, rest])
        .toString()
        .trim() === '';
    if (isEmpty) this.entry = [];
    else this.cut(rest);
  }

  private takeEntry(rest: Buffer): { text: string; size: number } {
    const bytes = Buffer.concat([...this.entry, rest]);
    this.entry = [];
    return { text: bytes.toString(), size: bytes.length };
  }

  private count(): void {
    if (this.where === 'frame') this.framedValues += 1;
    else this.values += 1;
    if (Math.max(this.values, this.framedValues, this.pieces.length) > MAX_VALUES) {
      throw new PayloadTooLargeException(`The body has more than ${MAX_VALUES} values in one piece`);
    }
  }
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
