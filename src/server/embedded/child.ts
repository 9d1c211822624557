import { setTimeout } from 'node:timers/promises';
import { join } from 'node:path';
import { EmbeddedMongo } from '#libs/embedded-mongo/server.js';
import { EmbeddedMongoStartError } from '#libs/embedded-mongo/errors.js';
import { hasRoomForQueue } from '#libs/embedded-queue/data/queue-folder.js';
import { EmbeddedQueue } from '#libs/embedded-queue/server.js';
import { EmbeddedQueueStartError } from '#libs/embedded-queue/queue-start-error.js';
import { builtFile } from '../../platform/package-root.js';
import type { ChildMessage, ChildOptions, ParentMessage } from './embedded-services.js';
import { removeServiceSockets } from './service-sockets.js';

// The process of the embedded store and queue, so that neither blocks the API. It exits with its parent.

/** After a parent was killed, its child needs a moment to release the data folder. */
const LOCK_PATIENCE_MS = 5000;
const LOCK_POLL_MS = 50;
/** How often a service that waits for disk space checks for it. */
const ROOM_POLL_MS = 1000;

// Other users cannot read files written here, whatever mode the library that writes them requests.
process.umask(0o077);

const { dataDir, store, queue, durable, sockets, again } = JSON.parse(process.argv[2] ?? '{}') as ChildOptions;
const opened: { close(): Promise<void> }[] = [];
let stopping: Promise<void> | undefined;

// Ctrl-C in a terminal also reaches the child. The parent still needs it then, and sends a message when it should stop.
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => undefined);
process.on('disconnect', () => void removeServiceSockets(sockets).finally(() => void stop()));
process.on('message', (message: ParentMessage) => {
  if (message.kind === 'stop') void stop();
});

try {
  await Promise.all([
    store &&
      openPatiently(() => EmbeddedMongo.open({ dataDir: join(dataDir, 'store'), durable, socketPath: sockets.store })),
    queue &&
      openPatiently(() =>
        EmbeddedQueue.open({
          dataDir: join(dataDir, 'queue'),
          socketFolder: sockets.queueFolder,
          template: builtFile('queue-template'),
          onFailure: (error) => void failLater(error),
        }),
      ),
  ]);
  send({ kind: 'ready' });
} catch (error) {
  send({ kind: 'failed', reason: reasonOf(error) });
  await stop();
}

async function openPatiently(open: () => Promise<{ close(): Promise<void> }>): Promise<void> {
  const end = performance.now() + LOCK_PATIENCE_MS;
  for (;;) {
    try {
      opened.push(await open());
      return;
    } catch (error) {
      const code = startErrorCode(error);
      const isPassing = code === 'LOCKED' ? performance.now() <= end : again && code === 'DISK_FULL';
      if (!isPassing || stopping) throw error;
      await setTimeout(code === 'LOCKED' ? LOCK_POLL_MS : ROOM_POLL_MS);
    }
  }
}

function startErrorCode(error: unknown): string | undefined {
  return error instanceof EmbeddedMongoStartError || error instanceof EmbeddedQueueStartError ? error.code : undefined;
}

/**
 * Ends this process after the database of the queue has stopped, so that the next one opens its files again. While the disk
 * is full the next one would fail immediately, so this one keeps serving the store until there is space.
 */
async function failLater(error: unknown): Promise<void> {
  while (!(await hasRoomForQueue(dataDir))) await setTimeout(ROOM_POLL_MS);
  send({ kind: 'failed', reason: `The embedded queue failed: ${reasonOf(error)}` });
  void stop();
}

function stop(): Promise<void> {
  stopping ??= Promise.allSettled(opened.map((service) => service.close())).then(() => process.exit(0));
  return stopping;
}

function send(message: ChildMessage): void {
  if (process.connected) process.send?.(message);
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
