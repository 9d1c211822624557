import type { Options } from 'ajv';
import { RE2JS } from 're2js';
import type { Allowance } from '#libs/computation/allowance.js';

/** Steps of this count that take about as long as one of an allowance. */
const STEPS_PER_ALLOWED_STEP = 20;

/** Characters of generated code that are passed in one step. */
const CODE_PER_STEP = 500;
/** Making the description of one broken rule. */
const STEPS_PER_ERROR = 20;
/** Comparing a text, a number or the like with another. */
const STEPS_PER_VALUE = 3;
/** Comparing a list or an object with another, without what is in it. */
const STEPS_PER_OBJECT = 10;
/** Characters that are counted or compared in one step. */
const TEXT_PER_STEP = 16;
/** Characters of a text, by instructions of a pattern, that are tested in one step. */
const TESTS_PER_STEP = 2;
/** Making one instruction of a pattern. */
const STEPS_PER_INSTRUCTION = 40;

/** The work was more than was allowed, and was stopped. */
export class TooMuchWorkError extends Error {
  override readonly name = 'TooMuchWorkError';
}

/**
 * Counts the work of one schema: of compiling it, and of each check of a payload. A count stops the same work at the same
 * place on every machine.
 *
 * Ajv makes a schema into functions. Their work outside of loops and calls is bounded by their length, so that each call
 * and each pass of a loop is charged with the length of its code.
 */
export class WorkCounter {
  private left = 0;
  private allowed = 0;
  private allowance?: Allowance;

  /**
   * Runs synchronous work of at most so many steps. Throws {@link TooMuchWorkError}. `allowance`: what may be done here;
   * beyond it the work is to be done again elsewhere.
   */
  within<T>(steps: number, work: () => T, allowance?: Allowance): T {
    this.allowed = steps;
    this.left = steps;
    this.allowance = allowance;
    return work();
  }

  /** Accounts for work that begins now. */
  spend(steps: number): void {
    this.left -= steps;
    if (this.left < 0) throw new TooMuchWorkError(`takes more than ${this.allowed} steps`);
    this.allowance?.spend(steps / STEPS_PER_ALLOWED_STEP);
  }

  /** Accounts for a text that is counted or read from its begin to its end. */
  spendOnText(text: unknown): void {
    if (typeof text === 'string') this.spend(text.length / TEXT_PER_STEP);
  }

  /** Accounts for a pattern that was made. */
  spendOnPattern(instructions: number): void {
    this.spend(instructions * STEPS_PER_INSTRUCTION);
  }

  /** Accounts for testing a text against a pattern. */
  spendOnTest(length: number, instructions: number): void {
    this.spend(1 + (length * instructions) / TESTS_PER_STEP);
  }

  /** Whether two values of JSON are equal with all that is in them. */
  isEqual(one: unknown, other: unknown): boolean {
    if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) {
      this.spend(STEPS_PER_VALUE);
      if (typeof one === 'string' && typeof other === 'string' && one.length === other.length) this.spendOnText(one);
      return one === other;
    }
    this.spend(STEPS_PER_OBJECT);
    if (Array.isArray(one) || Array.isArray(other)) {
      if (!Array.isArray(one) || !Array.isArray(other) || one.length !== other.length) return false;
      return one.every((entry: unknown, index) => this.isEqual(entry, other[index]));
    }
    const [own, others] = [one as Record<string, unknown>, other as Record<string, unknown>];
    const keys = Object.keys(own);
    if (keys.length !== Object.keys(others).length) return false;
    return keys.every((key) => Object.hasOwn(others, key) && this.isEqual(own[key], others[key]));
  }
}

/** Lets the code that Ajv makes of a schema tell what it does to the `work` of its Ajv, which it knows as `self`. */
export const countedCode: NonNullable<NonNullable<Options['code']>['process']> = (code) => {
  const lengths = lengthsOfBlocks(code);
  return code
    .replace(
      /(?:function validate\d+\(data, \{[^{}]*\}=\{\}\)|\bfor\([^{}]*?\))\{/g,
      (head: string, at: number) =>
        `${head}self.work.spend(${1 + Math.round((lengths.get(at + head.length - 1) ?? code.length) / CODE_PER_STEP)});`,
    )
    .replace(/\bfunc\d+\(([\w[\].]+), ([\w[\].]+)\)/g, 'self.work.isEqual($1, $2)')
    .replace(/\bfunc\d+\(([\w[\].]+)\)/g, '(self.work.spendOnText($1),$&)')
    .replaceAll('errors++;', `errors++;self.work.spend(${STEPS_PER_ERROR});`);
};

/** The lengths of what is in braces, by the places of the opening ones; braces in texts are none. */
function lengthsOfBlocks(code: string): Map<number, number> {
  const lengths = new Map<number, number>();
  const open: number[] = [];
  for (const { 0: token, index } of code.matchAll(/"(?:[^"\\]|\\.)*"|[{}]/g)) {
    if (token === '{') open.push(index);
    else if (token === '}') {
      const from = open.pop();
      if (from !== undefined) lengths.set(from, index - from);
    }
  }
  return lengths;
}

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
