import { RE2JS } from 're2js';
import type { WorkCounter } from './counted-validation.js';

/** What Ajv needs of a compiled pattern. */
interface Pattern {
  test(text: string): boolean;
  toString(): string;
}

/** Longest pattern, in characters: a short one may already be made into a hundred thousand instructions. */
const MAX_PATTERN_LENGTH = 1000;

function compilePattern(source: string, work: WorkCounter): Pattern {
  if (source.length > MAX_PATTERN_LENGTH) throw new Error(`a pattern is longer than ${MAX_PATTERN_LENGTH} characters`);
  const pattern = RE2JS.compile(source);
  const instructions = pattern.programSize();
  work.spendOnPattern(instructions);
  const test = (text: string): boolean => {
    work.spendOnTest(text.length, instructions);
    return pattern.matcher(text).find();
  };
  // Ajv tells the patterns of a schema apart by their text.
  return { test, toString: () => source };
}

/**
 * Compiles the patterns of schemas, in the form Ajv wants. The time of a test grows with the length of the text and that
 * of the pattern, and both are counted; what could take longer, such as backreferences and lookarounds, is an error.
 * `code` names the function in code that is written to files, which does not happen here.
 */
export function safePatterns(work: WorkCounter): { (source: string): Pattern; code: string } {
  return Object.assign((source: string) => compilePattern(source, work), { code: 'safePatterns' });
}
