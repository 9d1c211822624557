import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { ApiClient } from '../api-client.js';

/** The built command `carillon`: behind it the words, such as `keys list`. */
export const CARILLON = fileURLToPath(new URL('../../dist/bundle/src/cli/main.js', import.meta.url));
const READY = /(?:API {12}|ready on )(http:\/\/\S+)/;

/** How a process ended. */
export interface ProcessEnd {
  code: number | null;
  signal: NodeJS.Signals | null;
  output: string;
}

/** The built application as a process of its own, as `carillon start` runs it. */
export class CarillonProcess {
  private output = '';
  private readonly ended: Promise<ProcessEnd>;

  private constructor(private readonly child: ChildProcess) {
    const collect = (chunk: Buffer): void => {
      this.output += chunk.toString();
    };
    child.stdout?.on('data', collect);
    child.stderr?.on('data', collect);
    this.ended = once(child, 'close').then(([code, signal]) => ({ code, signal, output: this.output }));
  }

  /** Starts it with these settings and nothing else of the environment but `PATH`. `program`: file and arguments. */
  static spawn(settings: Record<string, string>, program: readonly string[] = [CARILLON, 'start']): CarillonProcess {
    return CarillonProcess.spawnWithin([], settings, program);
  }

  /** As `spawn`, by a command that turns into the program behind it, such as `nice`. */
  static spawnWithin(
    wrapper: readonly string[],
    settings: Record<string, string>,
    program: readonly string[] = [CARILLON, 'start'],
  ): CarillonProcess {
    const env = { PATH: process.env.PATH, PORT: '0', LEGACY_PORT: '0', LOG_LEVEL: 'warn', ...settings };
    const [command, ...rest] = [...wrapper, process.execPath, ...program];
    return new CarillonProcess(spawn(command!, rest, { env, stdio: ['ignore', 'pipe', 'pipe'] }));
  }

  /** Where it listens, as soon as it says so. Throws what it printed when it ends instead. */
  async ready(): Promise<string> {
    for (;;) {
      const url = READY.exec(this.output)?.[1];
      if (url) return url;
      const end = await Promise.race([this.ended, once(this.child.stdout!, 'data').then(() => undefined)]);
      if (end) throw new Error(`The process ended with ${end.code ?? end.signal}: ${end.output}`);
    }
  }

  /** Everything it has printed so far. */
  get printed(): string {
    return this.output;
  }

  /** What it has printed about a response that names an `errorId`; undefined when it names none. */
  logOf(message: string): string | undefined {
    const [errorId] = /(?<=errorId )[\da-f-]{36}/.exec(message) ?? [];
    return errorId && this.output.split('\n').find((line) => line.includes(errorId));
  }

  get isRunning(): boolean {
    return this.child.exitCode === null && this.child.signalCode === null;
  }

  get pid(): number {
    return this.child.pid!;
  }

  /** Sends the signal and waits for the end. */
  async kill(signal: 'SIGTERM' | 'SIGKILL'): Promise<ProcessEnd> {
    this.child.kill(signal);
    return this.ended;
  }

  end(): Promise<ProcessEnd> {
    return this.ended;
  }
}

/** Calls a process through the network. */
export function clientOf(url: string, apiKey?: string): ApiClient {
  return new ApiClient(async ({ method, url: path, payload, headers }) => {
    const json: Record<string, string> = payload === undefined ? {} : { 'content-type': 'application/json' };
    const isPlain = typeof payload === 'object' && !Buffer.isBuffer(payload);
    const body = isPlain ? JSON.stringify(payload) : (payload as string | undefined);
    const response = await fetch(new URL(path, url), { method, headers: { ...json, ...headers }, body });
    return { statusCode: response.status, body: await response.text(), headers: Object.fromEntries(response.headers) };
  }, apiKey);
}
