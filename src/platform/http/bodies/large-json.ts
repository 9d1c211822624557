import { BadRequestException, type HttpException, PayloadTooLargeException } from '@nestjs/common';
import { LoopScheduler } from '#libs/computation/loop-scheduler.js';
import { ValidationException } from '../../errors/validation.exception.js';
import { mayBeUnusable, unusablePlace, WHOLE } from './unusable-place.js';

/** Values in one piece: those that one trigger of the largest size may have. Building them takes some ten milliseconds. */
const MAX_VALUES = 300_000;
/** Characters that are looked at in one turn of the event loop. */
const STRIDE = 262_144;

const turns = new LoopScheduler();
/** Nobody knows yet whose body it is. */
const OWNER = 'bodies';

/**
 * The value of a large JSON text, read a piece at a time, so that others have their turns in between: each entry of a list
 * that is a member of the outermost object, as the triggers of a bulk are, is a piece of its own, and what is around them
 * is another. Throws as the reading of small bodies does, and 413 for a piece that has more values than any request needs.
 */
export async function readLargeJson(text: string, deepest: number): Promise<unknown> {
  const cutter = new Cutter(text, deepest);
  while (cutter.advance(STRIDE)) await turn();
  const values: unknown[] = [];
  const problems: (ReturnType<typeof unusablePlace> | undefined)[] = [];
  for (const piece of [...cutter.pieces, cutter.frame]) {
    await turn();
    const value = parsed(piece);
    values.push(value);
    problems.push(mayBeUnusable(piece) ? unusablePlace(value) : undefined);
  }
  const frame = values.pop();
  const unusable = problems.pop();
  if (unusable) throw refused(unusable);
  if (cutter.pieces.length > 0) putIn(frame as Record<string, unknown>, values, problems);
  return frame;
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

/** Puts the pieces where the frame has their numbers. */
function putIn(
  frame: Record<string, unknown>,
  values: readonly unknown[],
  problems: readonly (ReturnType<typeof unusablePlace> | undefined)[],
): void {
  for (const [name, numbers] of Object.entries(frame)) {
    if (!Array.isArray(numbers)) continue;
    frame[name] = (numbers as number[]).map((number, index) => {
      const problem = problems[number];
      if (problem) throw refused({ ...problem, path: placeOf(name, index, problem.path) });
      return values[number];
    });
  }
}

function placeOf(name: string, index: number, path: string): string {
  return path === WHOLE ? `${name}.${index}` : `${name}.${index}.${path}`;
}

function refused({ path, problem }: { path: string; problem: string }): HttpException {
  return ValidationException.of(path, `${path} ${problem}`);
}

/** Cuts the entries out of the lists that are members of the outermost object; in the frame, their numbers stand for them. */
class Cutter {
  readonly pieces: string[] = [];
  private readonly framed: string[] = [];
  private position = 0;
  private depth = 0;
  private values = 0;
  private framedValues = 0;
  /** Where the frame goes on. */
  private frameFrom = 0;
  /** Where the present entry begins; undefined outside of such lists. */
  private entryFrom?: number;

  constructor(
    private readonly text: string,
    private readonly deepest: number,
  ) {}

  get frame(): string {
    return this.framed.join('') + this.text.slice(this.frameFrom);
  }

  /** Looks at so many more characters. False when there are none. */
  advance(characters: number): boolean {
    const end = Math.min(this.text.length, this.position + characters);
    while (this.position < end) {
      this.look(this.text.charCodeAt(this.position));
      this.position += 1;
    }
    return this.position < this.text.length;
  }

  private look(character: number): void {
    switch (character) {
      case QUOTE:
        this.position = endOfText(this.text, this.position);
        return;
      case OPEN_OBJECT:
      case OPEN_LIST:
        this.open(character);
        return;
      case COMMA:
        this.count();
        if (this.depth === 2 && this.entryFrom !== undefined) this.cut(this.entryFrom);
        return;
      case CLOSE_OBJECT:
      case CLOSE_LIST:
        this.close();
    }
  }

  private open(character: number): void {
    this.count();
    this.depth += 1;
    if (this.depth > this.deepest) {
      throw new BadRequestException(`The JSON is nested more than ${this.deepest} levels deep`);
    }
    const isList = this.depth === 2 && character === OPEN_LIST && this.isObject();
    if (!isList) return;
    this.framed.push(this.text.slice(this.frameFrom, this.position + 1));
    this.frameFrom = this.entryFrom = this.position + 1;
  }

  private close(): void {
    if (this.depth === 2 && this.entryFrom !== undefined) {
      const isEmpty = this.entryFrom === this.frameFrom && this.text.slice(this.entryFrom, this.position).trim() === '';
      if (!isEmpty) this.cut(this.entryFrom);
      // What stands in place of the last entry has no comma behind it.
      this.frameFrom = this.position;
      this.entryFrom = undefined;
    }
    this.depth -= 1;
  }

  private cut(from: number): void {
    this.framed.push(`${from === this.frameFrom ? '' : ','}${this.pieces.length}`);
    this.pieces.push(this.text.slice(from, this.position));
    this.entryFrom = this.position + 1;
    this.values = 0;
  }

  private isObject(): boolean {
    return /^\s*\{/.test(this.text.slice(0, 1000));
  }

  private count(): void {
    if (this.entryFrom === undefined) this.framedValues += 1;
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

/**
 * Position of the quote that ends the text which begins at `start`, else the end; a quote after an odd number of
 * backslashes does not end it.
 */
export function endOfText(json: string, start: number): number {
  for (let end = json.indexOf('"', start + 1); end !== -1; end = json.indexOf('"', end + 1)) {
    let backslashes = 0;
    while (json.charCodeAt(end - 1 - backslashes) === BACKSLASH) backslashes++;
    if (backslashes % 2 === 0) return end;
  }
  return json.length;
}
