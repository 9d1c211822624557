import { BsonType } from '../bson/bson-type.js';
import type { RawValue } from '../bson/raw-value.js';
import { CommandError } from '../errors/command-error.js';
import { ErrorCode } from '../errors/error-codes.js';
import type { Pattern } from './filter.js';

const SUPPORTED = /^[imsu]*$/;

/** Compiles a pattern with MongoDB's options. `x` (extended syntax) has no counterpart here and is refused. */
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

/** The pattern of a `$regex` operand: a text or a regular expression, with `$options` besides. */
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
    // Patterns written for PCRE may hold escapes that JavaScript accepts only outside its Unicode mode.
  }
  try {
    return new RegExp(source, flags);
  } catch (error) {
    throw new CommandError(51091, `Regular expression is invalid: ${(error as Error).message}`);
  }
}

/** The literal text after `^`; an optional last character does not count. */
function literalPrefix(source: string): string {
  if (!source.startsWith('^') || source.includes('|')) return '';
  const literal = /^\^((?:[\p{L}\p{N} _\-:@/#%&=,;!~'"<>]|\\[.\-/@:+*?$^()[\]{}|\\])*)/u.exec(source);
  let text = literal?.[1] ?? '';
  const rest = source.slice(text.length + 1);
  if (/^[*?+{]/.test(rest)) text = text.replace(/(\\.|[^\\])$/u, '');
  return text.replaceAll(/\\(.)/gu, '$1');
}
