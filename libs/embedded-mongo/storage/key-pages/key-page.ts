import { EXACT, INNER_ZERO, TEXT_END_LENGTH } from '../../ordering/key-writer.js';
import { TypeTag } from '../../ordering/key-encoding.js';
import { idBytes, RECORD_NUMBER_LENGTH, recordNumberOfEntry } from '../environment.js';
import { folds, isWhole, partsOf, type TextCondition } from './text-condition.js';

/** A row that satisfies a condition. */
export interface FoundRow {
  readonly recordNumber: number;
  /** False if the key does not contain all of the fields: the document has to decide. */
  readonly isCertain: boolean;
}

/** Two letters outside of ASCII whose small letters are in it: the Kelvin sign and the long s. */
const ODD_LETTERS = [Buffer.from('\u212a'), Buffer.from('\u017f')];
const KEY_START = idBytes(0).length;

/**
 * Neighbouring entries of an index that is not unique, in memory. The keys stand one after the other, so that one native
 * search finds a text in all of them. The page also knows where the fields of each key begin.
 */
export class KeyPage {
  readonly rows: number;
  private readonly bytes: Buffer;
  /** For each row: where its key begins, where each of its fields ends, and where the next row begins. */
  private readonly places: Uint32Array;
  private readonly isOpaque: Uint8Array;
  private readonly stride: number;

  /** `keys` as stored, ascending; `fields` of the index. */
  constructor(keys: readonly Uint8Array[], fields: number) {
    this.rows = keys.length;
    this.bytes = Buffer.concat(keys);
    this.stride = fields + 2;
    this.places = new Uint32Array(keys.length * this.stride);
    this.isOpaque = new Uint8Array(keys.length);
    let start = 0;
    for (const [row, key] of keys.entries()) {
      const end = start + key.length;
      this.isOpaque[row] = this.locate(row, start + KEY_START, end - RECORD_NUMBER_LENGTH) ? 0 : 1;
      this.places[row * this.stride + this.stride - 1] = end;
      start = end;
    }
  }

  /** Bytes in memory. */
  get size(): number {
    return this.bytes.length + this.places.byteLength + this.isOpaque.byteLength;
  }

  /** The rows that satisfy the condition and have keys from `start` (inclusive) to `end` (exclusive), ascending. */
  matching(condition: TextCondition, start: Buffer, end: Buffer): FoundRow[] {
    const found: FoundRow[] = [];
    const isFolded = folds(condition);
    const texts = isFolded ? this.folded() : this.bytes;
    const hasOdd = isFolded && ODD_LETTERS.some((letter) => this.bytes.includes(letter));
    const candidates = hasOdd ? new Uint8Array(this.rows).fill(1) : this.candidates(condition, texts);
    const isDecided = !hasOdd && isWhole(condition);
    const behind = this.rowAt(end);
    for (let row = this.rowAt(start); row < behind; row++) {
      const isReadable = this.isOpaque[row] === 0;
      if (isReadable && (candidates[row] === 0 || (isDecided && !this.satisfies(row, condition, texts)))) continue;
      found.push({ recordNumber: this.recordNumber(row), isCertain: isReadable && isDecided });
    }
    return found;
  }

  /** The keys with small letters in place of capital ones; other bytes of texts stay outside of ASCII. */
  private folded(): Buffer {
    return Buffer.from(this.bytes.toString('latin1').toLowerCase(), 'latin1');
  }

  /** Finds the ends of a row's fields; false if the key was cut or has values that are not recognised. */
  private locate(row: number, start: number, end: number): boolean {
    let at = start;
    const first = row * this.stride;
    this.places[first] = start;
    for (let i = 1; i < this.stride - 1; i++) {
      at = this.valueEnd(at);
      if (at > end) return false;
      this.places[first + i] = at;
    }
    return at === end;
  }

  private valueEnd(at: number): number {
    switch (this.bytes[at]) {
      case TypeTag.Null:
        return at + 1;
      case TypeTag.Boolean:
        return at + 2;
      case TypeTag.Date:
        return at + 9;
      case TypeTag.Number:
        return this.bytes[at + 9] === EXACT ? at + 10 : Infinity;
      case TypeTag.ObjectId:
        return at + 13;
      case TypeTag.String: {
        let zero = this.bytes.indexOf(0, at + 1);
        while (zero >= 0 && this.bytes[zero + 1] === INNER_ZERO) zero = this.bytes.indexOf(0, zero + 2);
        return zero < 0 ? Infinity : zero + TEXT_END_LENGTH;
      }
      default:
        return Infinity;
    }
  }

  /** Marks the rows that contain what a row must contain to satisfy the condition. */
  private candidates(condition: TextCondition, texts: Buffer): Uint8Array {
    const marks = new Uint8Array(this.rows);
    const parts = partsOf(condition);
    if (!parts) return marks.fill(1);
    for (const part of parts) {
      let row = 0;
      for (let hit = texts.indexOf(part); hit >= 0; hit = texts.indexOf(part, this.rowEnd(row++))) {
        while (this.rowEnd(row) <= hit) row++;
        marks[row] = 1;
      }
    }
    return marks;
  }

  private satisfies(row: number, condition: TextCondition, texts: Buffer): boolean {
    switch (condition.kind) {
      case 'and':
        return condition.conditions.every((inner) => this.satisfies(row, inner, texts));
      case 'or':
        return condition.conditions.some((inner) => this.satisfies(row, inner, texts));
      case 'text':
        return this.hasText(row, condition, texts);
    }
  }

  private hasText(
    row: number,
    { field, part, atStart, atEnd }: TextCondition & { kind: 'text' },
    texts: Buffer,
  ): boolean {
    const place = row * this.stride + field;
    const tagAt = this.places[place] ?? 0;
    if (this.bytes[tagAt] !== TypeTag.String) return false;
    const textEnd = (this.places[place + 1] ?? 0) - TEXT_END_LENGTH;
    const last = textEnd - part.length;
    const from = atEnd ? last : tagAt + 1;
    const to = atStart ? tagAt + 1 : last;
    if (from < tagAt + 1 || to > last) return false;
    for (let at = from; at <= to; at++) if (hasAt(texts, at, part)) return true;
    return false;
  }

  /** The first row whose key is not below this one. */
  private rowAt(key: Buffer): number {
    let low = 0;
    let high = this.rows;
    while (low < high) {
      const middle = (low + high) >> 1;
      const order = this.bytes.compare(key, 0, key.length, this.rowStart(middle), this.rowEnd(middle));
      if (order < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  private rowStart(row: number): number {
    return (this.places[row * this.stride] ?? 0) - KEY_START;
  }

  private rowEnd(row: number): number {
    return this.places[row * this.stride + this.stride - 1] ?? 0;
  }

  private recordNumber(row: number): number {
    return recordNumberOfEntry(false, this.bytes.subarray(this.rowStart(row), this.rowEnd(row)), undefined);
  }
}

function hasAt(texts: Buffer, at: number, part: Buffer): boolean {
  for (let i = 0; i < part.length; i++) if (texts[at + i] !== part[i]) return false;
  return true;
}
