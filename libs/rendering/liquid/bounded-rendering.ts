import { Context, type Emitter, type Liquid } from 'liquidjs';
import { LimitError, type RenderBudget } from '../render-limits.js';
import { Markup, printValue } from './print-value.js';
import { isRecord, sizeOfValue } from '../size-of-value.js';

/** Units of memory, or copied list entries, per step. */
const UNITS_PER_STEP = 16;
/** Units of a value that is traversed completely, measured by `sizeOfValue`, per step. */
const DEEP_UNITS_PER_STEP = 8;
/** Members of an object that are counted or listed, per step. */
const MEMBERS_PER_STEP = 2;
/** Characters of a text that is traversed, per step. */
const CHARACTERS_PER_STEP = 64;
/** Characters of a template that is read, per step, whether or not it is cached from an earlier rendering. */
const TEMPLATE_CHARACTERS_PER_STEP = 8;

/**
 * Counts the work of one rendering and the translations inside it: the steps are those of its message, the memory is
 * its own. It is passed to the library both as its memory limit and as its render limit.
 */
export class RenderWork {
  private allocated = 0;

  /** @param memory Maximum units the rendering may allocate, and the maximum size of a value that is traversed. */
  constructor(
    readonly budget: RenderBudget,
    readonly memory: number,
  ) {}

  /** Called by the library, with the time, before it renders each part of a template. The time is ignored. */
  check(): void {
    this.budget.spend(1);
  }

  /** Accounts for memory. Called by the library for what its filters and ranges allocate. */
  use(units: number): void {
    if (!(units > 0)) return;
    this.allocated += units;
    if (this.allocated > this.memory) throw new LimitError('The template handles more data than allowed');
    this.budget.spend(units / UNITS_PER_STEP);
  }

  /** Accounts for a text that is printed, parsed or traversed. */
  walkText(length: number): void {
    this.budget.spend(length / CHARACTERS_PER_STEP);
  }

  /** Accounts for a template of this length, which may have to be parsed first. */
  readTemplate(length: number): void {
    this.budget.spend(length / TEMPLATE_CHARACTERS_PER_STEP);
  }

  /** Accounts for a value of this size that is traversed completely. */
  walkSize(size: number): void {
    this.budget.spend(size / DEEP_UNITS_PER_STEP);
  }

  /** Accounts for a value of which only the text, or the outermost list or object, is read. */
  walkShallow(value: unknown): void {
    if (typeof value === 'string') this.walkText(value.length);
    else if (Array.isArray(value)) this.budget.spend(value.length / UNITS_PER_STEP);
    else if (isRecord(value)) this.budget.spend(Object.keys(value).length / MEMBERS_PER_STEP);
  }

  /** Accounts for a value that is read completely, with everything inside it. */
  walkDeep(value: unknown): void {
    if (typeof value === 'string') this.walkText(value.length);
    else if (typeof value === 'object' && value !== null) this.walkSize(sizeOfValue(value, this.memory));
  }
}

/** Maximum size of a list or object used as a key. */
const MAX_KEY_LENGTH = 1000;

/** Number of scopes searched for a variable per step. */
const SCOPES_PER_STEP = 16;

type Scope = Parameters<Context['readProperty']>[0];

/** A rendering context that counts reads and lookups. The library counts only what is between tags. */
export class BoundedContext extends Context {
  /** Whether output is escaped, in an engine that escapes. */
  escapes = true;
  /** Called with the name of each printed variable that is missing from the data. */
  onMissing?: (variable: string) => void;
  private nested = 1;

  constructor(
    scope: object,
    options: Context['opts'],
    readonly work: RenderWork,
    liquid: Liquid,
  ) {
    const limit = work as unknown as Context['memoryLimit'];
    super(scope, options, { sync: true }, { memoryLimit: limit, renderLimit: limit, liquid });
  }

  override spawn(scope: object = {}): BoundedContext {
    this.work.budget.spend(1);
    const spawned = new BoundedContext(scope, this.opts, this.work, this.liquid as Liquid);
    spawned.escapes = this.escapes;
    spawned.onMissing = this.onMissing;
    return spawned;
  }

  override push(scope: object): number {
    this.work.budget.spend(1);
    this.nested = super.push(scope);
    return this.nested;
  }

  override pop(): Scope | undefined {
    this.nested -= 1;
    return super.pop();
  }

  override _get(paths: Parameters<Context['_get']>[0]): IterableIterator<unknown> {
    this.work.budget.spend(this.nested / SCOPES_PER_STEP);
    return super._get(paths);
  }

  override readProperty(...args: Parameters<Context['readProperty']>): unknown {
    this.work.budget.spend(1);
    const [value, key] = args;
    // The library would read the fields and methods of the object itself.
    if (value instanceof Markup) return value.property(printValue(key, MAX_KEY_LENGTH), this);
    // The library counts the entries of an object to get its size.
    if (key === 'size' && isRecord(value)) this.work.walkShallow(value);
    return super.readProperty(...args);
  }
}

/** Returns the work of the rendering that a filter, an operator or a tag of the library is part of. */
export function workOf(context: Context): RenderWork {
  return (context as BoundedContext).work;
}

/** Collects the text a template prints, up to a maximum length. */
export class BoundedEmitter implements Emitter {
  buffer = '';

  /**
   * @param limit Maximum length of the text, in characters; also the maximum size of a single printed list or object.
   * @param charge Called with the length of each piece before it is added.
   */
  constructor(
    private readonly limit: number,
    private readonly charge: (length: number) => void,
  ) {}

  /** @throws LimitError if the text would become longer than the limit. */
  write(value: unknown): void {
    const text = printValue(value, this.limit);
    if (this.buffer.length + text.length > this.limit) {
      throw new LimitError(`The text is longer than ${this.limit} characters`);
    }
    this.charge(text.length);
    this.buffer += text;
  }
}
