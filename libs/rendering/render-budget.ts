import { LimitError } from './liquid/limit-error.js';
import { defaultRenderLimits, type RenderLimits } from './render-limits.js';

/** Steps between two looks at the clock. */
const STEPS_PER_LOOK = 8192;

/**
 * Steps that several renderings share: those of one message. Everything a rendering does is counted in steps, so that the
 * same templates with the same data end in the same way on every machine.
 *
 * A step is what takes about half a microsecond: a part of a template that is rendered, a property that is read, a
 * comparison, an entry a filter looks at, sixteen units of memory. The clock is the last line of defence only, for what the
 * count does not foresee; it is that of the processor, which does not run while others are at work.
 */
export class RenderBudget {
  private spent = 0;
  private nextLook = STEPS_PER_LOOK;
  private deadline?: number;

  constructor(
    private readonly limits: Readonly<Pick<RenderLimits, 'steps' | 'processorSeconds'>> = defaultRenderLimits,
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
    if (this.spent >= this.nextLook) this.lookAtClock();
  }

  private lookAtClock(): void {
    this.nextLook = this.spent + STEPS_PER_LOOK;
    const seconds = process.cpuUsage().user / 1e6;
    this.deadline ??= seconds + this.limits.processorSeconds;
    if (seconds > this.deadline) {
      throw new LimitError(`The template takes longer than ${this.limits.processorSeconds} seconds`);
    }
  }
}
