import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { findPackageRoot } from '../common/package-root.js';
import { forgetStoreAddress, noteStoreAddress } from './store-address.js';
import type { ChildMessage, ChildOptions, ParentMessage } from './child-messages.js';

const CHILD = 'dist/src/embedded/child.js';

/** A child that has not ended this long after it was asked to is killed; its data recover at the next start. */
const STOP_PATIENCE_MS = 10_000;

/** The embedded services did not start; the message is one line for the person who started them. */
export class EmbeddedStartError extends Error {
  override readonly name = 'EmbeddedStartError';
}

/** The embedded store and queue, running in a child process. */
export interface EmbeddedServices {
  readonly mongodbUri?: string;
  readonly queueUri?: string;
  /** Closes both and ends the child. */
  stop(): Promise<void>;
}

export interface EmbeddedServicesOptions extends ChildOptions {
  /** Told once, when the child ends without having been asked to. */
  onExit?: (reason: string) => void;
}

/** Starts the child with the parts asked for and waits until they answer. Throws {@link EmbeddedStartError}. */
export async function startEmbeddedServices(options: EmbeddedServicesOptions): Promise<EmbeddedServices> {
  const { onExit, ...childOptions } = options;
  // A debugger or loader of the parent is not meant for the child.
  const child = fork(`${findPackageRoot()}/${CHILD}`, [JSON.stringify(childOptions)], { execArgv: [] });
  const exited = once(child, 'exit');
  const { mongodbUri, queueUri } = await firstAnswer(child, exited);
  if (mongodbUri !== undefined) await noteStoreAddress(options.dataDir, mongodbUri);
  let stopping = false;
  let reason: string | undefined;
  child.on('message', (message: ChildMessage) => {
    if (message.kind === 'failed') reason = message.reason;
  });
  child.once('exit', (code, signal) => {
    if (!stopping) onExit?.(reason ?? `the embedded services ended unexpectedly (${code ?? signal})`);
  });
  return {
    mongodbUri,
    queueUri,
    async stop() {
      stopping = true;
      if (child.connected) child.send({ kind: 'stop' } satisfies ParentMessage);
      const impatience = setTimeout(() => child.kill('SIGKILL'), STOP_PATIENCE_MS);
      await exited;
      clearTimeout(impatience);
      if (mongodbUri !== undefined) await forgetStoreAddress(options.dataDir);
    },
  };
}

async function firstAnswer(
  child: ChildProcess,
  exited: Promise<unknown[]>,
): Promise<Extract<ChildMessage, { kind: 'ready' }>> {
  const answer = await Promise.race([
    once(child, 'message').then(([message]) => message as ChildMessage),
    exited.then(([code, signal]): ChildMessage => ({
      kind: 'failed',
      reason: `it ended with ${String(code ?? signal)}`,
    })),
  ]);
  if (answer.kind === 'ready') return answer;
  await exited;
  throw new EmbeddedStartError(answer.reason);
}
