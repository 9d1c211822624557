// @ts-expect-error The driver has types for its public classes only. It is the one that mongoose uses, as long as package.json
// names a version that mongoose accepts.
import connection from 'mongodb/lib/cmap/connection.js';
// @ts-expect-error As above.
import connectionPool from 'mongodb/lib/cmap/connection_pool.js';
// @ts-expect-error Mongoose has types for its public classes only.
import specialProperties from 'mongoose/lib/helpers/specialProperties.js';

/** The members of the driver's connection that are used here. */
interface Connection {
  /** Why it was closed. */
  readonly error: Error | null;
  /** Whether it announces each command, with the time that it took. The driver sets it once and reads it for each command. */
  monitorCommands: boolean;
  once(event: 'close', listener: () => void): void;
  off(event: 'close', listener: () => void): void;
  writeCommand: (this: Connection, ...args: unknown[]) => Promise<void>;
}

/** The members of the driver's pool that are used here. */
interface ConnectionPool {
  readonly options: { minPoolSize: number; maxIdleTimeMS: number };
  /** Calls `ensureMinPoolSize` again. */
  minPoolSizeTimer: NodeJS.Timeout | undefined;
  ensureMinPoolSize: (this: ConnectionPool) => void;
}

const ofConnection = (connection as { Connection: { prototype: Connection } }).Connection.prototype;
const ofPool = (connectionPool as { ConnectionPool: { prototype: ConnectionPool } }).ConnectionPool.prototype;

// Mongoose drops these keys when it copies an object. Callers may use `prototype`; access to a class through
// `constructor.prototype` is already prevented by dropping `constructor`.
(specialProperties as Set<string>).delete('prototype');

// When a socket's buffer is full, the driver waits only for `drain`. If the connection is closed meanwhile, as happens when a
// server stops responding, the operation would hang forever; and if it breaks, the operation would fail with the system's
// error, which neither the driver recognizes (it keeps using its other connections) nor we (it would be reported as an
// internal error). With the patch, the operation fails with the connection's own error.
const { writeCommand } = ofConnection;

ofConnection.writeCommand = async function (...args) {
  let onClose = (): void => undefined;
  const closed = new Promise<void>((resolve) => {
    onClose = resolve;
    this.once('close', onClose);
  });
  try {
    await Promise.race([writeCommand.apply(this, args), closed]);
  } catch (error) {
    throw this.error ?? error;
  } finally {
    this.off('close', onClose);
  }
  if (this.error) throw this.error;
};

// The driver looks through its pool of connections ten times a second: for connections that were idle for too long, and for
// whether it has as many as it should. With neither limit set, as is the default, there is nothing to find (what was closed or
// replaced is noticed when it is taken out, and when the store is found again), yet these looks are half of the
// processor time of a client that has nothing to do.
const { ensureMinPoolSize } = ofPool;

ofPool.ensureMinPoolSize = function () {
  ensureMinPoolSize.call(this);
  if (this.options.minPoolSize > 0 || this.options.maxIdleTimeMS > 0) return;
  clearTimeout(this.minPoolSizeTimer);
  this.minPoolSizeTimer = undefined;
};

// The driver decides when it opens a connection whether the connection announces its commands to listeners. That costs a
// twenty-fifth of what a trigger does, so it begins when it is needed.

/** Connections of an address with `monitorCommands=true`. */
const monitored = new WeakSet<Connection>();
let areAllMonitored = false;

Object.defineProperty(ofConnection, 'monitorCommands', {
  get(this: Connection): boolean {
    return areAllMonitored || monitored.has(this);
  },
  set(this: Connection, value: boolean) {
    if (value) monitored.add(this);
  },
});

/** From now on all connections of this process to the store, also those that are open, announce their commands. */
export function monitorCommands(): void {
  areAllMonitored = true;
}
