import { performance } from 'node:perf_hooks';
import { Context } from 'liquidjs';
import { Markup } from './markup.js';
import { printValue } from './print-value.js';

/** Reading the clock costs as much as a few property reads, so reads look at it once in this many. */
const readsPerLook = 256;

/** Largest list or object that is read as a key. */
const longestKey = 1000;

/**
 * A rendering context that looks at the time while a filter walks through a list. The library looks only between
 * tags, and one `where` over a long list can run for seconds.
 */
export class BoundedContext extends Context {
  /** Whether what is printed is escaped, in an engine that escapes. */
  escapes = true;
  /** Told the name of each variable that is printed although the data do not have it. */
  onMissing?: (variable: string) => void;
  private reads = 0;

  /** @throws when the rendering has used up its time. */
  checkTime(): void {
    this.renderLimit.check(performance.now());
  }

  override spawn(scope: object = {}): BoundedContext {
    this.checkTime();
    const spawned = new BoundedContext(
      scope,
      this.opts,
      {
        sync: this.sync,
        globals: this.globals,
        strictVariables: this.strictVariables,
        ownPropertyOnly: this.ownPropertyOnly,
      },
      { memoryLimit: this.memoryLimit, renderLimit: this.renderLimit, liquid: this.liquid as unknown },
    );
    spawned.escapes = this.escapes;
    spawned.onMissing = this.onMissing;
    return spawned;
  }

  override push(scope: object): number {
    this.checkTime();
    return super.push(scope);
  }

  override readProperty(...args: Parameters<Context['readProperty']>): unknown {
    this.reads += 1;
    if (this.reads % readsPerLook === 0) {
      this.checkTime();
    }
    const [value, key] = args;
    // The library would read the fields and methods of the object.
    if (value instanceof Markup) return value.property(printValue(key, longestKey), this);
    return super.readProperty(...args);
  }
}
