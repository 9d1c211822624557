import type { RenderBudget } from '../render-budget.js';
import { LimitError } from './limit-error.js';
import { isRecord } from './is-record.js';
import { sizeOfValue } from './size-of-value.js';

/** Units of memory, or entries of a list that is copied, that cost as much as one step. */
const UNITS_PER_STEP = 16;
/** Units of a value that is walked through with everything inside, by `sizeOfValue`. */
const DEEP_UNITS_PER_STEP = 8;
/** Members of an object that are counted or listed. */
const MEMBERS_PER_STEP = 2;
/** Characters that are walked through in one step. */
const CHARACTERS_PER_STEP = 64;
/** Characters of a template that are read in one step, whether or not it is kept from an earlier rendering. */
const TEMPLATE_CHARACTERS_PER_STEP = 8;

/**
 * What one rendering and the translations inside it may do: the steps of its message and the memory of its own. It stands
 * in both places where the library asks for a limit.
 */
export class RenderWork {
  private allocated = 0;

  /** @param memory Most units the rendering may allocate, and the largest value that is walked through. */
  constructor(
    readonly budget: RenderBudget,
    readonly memory: number,
  ) {}

  /** The library asks this before each part of a template that it renders, with the time, which does not matter. */
  check(): void {
    this.budget.spend(1);
  }

  /** Accounts for memory. The library asks this for what its filters and ranges allocate. */
  use(units: number): void {
    if (!(units > 0)) return;
    this.allocated += units;
    if (this.allocated > this.memory) throw new LimitError('The template handles more data than allowed');
    this.budget.spend(units / UNITS_PER_STEP);
  }

  /** Accounts for a text that is printed, parsed or walked through. */
  walkText(length: number): void {
    this.budget.spend(length / CHARACTERS_PER_STEP);
  }

  /** Accounts for a template of this length, which may have to be read first. */
  readTemplate(length: number): void {
    this.budget.spend(length / TEMPLATE_CHARACTERS_PER_STEP);
  }

  /** Accounts for a value of this size that is walked through with everything inside. */
  walkSize(size: number): void {
    this.budget.spend(size / DEEP_UNITS_PER_STEP);
  }

  /** Accounts for a value of which only the text, or the outermost list or object, is looked at. */
  walkShallow(value: unknown): void {
    if (typeof value === 'string') this.walkText(value.length);
    else if (Array.isArray(value)) this.budget.spend(value.length / UNITS_PER_STEP);
    else if (isRecord(value)) this.budget.spend(Object.keys(value).length / MEMBERS_PER_STEP);
  }

  /** Accounts for a value that is looked at with everything inside. */
  walkDeep(value: unknown): void {
    if (typeof value === 'string') this.walkText(value.length);
    else if (typeof value === 'object' && value !== null) this.walkSize(sizeOfValue(value, this.memory));
  }
}
