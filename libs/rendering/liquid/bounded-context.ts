import { Context, type Liquid } from 'liquidjs';
import type { RenderWork } from './render-work.js';
import { isRecord } from './is-record.js';
import { Markup } from './markup.js';
import { printValue } from './print-value.js';

/** Largest list or object that is read as a key. */
const longestKey = 1000;

/** Scopes around a variable that are searched in one step. */
const scopesPerStep = 16;

type Scope = Parameters<Context['readProperty']>[0];

/** A rendering context that counts what is read and searched: the library counts only what stands between tags. */
export class BoundedContext extends Context {
  /** Whether what is printed is escaped, in an engine that escapes. */
  escapes = true;
  /** Told the name of each variable that is printed although the data do not have it. */
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
    this.work.budget.spend(this.nested / scopesPerStep);
    return super._get(paths);
  }

  override readProperty(...args: Parameters<Context['readProperty']>): unknown {
    this.work.budget.spend(1);
    const [value, key] = args;
    // The library would read the fields and methods of the object.
    if (value instanceof Markup) return value.property(printValue(key, longestKey), this);
    // The library counts the entries of an object to tell its size.
    if (key === 'size' && isRecord(value)) this.work.walkShallow(value);
    return super.readProperty(...args);
  }
}

/** The work of the rendering that a filter, an operator or a tag of the library is part of. */
export function workOf(context: Context): RenderWork {
  return (context as BoundedContext).work;
}
