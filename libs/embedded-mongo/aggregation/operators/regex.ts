import { evalExpr } from 'mingo/core';
import type { AnyObject, Options } from 'mingo/types';
import { CommandError } from '../../errors/command-error.js';
import { compilePattern } from '../../query/pattern.js';

/** What a regular expression found: the text, its place in code points, and the groups. */
interface Match {
  readonly match: string;
  readonly idx: number;
  readonly captures: readonly (string | null)[];
}

/** Regular expression operators, with the options and the counting of MongoDB. */
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
