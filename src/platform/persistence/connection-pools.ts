// @ts-expect-error The driver has types for its public classes only; as in connection-writes.
import driver from 'mongodb/lib/cmap/connection_pool.js';

// This patches the driver, which looks through its pool of connections ten times a second: for connections that were idle
// for too long, and for whether it has as many as it should. With neither limit set, as is the default, there is nothing to
// find (what was closed or replaced is noticed when it is taken out, and when the store is found again), yet these looks
// are most of what wakes a process that has nothing to do.

/** The members of the driver's pool that are used here. */
interface ConnectionPool {
  readonly options: { minPoolSize: number; maxIdleTimeMS: number };
  /** Calls `ensureMinPoolSize` again. */
  minPoolSizeTimer: NodeJS.Timeout | undefined;
  ensureMinPoolSize: (this: ConnectionPool) => void;
}

const { prototype } = (driver as { ConnectionPool: { prototype: ConnectionPool } }).ConnectionPool;
const { ensureMinPoolSize } = prototype;

prototype.ensureMinPoolSize = function () {
  ensureMinPoolSize.call(this);
  if (this.options.minPoolSize > 0 || this.options.maxIdleTimeMS > 0) return;
  clearTimeout(this.minPoolSizeTimer);
  this.minPoolSizeTimer = undefined;
};
