import type { Options } from 'ajv';
import { RE2JS } from 're2js';
import type { Allowance } from '#libs/computation/task.js';

/** Steps of this counter that take about as long as one step of an allowance. */
const STEPS_PER_ALLOWED_STEP = 20;

/** Characters of generated code that are executed in one step. */
const CODE_PER_STEP = 500;
/** Describing one broken rule. */
const STEPS_PER_ERROR = 20;
/** Comparing two texts, numbers or the like. */
const STEPS_PER_VALUE = 3;
/** Comparing two lists or objects, without their contents. */
const STEPS_PER_OBJECT = 10;
/** Characters that are counted or compared in one step. */
const TEXT_PER_STEP = 16;
/** Characters of a text, multiplied by the instructions of a pattern, that are tested in one step. */
const TESTS_PER_STEP = 2;
/** Compiling one instruction of a pattern. */
const STEPS_PER_INSTRUCTION = 40;

/** The work exceeded its limit and was stopped. */
export class TooMuchWorkError extends Error {
  override readonly name = 'TooMuchWorkError';
}

/**
 * Counts the work of one schema: of compiling it, and of each check of a payload. Unlike a timeout, a count stops the
 * same work at the same place on every machine.
 *
 * Ajv compiles a schema to functions. Their work outside of loops and calls is bounded by their length. So each call
 * and each iteration of a loop is charged with the length of its code.
 */
export class WorkCounter {
  private left = 0;
  private allowed = 0;
  private allowance?: Allowance;

  /**
   * Runs synchronous work of at most `steps` steps. Throws {@link TooMuchWorkError}. `allowance`: the work that may be
   * done in this process; above it the work is repeated in another one.
   */
  within<T>(steps: number, work: () => T, allowance?: Allowance): T {
    this.allowed = steps;
    this.left = steps;
    this.allowance = allowance;
    return work();
  }

  /** Charges work that begins now. */
  spend(steps: number): void {
    this.left -= steps;
    if (this.left < 0) throw new TooMuchWorkError(`takes more than ${this.allowed} steps`);
    this.allowance?.spend(steps / STEPS_PER_ALLOWED_STEP);
  }

  /** Charges a text whose characters are counted or read to the end. */
  spendOnText(text: unknown): void {
    if (typeof text === 'string') this.spend(text.length / TEXT_PER_STEP);
  }

  /** Charges the compilation of a pattern. */
  spendOnPattern(instructions: number): void {
    this.spend(instructions * STEPS_PER_INSTRUCTION);
  }

  /** Charges a test of a text against a pattern. */
  spendOnTest(length: number, instructions: number): void {
    this.spend(1 + (length * instructions) / TESTS_PER_STEP);
  }

  /** Whether two JSON values are deeply equal. */
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
    return this.haveEqualMembers(one as Record<string, unknown>, other as Record<string, unknown>);
  }

  /** Without a list of keys: large lists are compared entry with entry, and what that allocates delays everyone. */
  private haveEqualMembers(one: Record<string, unknown>, other: Record<string, unknown>): boolean {
    let surplus = 0;
    for (const key in one) {
      if (!Object.hasOwn(other, key) || !this.isEqual(one[key], other[key])) return false;
      surplus -= 1;
    }
    for (const _key in other) surplus += 1;
    return surplus === 0;
  }
}

/**
 * Makes the code that Ajv generates for a schema charge its work to the `work` of its Ajv, which is `self` in that
 * code.
 */
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

/** The lengths of blocks in braces, by the position of the opening brace. Braces in strings are ignored. */
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

/** The method of a compiled pattern that Ajv uses. */
interface Pattern {
  test(text: string): boolean;
  toString(): string;
}

/** Longest pattern, in characters: even a short one may compile to a hundred thousand instructions. */
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
  // Ajv distinguishes the patterns of a schema by their text.
  return { test, toString: () => source };
}

/**
 * Compiles the patterns of schemas, in the form that Ajv requires. The time of a test grows with the length of the text
 * and that of the pattern, and both are counted. What could take longer, such as backreferences and lookarounds, is an
 * error. `code` names the function in code that is written to files, which does not happen here.
 */
export function safePatterns(work: WorkCounter): { (source: string): Pattern; code: string } {
  return Object.assign((source: string) => compilePattern(source, work), { code: 'safePatterns' });
}
