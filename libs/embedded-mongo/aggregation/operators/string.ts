import { evalExpr } from 'mingo/core';
import type { AnyObject, Options } from 'mingo/types';
import { CommandError } from '../../errors.js';
import { compilePattern } from '../../query/parse-operands.js';

/** String operators that the aggregation library lacks or computes differently. */
export const stringOperators = {
  $indexOfCP: indexOf('$indexOfCP', (text) => Array.from(text)),
  $indexOfBytes: indexOf('$indexOfBytes', (text) => Array.from(Buffer.from(text))),
  $split: split,
  $toLower: changeCase((text) => text.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase())),
  $toUpper: changeCase((text) => text.replaceAll(/[a-z]+/g, (letters) => letters.toUpperCase())),
};

type Operator = (object: unknown, expression: unknown, options: Options) => unknown;

/** Position of one text in another, counted in the units that `split` returns; -1 when it is not found. */
function indexOf<Unit>(name: string, split: (text: string) => Unit[]): Operator {
  return (object, expression, options) => {
    const operands = Array.isArray(expression) ? expression.map((operand) => evalExpr(object, operand, options)) : [];
    if (operands.length < 2 || operands.length > 4) {
      throw new CommandError(28667, `Expression ${name} takes at least 2 arguments, and at most 4`);
    }
    const [text, wanted] = operands;
    if (text === null || text === undefined) return null;
    if (typeof text !== 'string') throw new CommandError(40093, `${name} requires a string as the first argument`);
    if (typeof wanted !== 'string') throw new CommandError(40094, `${name} requires a string as the second argument`);
    const units = split(text);
    const search = split(wanted);
    const start = position(name, operands[2], 0);
    const end = Math.min(position(name, operands[3], units.length), units.length);
    for (let i = start; i + search.length <= end; i++) {
      if (search.every((unit, j) => units[i + j] === unit)) return i;
    }
    return -1;
  };
}

function position(name: string, value: unknown, fallback: number): number {
  if (value === undefined || value === null) return fallback;
  if (typeof value !== 'number' || !Number.isInteger(value)) {
    throw new CommandError(40096, `${name} requires an integral starting and ending index`);
  }
  if (value < 0) throw new CommandError(40097, `${name} requires a nonnegative starting and ending index`);
  return value;
}

/** Null and missing become an empty string. Only ASCII letters change case, as in MongoDB. */
function changeCase(change: (text: string) => string): Operator {
  return (object, expression, options) => {
    const operand: unknown = Array.isArray(expression) && expression.length === 1 ? expression[0] : expression;
    const value = evalExpr(object, operand, options);
    if (value === null || value === undefined) return '';
    if (value instanceof Date) return change(value.toISOString());
    if (typeof value !== 'string' && typeof value !== 'number') {
      throw new CommandError(16007, "can't convert from BSON type to String");
    }
    return change(String(value));
  };
}

function split(object: unknown, expression: unknown, options: Options): string[] | null {
  const [text, delimiter] = Array.isArray(expression)
    ? expression.map((operand) => evalExpr(object, operand, options))
    : [];
  if (text === null || text === undefined || delimiter === null || delimiter === undefined) return null;
  if (typeof text !== 'string')
    throw new CommandError(40085, '$split requires an expression that evaluates to a string as a first argument');
  if (typeof delimiter !== 'string')
    throw new CommandError(40086, '$split requires an expression that evaluates to a string as a second argument');
  if (delimiter === '') throw new CommandError(40087, '$split requires a non-empty separator');
  return text.split(delimiter);
}

/** A match of a regular expression: the text, its position in code points, and the groups. */
interface Match {
  readonly match: string;
  readonly idx: number;
  readonly captures: readonly (string | null)[];
}

/** Regular expression operators, with MongoDB's options and positions. */
export const regexOperators = {
  $regexMatch: (object: AnyObject, expression: unknown, options: Options) =>
    find(object, expression, options, true).length > 0,
  $regexFind: (object: AnyObject, expression: unknown, options: Options) =>
    find(object, expression, options, true)[0] ?? null,
  $regexFindAll: (object: AnyObject, expression: unknown, options: Options) => find(object, expression, options, false),
};

function find(object: AnyObject, expression: unknown, options: Options, onlyFirst: boolean): Match[] {
  const request = (expression ?? {}) as { input?: unknown; regex?: unknown; options?: unknown };
  const input = evalExpr(object, request.input, options);
  const regex = evalExpr(object, request.regex, options);
  const flags = evalExpr(object, request.options, options);
  if (input === null || input === undefined || regex === null || regex === undefined) return [];
  if (typeof input !== 'string') throw new CommandError(51104, 'input must be a string');
  const source = regex instanceof RegExp ? regex.source : regex;
  if (typeof source !== 'string') throw new CommandError(51105, 'regex must be a string or a regular expression');
  const given = typeof flags === 'string' ? flags : regex instanceof RegExp ? regex.flags.replaceAll(/[gyd]/g, '') : '';
  const { expression: pattern } = compilePattern(source, given);
  const searching = new RegExp(pattern.source, `${pattern.flags}g`);
  const found: Match[] = [];
  for (const match of input.matchAll(searching)) {
    const idx = Array.from(input.slice(0, match.index)).length;
    found.push({ match: match[0], idx, captures: match.slice(1).map((group: string | undefined) => group ?? null) });
    if (onlyFirst) break;
  }
  return found;
}
