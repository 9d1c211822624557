import { type ChildProcess, fork } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { builtProgram } from '../../platform/package-root.js';
import { deleteStoreAddress, makePrivateFolder, saveStoreAddress } from './data-folder.js';
import { clearStoreSocket, makeStoreSocket, removeStoreSocket, type StoreSocket } from './store-socket.js';

/** Options of the child, passed as JSON in its first argument. */
export interface ChildOptions {
  /** The store is in the folder `store` below it. */
  dataDir: string;
  /** Whether the store acknowledges a write only when it is on disk. Default true; see `EmbeddedMongoOptions`. */
  durable?: boolean;
  socket: StoreSocket;
  /**
   * Whether this is a restart, with clients that will reconnect. Then the store waits while the disk is full instead of
   * failing to start.
   */
  again: boolean;
}

/** A message from the parent to the child. */
export type ParentMessage = { kind: 'stop' };

/** A message from the child to its parent. */
export type ChildMessage =
  | { kind: 'ready' }
  /** It could not start, or cannot continue; the reason is one line for the user. */
  | { kind: 'failed'; reason: string };

const CHILD = 'src/server/embedded/child.js';

/**
 * How the child uses memory and threads: as the application that `carillon start` runs. One helper thread for collecting garbage
 * and compiling: more of them collect it no sooner beside a busy process, and take a tenth of what a notification costs.
 */
const RUNTIME = ['--v8-pool-size=1', '--max-semi-space-size=32', '--no-memory-reducer'];

/** A child that has not exited this long after the stop message is killed; its data are recovered at the next start. */
const STOP_PATIENCE_MS = 10_000;

/** Pauses before the child is restarted: the first one, and the longest that later ones grow to. */
const FIRST_PAUSE_MS = 100;
const MAX_PAUSE_MS = 5000;
/** By default the child is not restarted after this number of exits in a row, which takes about half a minute. */
const MAX_ENDS_IN_A_ROW = 10;
/** When a child has run this long, earlier exits are no longer counted. */
const STEADY_MS = 30_000;

/** The embedded store did not start; the message is one line for the user. */
export class EmbeddedStartError extends Error {
  override readonly name = 'EmbeddedStartError';
}

/** The embedded store, running in a child process. */
export interface EmbeddedStore {
  readonly mongodbUri: string;
  /** Closes it and ends the child. */
  stop(): Promise<void>;
}

export interface EmbeddedStoreOptions extends Omit<ChildOptions, 'socket' | 'again'> {
  /** After how many exits in a row the child is no longer restarted. Default 10. */
  maxEndsInARow?: number;
  /** Called each time when the child exited unexpectedly and is restarted on the same addresses. */
  onRestart?: (reason: string) => void;
  /** Called once, when the child exited too often and is not restarted. */
  onExit?: (reason: string) => void;
  /** Called with warnings for the user. Default: written to standard error. */
  onWarning?: (message: string) => void;
}

/** Starts the child and waits until the store is ready. Throws {@link EmbeddedStartError}. */
export async function startEmbeddedStore(options: EmbeddedStoreOptions): Promise<EmbeddedStore> {
  const warn = options.onWarning ?? ((message: string) => void process.stderr.write(`${message}\n`));
  await makePrivateFolder(options.dataDir, warn);
  const socket = await makeStoreSocket(options.dataDir);
  const supervisor = new ChildSupervisor(options, socket);
  try {
    await supervisor.start();
    const mongodbUri = `mongodb://${encodeURIComponent(socket.path)}/?directConnection=true`;
    await saveStoreAddress(options.dataDir, mongodbUri);
    return {
      mongodbUri,
      async stop() {
        await supervisor.stop();
        await deleteStoreAddress(options.dataDir);
        await removeStoreSocket(socket);
      },
    };
  } catch (error) {
    await supervisor.stop();
    await removeStoreSocket(socket);
    throw error;
  }
}

/** One run of the child process. */
interface ChildRun {
  readonly child: ChildProcess;
  readonly startedAt: number;
  /** Resolves when it is ready; rejects with {@link EmbeddedStartError} when it exits before that. */
  readonly ready: Promise<void>;
  /** Resolves with the reason when it has exited. */
  readonly ended: Promise<string>;
}

/** Keeps the child running: starts it again when it exits unexpectedly. */
class ChildSupervisor {
  private current: ChildRun | undefined;
  private endsInARow = 0;
  private readonly stopping = new AbortController();

  constructor(
    private readonly options: EmbeddedStoreOptions,
    private readonly socket: StoreSocket,
  ) {}

  /** Resolves when the first child is ready. */
  async start(): Promise<void> {
    const run = this.startChild(false);
    await run.ready;
    void run.ended.then((reason) => this.restart(run, reason));
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    const { current } = this;
    if (!current) return;
    if (current.child.connected) current.child.send({ kind: 'stop' } satisfies ParentMessage);
    const killTimer = setTimeout(() => current.child.kill('SIGKILL'), STOP_PATIENCE_MS);
    await current.ended;
    clearTimeout(killTimer);
  }

  private startChild(again: boolean): ChildRun {
    const { dataDir, durable } = this.options;
    const options: ChildOptions = { dataDir, durable, socket: this.socket, again };
    // Debugger and loader options of the parent do not apply to the child.
    const child = fork(builtProgram(CHILD), [JSON.stringify(options)], { execArgv: RUNTIME });
    this.current = { child, startedAt: performance.now(), ...observe(child) };
    return this.current;
  }

  /** Starts the child again after a run has ended, unless it is being stopped or exited too often. */
  private async restart(run: ChildRun, reason: string): Promise<void> {
    if (this.stopping.signal.aborted) return;
    if (performance.now() - run.startedAt >= STEADY_MS) this.endsInARow = 0;
    const { maxEndsInARow = MAX_ENDS_IN_A_ROW } = this.options;
    if (++this.endsInARow >= maxEndsInARow) {
      this.options.onExit?.(`${reason}; it ended ${maxEndsInARow} times in a row`);
      return;
    }
    this.options.onRestart?.(reason);
    const wait = Math.min(FIRST_PAUSE_MS * 2 ** (this.endsInARow - 1), MAX_PAUSE_MS);
    await pause(wait, undefined, { signal: this.stopping.signal }).catch(() => undefined);
    if (this.stopping.signal.aborted) return;
    try {
      await clearStoreSocket(this.socket);
      const nextRun = this.startChild(true);
      void nextRun.ended.then((why) => this.restart(nextRun, why));
    } catch (error) {
      // The system is out of file descriptors or processes now.
      await this.restart(run, `the embedded store cannot be started again: ${String(error)}`);
    }
  }
}

function observe(child: ChildProcess): Pick<ChildRun, 'ready' | 'ended'> {
  let reason: string | undefined;
  const ended = new Promise<string>((resolve) => {
    child.once('exit', (code, signal) =>
      resolve(reason ?? `the embedded store ended unexpectedly (${code ?? signal})`),
    );
    // The process could not be created.
    child.once('error', (error) => {
      if (child.pid === undefined) resolve(`the embedded store cannot be started: ${error.message}`);
    });
  });
  const ready = new Promise<void>((resolve, reject) => {
    child.on('message', (message: ChildMessage) => {
      if (message.kind === 'failed') reason = message.reason;
      else resolve();
    });
    void ended.then((why) => reject(new EmbeddedStartError(why)));
  });
  // Later runs are not awaited.
  ready.catch(() => undefined);
  return { ready, ended };
}
