import type { Allowance } from '#libs/computation/allowance.js';
import { LimitError } from './liquid/limit-error.js';
import { defaultRenderLimits, type RenderLimits } from './render-limits.js';

/**
 * Steps that several renderings share: those of one message. Everything a rendering does is counted in steps, so that the
 * same templates with the same data end in the same way on every machine.
 *
 * A step is what takes about half a microsecond: a part of a template that is rendered, a property that is read, a
 * comparison, an entry a filter looks at, sixteen units of memory. What the count does not foresee ends with its process.
 */
export class RenderBudget {
  /**
   * @param allowance What may be done here; beyond it the rendering is to be done again elsewhere.
   * @param spent Steps that the same message has taken before.
   */
  constructor(
    private readonly limits: Readonly<Pick<RenderLimits, 'steps'>> = defaultRenderLimits,
    private readonly allowance?: Allowance,
    private spent = 0,
  ) {}

  /** Steps used up so far. */
  get used(): number {
    return this.spent;
  }

  /**
   * Accounts for work that begins now.
   *
   * @throws LimitError when it is more than is left.
   */
  spend(steps: number): void {
    this.spent += steps;
    if (this.spent > this.limits.steps) {
      throw new LimitError(`The template does too much: it takes more than ${this.limits.steps} steps`);
    }
    this.allowance?.spend(steps);
  }

  /** Accounts for work that is not part of the rendering, because it is not always needed: reading a template anew. */
  foresee(steps: number): void {
    this.allowance?.spend(steps);
  }
}
