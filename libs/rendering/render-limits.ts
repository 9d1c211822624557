import type { Allowance } from '#libs/computation/task.js';

/**
 * How much one template may cost. Templates and the data they print come from users, and rendering is synchronous:
 * the time a template takes delays every other delivery of the worker.
 */
export interface RenderLimits {
  /** Maximum length of a template, in characters. */
  templateLength: number;
  /** Maximum number of outputs and tags in one template; each line of a `{% liquid %}` tag counts. */
  tags: number;
  /**
   * Maximum steps of one rendering; for an object of controls, of all its fields together. A step is about the work
   * of rendering one part of a template, reading one property, or one entry processed by a filter.
   */
  steps: number;
  /**
   * Maximum memory that one rendering may allocate, in units of one character or one list entry. Ranges, captures
   * and filters use it up, and it is never released; no single value may be larger than it either.
   */
  memory: number;
  /** Maximum length of the result, in characters. */
  outputLength: number;
  /** Maximum number of compiled templates an engine caches. */
  cachedTemplates: number;
  /** Maximum length of all cached templates together, in characters. */
  cachedLength: number;
}

/** Limits that ordinary templates stay far below, and that stop a malicious one well within a second. */
export const defaultRenderLimits: Readonly<RenderLimits> = {
  templateLength: 200_000,
  tags: 5_000,
  steps: 750_000,
  memory: 1_000_000,
  outputLength: 500_000,
  cachedTemplates: 1_000,
  cachedLength: 5_000_000,
};

/** Thrown when a template exceeds one of its `RenderLimits`; the engine converts it to a `TemplateError`. */
export class LimitError extends Error {
  override readonly name = 'LimitError';
}

/**
 * The steps shared by all renderings of one message. All work of a rendering is counted in steps, so the same
 * templates with the same data have the same outcome on every machine.
 *
 * A step takes about half a microsecond. It is a rendered part, a property read, a comparison, an entry in a filter, or
 * sixteen units of memory. Work that the count does not cover is stopped by terminating its process.
 */
export class RenderBudget {
  /**
   * @param allowance The work allowed in this process; above it the rendering is repeated in another one.
   * @param spent Steps that the same message has already taken.
   */
  constructor(
    private readonly limits: Readonly<Pick<RenderLimits, 'steps'>> = defaultRenderLimits,
    private readonly allowance?: Allowance,
    private spent = 0,
  ) {}

  /** Steps used so far. */
  get used(): number {
    return this.spent;
  }

  /**
   * Accounts for work before it begins.
   *
   * @throws LimitError if fewer steps are left.
   */
  spend(steps: number): void {
    this.spent += steps;
    if (this.spent > this.limits.steps) {
      throw new LimitError(`The template does too much: it takes more than ${this.limits.steps} steps`);
    }
    this.allowance?.spend(steps);
  }

  /**
   * Accounts for work that does not count towards the rendering because it is not always needed: parsing a template
   * that is not cached.
   */
  foresee(steps: number): void {
    this.allowance?.spend(steps);
  }
}

/** Steps for parsing a tag, or a line in one, in addition to its characters. */
const STEPS_PER_TAG = 25;

/**
 * Estimates the steps of about half a microsecond for parsing a template. The estimate itself is cheap: the contents
 * of tags and outputs count, the text around them hardly does.
 */
export function readingCost(text: string): number {
  let steps = text.length / 256;
  for (let at = text.indexOf('{'); at !== -1; at = text.indexOf('{', at + 1)) {
    const kind = text[at + 1];
    if (kind !== '{' && kind !== '%') continue;
    const close = text.indexOf('}', at + 2);
    const end = close === -1 ? text.length : close;
    steps += STEPS_PER_TAG + (end - at) + STEPS_PER_TAG * linesIn(text, at, end);
    at = end;
  }
  return steps;
}

function linesIn(text: string, from: number, to: number): number {
  let lines = 0;
  for (let at = text.indexOf('\n', from); at !== -1 && at < to; at = text.indexOf('\n', at + 1)) lines += 1;
  return lines;
}

/**
 * Returns whether a text begins like a JSON object, as documents of blocks do; templates, which begin with two braces, do
 * not.
 */
export function beginsLikeJson(text: string): boolean {
  return /^\s*\{\s*"/.test(text);
}

/** Characters of a document of blocks that are compiled in a step. */
const BLOCK_CHARACTERS_PER_STEP = 4;

/** Estimates the steps for compiling a document of blocks to a template, and for parsing that. */
export function compilingCost(text: string): number {
  return text.length / BLOCK_CHARACTERS_PER_STEP;
}

/** Finding the variables of a template takes this many times as long as parsing it. */
const ANALYSIS = 3;

/** Estimates the steps for finding the variables of all templates in a value, at any depth. */
export function analysisCost(value: unknown): number {
  if (typeof value === 'string')
    return (readingCost(value) + (beginsLikeJson(value) ? compilingCost(value) : 0)) * ANALYSIS;
  if (typeof value !== 'object' || value === null) return 0;
  return Object.values(value).reduce((sum: number, entry) => sum + analysisCost(entry), 0);
}
