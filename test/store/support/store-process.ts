import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { CARILLON } from '../../server/carillon-process.js';

/** Another store, for comparison: a file, which gets the options alone. */
const OTHER = process.env.STORE_CLI;
const PROGRAM = OTHER ? [OTHER] : [CARILLON, 'store'];

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
    /** What it printed when it was ready. */
    readonly output: string,
  ) {}

  /** Starts the command on a socket of its own, or as `options` say. Throws with what it printed when it ends instead. */
  static async start(dataDir: string, options: readonly string[] = []): Promise<StoreProcess> {
    const { child, ended, ready } = launch(dataDir, options);
    const outcome = await Promise.race([ready, ended]);
    if ('errorOutput' in outcome) throw new Error(`The store ended before it was ready: ${outcome.errorOutput}`);
    return new StoreProcess(child, ended, outcome.uri, outcome.output);
  }

  /** Starts the command where it must refuse to run, and returns how it ended. */
  static async startRefused(dataDir: string): Promise<ProcessEnd> {
    const { child, ended, ready } = launch(dataDir);
    const outcome = await Promise.race([ready, ended]);
    if ('errorOutput' in outcome) return outcome;
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
  /** The address and all it has printed by then, once there is one; never settles when it ends before. */
  ready: Promise<{ uri: string; output: string }>;
  ended: Promise<ProcessEnd>;
}

function launch(dataDir: string, options: readonly string[] = []): Launched {
  const child = spawn(process.execPath, [...PROGRAM, '--data', dataDir, ...options], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let errorOutput = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errorOutput += text));
  const ended = once(child, 'close').then(([code, signal]: unknown[]) => ({
    code: code as number | null,
    signal: signal as NodeJS.Signals | null,
    errorOutput,
  }));
  const ready = new Promise<{ uri: string; output: string }>((resolve) => {
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      const uri = /ready on (mongodb:\/\/\S+)/.exec(output)?.[1];
      if (uri !== undefined && output.endsWith('\n')) resolve({ uri, output });
    });
  });
  return { child, ready, ended };
}
