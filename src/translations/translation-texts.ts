import { canonicalLocale } from '#libs/rendering/translations/locales.js';
import { changedNumber } from '../platform/http/bodies/exact-numbers.js';
import { isDeeperThan } from '../platform/http/bodies/json-body.js';
import { freeFormProblem } from '../platform/validation/decorators.js';
import { isObject } from '../platform/values/is-object.js';

const MAX_NAMED_KEY_LENGTH = 100;

/** Returns why a value cannot be the texts of one language, as a sentence fragment, or undefined. */
export function textsProblem(value: unknown, maxBytes: number): string | undefined {
  if (!isObject(value)) return 'must be an object of texts';
  return freeFormProblem(value, { dollarKeys: 'refused', maxBytes }) ?? leafProblem(value, '');
}

function leafProblem(texts: Record<string, unknown>, prefix: string): string | undefined {
  for (const [key, value] of Object.entries(texts)) {
    const path = `${prefix}${key}`;
    if (key === '__proto__') return 'must not have the key "__proto__"';
    if (isObject(value)) {
      const problem = leafProblem(value, `${path}.`);
      if (problem !== undefined) return problem;
    } else if (!['string', 'number', 'boolean'].includes(typeof value)) {
      return `must hold texts, but "${path.slice(0, MAX_NAMED_KEY_LENGTH)}" is none`;
    }
  }
  return undefined;
}

/** Nesting levels in a file; deeper ones would overflow the call stack. */
const MAX_DEPTH = 64;

/**
 * Parses the JSON in a file, or returns what is wrong with it, as a sentence fragment. A byte order mark is skipped.
 */
export function readJson(file: Buffer): { ok: true; value: unknown } | { ok: false; problem: string } {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(file);
    if (isDeeperThan(MAX_DEPTH, text)) {
      return { ok: false, problem: `must not be nested more than ${MAX_DEPTH} levels deep` };
    }
    const value = JSON.parse(text) as unknown;
    const number = changedNumber(text);
    return number
      ? { ok: false, problem: `has a number at ${number.path.join('.')} that ${number.problem}` }
      : { ok: true, value };
  } catch (error) {
    if (error instanceof SyntaxError) return { ok: false, problem: `must be JSON: ${error.message}` };
    if (error instanceof TypeError) return { ok: false, problem: 'must be text in UTF-8' };
    throw error;
  }
}

/** Returns the language that a file is named after: `en_US.json` has texts in `en_US`. Undefined for other names. */
export function localeOfFile(name: string): string | undefined {
  return canonicalLocale(name.replace(/\.json$/i, ''));
}
