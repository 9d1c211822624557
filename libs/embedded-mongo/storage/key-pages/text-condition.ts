import type { IndexField } from '../../indexes/index-definition.js';
import { KeyWriter, TEXT_END_LENGTH } from '../../ordering/key-writer.js';
import type { Filter, Pattern } from '../../query/filter.js';

/** What the texts in the fields of an index key must be like. */
export type TextCondition =
  | {
      readonly kind: 'text';
      /** Position of the field in the index. */
      readonly field: number;
      /** Bytes that the text contains, as index keys have them. */
      readonly part: Buffer;
      readonly atStart: boolean;
      readonly atEnd: boolean;
      /** Capital letters make no difference; the part has none then, and only ASCII. */
      readonly fold: boolean;
      /** False: the part is only necessary, and the document has to decide. */
      readonly isWhole: boolean;
    }
  | { readonly kind: 'and' | 'or'; readonly conditions: readonly TextCondition[] };

/** The condition that is equal to a filter; undefined if the fields do not decide it or it is more than parts of texts. */
export function textCondition(filter: Filter, fields: readonly IndexField[]): TextCondition | undefined {
  if (filter.kind === 'and' || filter.kind === 'or') {
    const conditions = filter.filters.map((part) => textCondition(part, fields));
    if (!conditions.every((condition) => condition !== undefined)) return undefined;
    const isMixed = new Set(conditions.map(folds)).size > 1;
    return isMixed ? undefined : { kind: filter.kind, conditions };
  }
  if (filter.kind !== 'field' || filter.predicate.op !== 'regex') return undefined;
  const field = fields.findIndex(({ path }) => path.text === filter.path.text);
  const literal = literalOf(filter.predicate.pattern);
  return field >= 0 && literal ? { kind: 'text', field, ...literal } : undefined;
}

/** Whether capital letters make no difference, which is so for all texts of a condition or for none. */
export function folds(condition: TextCondition): boolean {
  return condition.kind === 'text' ? condition.fold : condition.conditions.some(folds);
}

/** Whether index keys decide whether the condition holds, and not only whether it may. */
export function isWhole(condition: TextCondition): boolean {
  return condition.kind === 'text' ? condition.isWhole : condition.conditions.every(isWhole);
}

/** Between an optional `^` and an optional end of the text: plain characters and escaped ones. */
const LITERAL = /^(\^?)((?:[^\\^$.*+?()[\]{}|]|\\[\\^$.*+?()[\]{}|/-]|\\x00)*)(\(\?!\[\\s\\S\]\))?$/u;

type Literal = Omit<Extract<TextCondition, { kind: 'text' }>, 'kind' | 'field'>;

function literalOf({ source, flags }: Pattern): Literal | undefined {
  const fold = flags === 'i';
  const found = flags === '' || fold ? LITERAL.exec(source) : null;
  if (!found) return undefined;
  const [, start, escaped = '', end] = found;
  const text = escaped.replaceAll(/\\x00|\\(.)/gu, (_, character: string | undefined) => character ?? '\0');
  // Other letters than those of ASCII have capitals with other bytes.
  const part = fold ? longestAscii(text).toLowerCase() : text;
  const isWhole = part.length === text.length;
  return { part: textBytes(part), atStart: start === '^', atEnd: end !== undefined, fold, isWhole };
}

function longestAscii(text: string): string {
  const runs = text.match(/\p{ASCII}+/gu) ?? [];
  return runs.reduce((best: string, run) => (run.length > best.length ? run : best), '');
}

/** The bytes of a text inside of an index key. */
function textBytes(text: string): Buffer {
  const bytes = Buffer.from(text);
  const writer = new KeyWriter();
  writer.text(bytes, 0, bytes.length);
  return writer.toBuffer().subarray(0, -TEXT_END_LENGTH);
}

/** Texts of which each row that satisfies the condition contains at least one; undefined if a row may contain none. */
export function partsOf(condition: TextCondition): readonly Buffer[] | undefined {
  if (condition.kind === 'text') return condition.part.length > 0 ? [condition.part] : undefined;
  const choices = condition.conditions.map(partsOf);
  if (condition.kind === 'or') {
    const all = choices.flatMap((parts) => parts ?? []);
    return choices.includes(undefined) ? undefined : distinct(all);
  }
  const shortest = (parts: readonly Buffer[]): number => Math.min(...parts.map(({ length }) => length));
  return choices
    .filter((parts) => parts !== undefined)
    .reduce<readonly Buffer[] | undefined>(
      (best, parts) => (best && shortest(best) >= shortest(parts) ? best : parts),
      undefined,
    );
}

function distinct(parts: readonly Buffer[]): Buffer[] {
  return parts.filter((part, i) => parts.findIndex((other) => other.equals(part)) === i);
}
