import { setTimeout } from 'node:timers/promises';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { EmbeddedMongo } from '#libs/embedded-mongo/server.js';
import { EmbeddedMongoStartError } from '#libs/embedded-mongo/store-error.js';
import { EmbeddedQueue } from '#libs/embedded-queue/server.js';
import { EmbeddedQueueStartError } from '#libs/embedded-queue/queue-start-error.js';
import type { ChildMessage, ChildOptions, ParentMessage } from './child-messages.js';

// The process that holds the embedded store and queue, so that neither blocks the API. It ends with its parent.

/** After a parent was killed, its child needs a moment to let go of the data. */
const LOCK_PATIENCE_MS = 5000;
const LOCK_POLL_MS = 50;

/**
 * How much of a WebAssembly function runs before V8 optimizes it, a thousand times its default. The start of PGlite runs
 * through much of PostgreSQL once, and optimizing that took longer than the start itself. What is busy later is optimized
 * all the same: after some hundred jobs they cost what they did. A V8 that does not know the flag says so and goes on.
 */
const WASM_TIERING_BUDGET = 1_800_000_000;
setFlagsFromString(`--wasm-tiering-budget=${WASM_TIERING_BUDGET}`);

const { dataDir, store, queue, durable } = JSON.parse(process.argv[2] ?? '{}') as ChildOptions;
const opened: { close(): Promise<void> }[] = [];
let stopping: Promise<void> | undefined;

// Ctrl-C in a terminal reaches the child too; the parent still needs it then, and says when to stop.
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => undefined);
process.on('disconnect', () => void stop());
process.on('message', (message: ParentMessage) => {
  if (message.kind === 'stop') void stop();
});

try {
  const [mongo, jobs] = await Promise.all([
    store ? openPatiently(() => EmbeddedMongo.open({ dataDir: join(dataDir, 'store'), durable })) : undefined,
    queue
      ? openPatiently(() => EmbeddedQueue.open({ dataDir: join(dataDir, 'queue'), onFailure: failLater }))
      : undefined,
  ]);
  tell({ kind: 'ready', mongodbUri: mongo?.uri, queueUri: jobs?.uri });
} catch (error) {
  tell({ kind: 'failed', reason: reasonOf(error) });
  await stop();
}

async function openPatiently<T extends { close(): Promise<void> }>(open: () => Promise<T>): Promise<T> {
  const end = performance.now() + LOCK_PATIENCE_MS;
  for (;;) {
    try {
      const service = await open();
      opened.push(service);
      return service;
    } catch (error) {
      if (!isLocked(error) || performance.now() > end) throw error;
      await setTimeout(LOCK_POLL_MS);
    }
  }
}

function isLocked(error: unknown): boolean {
  return (
    (error instanceof EmbeddedMongoStartError || error instanceof EmbeddedQueueStartError) && error.code === 'LOCKED'
  );
}

function failLater(error: unknown): void {
  tell({ kind: 'failed', reason: `The embedded queue failed: ${reasonOf(error)}` });
  void stop();
}

function stop(): Promise<void> {
  stopping ??= Promise.allSettled(opened.map((service) => service.close())).then(() => process.exit(0));
  return stopping;
}

function tell(message: ChildMessage): void {
  if (process.connected) process.send?.(message);
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
