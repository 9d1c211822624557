import { isDeeperThan } from '../../platform/http/bodies/json-body.js';

/** Levels of objects in a file; deeper ones would overflow the stack of whoever walks them. */
const MAX_DEPTH = 64;

/** The JSON in a file, or what is wrong with it, as a sentence fragment. A byte order mark is skipped. */
export function readJson(file: Buffer): { ok: true; value: unknown } | { ok: false; problem: string } {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(file);
    if (isDeeperThan(MAX_DEPTH, text)) {
      return { ok: false, problem: `must not be nested more than ${MAX_DEPTH} levels deep` };
    }
    return { ok: true, value: JSON.parse(text) as unknown };
  } catch (error) {
    if (error instanceof SyntaxError) return { ok: false, problem: `must be JSON: ${error.message}` };
    if (error instanceof TypeError) return { ok: false, problem: 'must be text in UTF-8' };
    throw error;
  }
}
