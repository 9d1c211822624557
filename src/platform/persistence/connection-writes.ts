// @ts-expect-error The driver has types for its public classes only. It is the one that mongoose uses, as long as package.json
// names a version that mongoose accepts.
import driver from 'mongodb/lib/cmap/connection.js';

// This patches the driver. When a socket's buffer is full, the driver waits only for `drain`. If the connection is closed
// meanwhile, as happens when a server stops responding, the operation would hang forever; and if it breaks, the operation
// would fail with the system's error, which neither the driver recognizes (it keeps using its other connections) nor we
// (it would be reported as an internal error). With the patch, the operation fails with the connection's own error.

/** The members of the driver's connection that are used here. */
interface Connection {
  /** Why it was closed. */
  readonly error: Error | null;
  once(event: 'close', listener: () => void): void;
  off(event: 'close', listener: () => void): void;
  writeCommand: (this: Connection, ...args: unknown[]) => Promise<void>;
}

const { prototype } = (driver as { Connection: { prototype: Connection } }).Connection;
const { writeCommand } = prototype;

prototype.writeCommand = async function (...args) {
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
