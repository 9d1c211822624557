// @ts-expect-error The driver has types for its public classes only; as in connection-writes.
import driver from 'mongodb/lib/cmap/connection.js';

// This patches the driver, which decides when it opens a connection whether the connection announces its commands to
// listeners. That costs a twenty-fifth of what a trigger does, so it begins when it is needed.

/** The member of the driver's connection that is used here. */
interface Connection {
  /** Whether it announces each command, with the time that it took. The driver sets it once and reads it for each command. */
  monitorCommands: boolean;
}

const { prototype } = (driver as { Connection: { prototype: Connection } }).Connection;
/** Connections of an address with `monitorCommands=true`. */
const monitored = new WeakSet<Connection>();
let areAllMonitored = false;

Object.defineProperty(prototype, 'monitorCommands', {
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
