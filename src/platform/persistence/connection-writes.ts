import { createRequire } from 'node:module';

// The driver waits for a socket that takes no more at once until it is drained, and for nothing else. A connection that
// is closed meanwhile, as those to a server that stands still are, would hold its operation for ever; and one that
// breaks would fail with the bare error of the system, in which nobody knows the store: neither the driver, which goes
// on to use its other connections, nor we, who would call it a failure of our own.

/** What is used of the driver's connection. */
interface Connection {
  /** Why it is closed. */
  readonly error: Error | null;
  once(event: 'close', listener: () => void): void;
  off(event: 'close', listener: () => void): void;
  writeCommand: (this: Connection, ...args: unknown[]) => Promise<void>;
}

// The driver that mongoose uses; it does not export the class.
const requireOfMongoose = createRequire(createRequire(import.meta.url).resolve('mongoose'));
const driver = requireOfMongoose('mongodb/lib/cmap/connection.js') as { Connection: { prototype: Connection } };
const { prototype } = driver.Connection;
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
