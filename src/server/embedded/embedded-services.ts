import { type ChildProcess, fork } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { builtFile } from '../../platform/package-root.js';
import type { ChildMessage, ChildOptions, ParentMessage } from './child-messages.js';
import { makePrivateFolder } from './private-folder.js';
import {
  clearServiceSockets,
  makeServiceSockets,
  removeServiceSockets,
  type ServiceSockets,
} from './service-sockets.js';
import { forgetStoreAddress, noteStoreAddress } from './store-address.js';

const CHILD = 'src/server/embedded/child.js';

/** A child that has not ended this long after it was asked to is killed; its data recover at the next start. */
const STOP_PATIENCE_MS = 10_000;

/** Pauses before a child that ended is started again: the first, and the longest that later ones grow to. */
const FIRST_PAUSE_MS = 100;
const MAX_PAUSE_MS = 5000;
/** After so many ends in a row, which take about half a minute, it is given up by default. */
const MAX_ENDS_IN_A_ROW = 10;
/** A child that has lived this long works: what ends it then is a new story. */
const STEADY_MS = 30_000;

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

export interface EmbeddedServicesOptions extends Omit<ChildOptions, 'sockets' | 'again'> {
  /** After how many ends of the child in a row it is given up. Default 10. */
  maxEndsInARow?: number;
  /** Told each time when the child ended without having been asked to, and is started again on the same addresses. */
  onRestart?: (reason: string) => void;
  /** Told once, when it has ended so often that it is given up. */
  onExit?: (reason: string) => void;
  /** Told what the person who started it should know. Default: written to standard error. */
  onWarning?: (message: string) => void;
}

/** Starts the child with the parts asked for and waits until they answer. Throws {@link EmbeddedStartError}. */
export async function startEmbeddedServices(options: EmbeddedServicesOptions): Promise<EmbeddedServices> {
  const warn = options.onWarning ?? ((message: string) => void process.stderr.write(`${message}\n`));
  await makePrivateFolder(options.dataDir, warn);
  const sockets = await makeServiceSockets(options.dataDir);
  const supervisor = new ChildSupervisor(options, sockets);
  try {
    await supervisor.start();
    const mongodbUri = options.store
      ? `mongodb://${encodeURIComponent(sockets.store)}/?directConnection=true`
      : undefined;
    const queueUri = options.queue
      ? `postgres://postgres@${encodeURIComponent(sockets.queueFolder)}/postgres`
      : undefined;
    if (mongodbUri !== undefined) await noteStoreAddress(options.dataDir, mongodbUri);
    return {
      mongodbUri,
      queueUri,
      async stop() {
        await supervisor.stop();
        if (mongodbUri !== undefined) await forgetStoreAddress(options.dataDir);
        await removeServiceSockets(sockets);
      },
    };
  } catch (error) {
    await supervisor.stop();
    await removeServiceSockets(sockets);
    throw error;
  }
}

/** One life of the child. */
interface Life {
  readonly child: ChildProcess;
  readonly bornAt: number;
  /** Resolves when it is ready, rejects with {@link EmbeddedStartError} when it has ended before. */
  readonly ready: Promise<void>;
  /** Resolves with the reason when it has ended. */
  readonly ended: Promise<string>;
}

/** Keeps one child alive: another takes its place when it ends unasked. */
class ChildSupervisor {
  private life: Life | undefined;
  private endsInARow = 0;
  private readonly stopping = new AbortController();

  constructor(
    private readonly options: EmbeddedServicesOptions,
    private readonly sockets: ServiceSockets,
  ) {}

  /** Resolves when the first child is ready. */
  async start(): Promise<void> {
    const life = this.bear(false);
    await life.ready;
    void life.ended.then((reason) => this.goOn(life, reason));
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    const { life } = this;
    if (!life) return;
    if (life.child.connected) life.child.send({ kind: 'stop' } satisfies ParentMessage);
    const impatience = setTimeout(() => life.child.kill('SIGKILL'), STOP_PATIENCE_MS);
    await life.ended;
    clearTimeout(impatience);
  }

  private bear(again: boolean): Life {
    const { dataDir, store, queue, durable } = this.options;
    const options: ChildOptions = { dataDir, store, queue, durable, sockets: this.sockets, again };
    // A debugger or loader of the parent is not meant for the child.
    const child = fork(builtFile(CHILD), [JSON.stringify(options)], { execArgv: [] });
    this.life = { child, bornAt: performance.now(), ...fateOf(child) };
    return this.life;
  }

  /** A life has ended. Begins the next one, unless the services are being stopped or given up. */
  private async goOn(life: Life, reason: string): Promise<void> {
    if (this.stopping.signal.aborted) return;
    if (performance.now() - life.bornAt >= STEADY_MS) this.endsInARow = 0;
    const { maxEndsInARow = MAX_ENDS_IN_A_ROW } = this.options;
    if (++this.endsInARow >= maxEndsInARow) {
      this.options.onExit?.(`${reason}; they ended ${maxEndsInARow} times in a row`);
      return;
    }
    this.options.onRestart?.(reason);
    const wait = Math.min(FIRST_PAUSE_MS * 2 ** (this.endsInARow - 1), MAX_PAUSE_MS);
    await pause(wait, undefined, { signal: this.stopping.signal }).catch(() => undefined);
    if (this.stopping.signal.aborted) return;
    try {
      await clearServiceSockets(this.sockets);
      const successor = this.bear(true);
      void successor.ended.then((why) => this.goOn(successor, why));
    } catch (error) {
      // No descriptor or process is left for it at this moment.
      await this.goOn(life, `the embedded services cannot be started again: ${String(error)}`);
    }
  }
}

function fateOf(child: ChildProcess): Pick<Life, 'ready' | 'ended'> {
  let reason: string | undefined;
  const ended = new Promise<string>((resolve) => {
    child.once('exit', (code, signal) =>
      resolve(reason ?? `the embedded services ended unexpectedly (${code ?? signal})`),
    );
    // It could not even be made.
    child.once('error', (error) => {
      if (child.pid === undefined) resolve(`the embedded services cannot be started: ${error.message}`);
    });
  });
  const ready = new Promise<void>((resolve, reject) => {
    child.on('message', (message: ChildMessage) => {
      if (message.kind === 'failed') reason = message.reason;
      else resolve();
    });
    void ended.then((why) => reject(new EmbeddedStartError(why)));
  });
  // Nobody waits for a later life to be ready.
  ready.catch(() => undefined);
  return { ready, ended };
}
