import type { Types } from 'mongoose';
import { AsyncContext } from '../platform/async-context.js';
import { IdMap } from '../platform/ids.js';

const written = new AsyncContext<IdMap<Types.ObjectId>>();

/** The environments to which a request writes, as far as it names them: without any it writes to its own alone. */
export class WrittenEnvironments {
  private readonly ids = new IdMap<Types.ObjectId>();

  /** Runs the request. */
  collect<T>(work: () => Promise<T>): Promise<T> {
    return written.run(this.ids, work);
  }

  /** What was changed; undefined when it was several, which concerns the organization. `own`: that of the request. */
  changed(own: Types.ObjectId | undefined): Types.ObjectId | undefined {
    if (this.ids.size > 1) return undefined;
    const [only] = this.ids.values();
    return only ?? own;
  }
}

/** Notes that the present request writes to an environment that it names; does nothing in work that no request began. */
export function noteWritten(id: Types.ObjectId): void {
  written.current?.set(id, id);
}
