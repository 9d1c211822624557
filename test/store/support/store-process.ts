import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** The built command of the store; `npm test` builds before it runs the specs. */
const cliPath = process.env.STORE_CLI ?? join(import.meta.dirname, '../../../dist/libs/embedded-mongo/cli.js');

/** How the command ended, with everything it printed to stderr. */
export interface ProcessEnd {
  code: number | null;
  signal: NodeJS.Signals | null;
  errorOutput: string;
}

/** The store as a process of its own, so that it can be killed. */
export class StoreProcess {
  private constructor(
    private readonly child: ChildProcess,
    private readonly ended: Promise<ProcessEnd>,
    readonly uri: string,
  ) {}

  /** Starts the command on a port the system chooses. Throws with what it printed when it ends instead. */
  static async start(dataDir: string): Promise<StoreProcess> {
    const { child, ended, ready } = launch(dataDir);
    const outcome = await Promise.race([ready, ended]);
    if (typeof outcome !== 'string') throw new Error(`The store ended before it was ready: ${outcome.errorOutput}`);
    return new StoreProcess(child, ended, outcome);
  }

  /** Starts the command where it must refuse to run, and returns how it ended. */
  static async startRefused(dataDir: string): Promise<ProcessEnd> {
    const { child, ended, ready } = launch(dataDir);
    const outcome = await Promise.race([ready, ended]);
    if (typeof outcome !== 'string') return outcome;
    child.kill('SIGKILL');
    await ended;
    throw new Error('The store started where it had to refuse');
  }

  get pid(): number {
    if (this.child.pid === undefined) throw new Error('The store has no process');
    return this.child.pid;
  }

  /** Ends the process without any chance to tidy up. */
  async kill(): Promise<void> {
    this.child.kill('SIGKILL');
    await this.ended;
  }

  /** Asks the process to end, as a service manager does. */
  async stop(): Promise<ProcessEnd> {
    this.child.kill('SIGTERM');
    return this.ended;
  }
}

interface Launched {
  child: ChildProcess;
  /** The address, once the command has printed it; never settles when it ends before. */
  ready: Promise<string>;
  ended: Promise<ProcessEnd>;
}

function launch(dataDir: string): Launched {
  const child = spawn(process.execPath, [cliPath, '--port', '0', '--data', dataDir], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let errorOutput = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errorOutput += text));
  const ended = once(child, 'close').then(([code, signal]: unknown[]) => ({
    code: code as number | null,
    signal: signal as NodeJS.Signals | null,
    errorOutput,
  }));
  const ready = new Promise<string>((resolve) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      const address = /ready on (mongodb:\/\/\S+)/.exec(line)?.[1];
      if (address !== undefined) resolve(`${address}/?directConnection=true`);
    });
  });
  return { child, ready, ended };
}
