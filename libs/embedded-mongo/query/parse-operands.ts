import { BsonType, typesNamed } from '../bson/bson-type.js';
import { elementsOf, type RawValue } from '../bson/raw-value.js';
import { CommandError, ErrorCode } from '../errors.js';
import type { Pattern } from './filter.js';

const bad = (message: string): CommandError => new CommandError(ErrorCode.BadValue, message);

/** Operand of `$type`: a name, a number, or an array of them. */
export function parseTypes(operand: RawValue): ReadonlySet<number> {
  const values = operand.isArray ? elementsOf(operand) : [operand];
  const types = new Set<number>();
  for (const value of values) {
    if (value.type === BsonType.String) {
      const named = typesNamed(value.text());
      if (!named) throw bad(`Unknown type name alias: ${value.text()}`);
      for (const type of named) types.add(type);
    } else if (value.isNumber) {
      const number = value.number();
      if (!Number.isInteger(number)) throw bad(`Invalid numerical type code: ${number}`);
      types.add(number === -1 ? BsonType.MinKey : number);
    } else {
      throw new CommandError(ErrorCode.TypeMismatch, 'type must be represented as a number or a string');
    }
  }
  if (types.size === 0) throw new CommandError(ErrorCode.FailedToParse, '$type must match at least one type');
  return types;
}

/** Operand of `$size`. */
export function parseSize(operand: RawValue): number {
  const size = operand.isNumber ? operand.number() : Number.NaN;
  if (!Number.isInteger(size)) throw bad('Failed to parse $size. Expected an integer');
  if (size < 0) throw bad('Failed to parse $size. Expected a non-negative number');
  return size;
}

const SUPPORTED = /^[imsu]*$/;

/** Compiles a pattern with MongoDB's options. `x` (extended syntax) has no equivalent in JavaScript and is refused. */
export function compilePattern(source: string, options: string): Pattern {
  if (!SUPPORTED.test(options)) {
    const message = options.includes('x')
      ? 'regular expression option x is not supported by the embedded store'
      : `invalid flag in regex options: ${options}`;
    throw new CommandError(ErrorCode.BadValue, message);
  }
  const flags = [...new Set(options.replaceAll('u', ''))].sort().join('');
  return { expression: compile(source, flags), source, flags, prefix: flags === '' ? literalPrefix(source) : '' };
}

/** The pattern in a BSON regular expression value. */
export function patternFrom(value: RawValue): Pattern {
  const middle = value.bytes.indexOf(0, value.start);
  return compilePattern(
    value.bytes.toString('utf8', value.start, middle),
    value.bytes.toString('utf8', middle + 1, value.end - 1),
  );
}

/** The pattern of a `$regex` operand: a string or a regular expression, with optional `$options`. */
export function patternFromOperand(operand: RawValue, options: RawValue | undefined): Pattern {
  if (options && options.type !== BsonType.String) {
    throw new CommandError(ErrorCode.BadValue, '$options has to be a string');
  }
  if (operand.type === BsonType.Regex) {
    const pattern = patternFrom(operand);
    if (options && pattern.flags) {
      throw new CommandError(51075, 'options set in both $regex and $options');
    }
    return options ? compilePattern(pattern.source, options.text()) : pattern;
  }
  if (operand.type !== BsonType.String) throw new CommandError(ErrorCode.BadValue, '$regex has to be a string');
  return compilePattern(operand.text(), options?.text() ?? '');
}

function compile(source: string, flags: string): RegExp {
  try {
    return new RegExp(source, `${flags}u`);
  } catch {
    // Patterns written for PCRE may contain escapes that JavaScript accepts only outside Unicode mode.
  }
  try {
    return new RegExp(source, flags);
  } catch (error) {
    throw new CommandError(51091, `Regular expression is invalid: ${(error as Error).message}`);
  }
}

/** The literal text after `^`, without a last character that is optional. */
function literalPrefix(source: string): string {
  if (!source.startsWith('^') || source.includes('|')) return '';
  const literal = /^\^((?:[\p{L}\p{N} _\-:@/#%&=,;!~'"<>]|\\[.\-/@:+*?$^()[\]{}|\\])*)/u.exec(source);
  let text = literal?.[1] ?? '';
  const rest = source.slice(text.length + 1);
  if (/^[*?+{]/.test(rest)) text = text.replace(/(\\.|[^\\])$/u, '');
  return text.replaceAll(/\\(.)/gu, '$1');
}
