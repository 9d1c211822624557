import { setTimeout } from 'node:timers/promises';
import { join } from 'node:path';
import { EmbeddedMongo } from '#libs/embedded-mongo/server.js';
import { EmbeddedMongoStartError } from '#libs/embedded-mongo/errors.js';
import type { ChildMessage, ChildOptions, ParentMessage } from './embedded-store.js';
import { removeStoreSocket } from './store-socket.js';

// The process of the embedded store, so that it does not block the API. It exits with its parent.

/** After a parent was killed, its child needs a moment to release the data folder. */
const LOCK_PATIENCE_MS = 5000;
const LOCK_POLL_MS = 50;
/** How often the store checks for disk space while it waits for it. */
const ROOM_POLL_MS = 1000;

// Other users cannot read files written here, whatever mode the library that writes them requests.
process.umask(0o077);

const { dataDir, durable, socket, again } = JSON.parse(process.argv[2] ?? '{}') as ChildOptions;
let opened: EmbeddedMongo | undefined;
let stopping: Promise<void> | undefined;

// Ctrl-C in a terminal also reaches the child. The parent still needs it then, and sends a message when it should stop.
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => undefined);
process.on('disconnect', () => void removeStoreSocket(socket).finally(() => void stop()));
process.on('message', (message: ParentMessage) => {
  if (message.kind === 'stop') void stop();
});

try {
  opened = await openPatiently();
  send({ kind: 'ready' });
} catch (error) {
  send({ kind: 'failed', reason: error instanceof Error ? error.message : String(error) });
  await stop();
}

async function openPatiently(): Promise<EmbeddedMongo> {
  const end = performance.now() + LOCK_PATIENCE_MS;
  for (;;) {
    try {
      return await EmbeddedMongo.open({ dataDir: join(dataDir, 'store'), durable, socketPath: socket.path });
    } catch (error) {
      const code = error instanceof EmbeddedMongoStartError ? error.code : undefined;
      const isPassing = code === 'LOCKED' ? performance.now() <= end : again && code === 'DISK_FULL';
      if (!isPassing || stopping) throw error;
      await setTimeout(code === 'LOCKED' ? LOCK_POLL_MS : ROOM_POLL_MS);
    }
  }
}

function stop(): Promise<void> {
  stopping ??= Promise.resolve(opened?.close())
    .catch(() => undefined)
    .then(() => process.exit(0));
  return stopping;
}

function send(message: ChildMessage): void {
  if (process.connected) process.send?.(message);
}
