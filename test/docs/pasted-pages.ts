import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PageBlock } from '../../scripts/page-blocks.mjs';
import { type Page, ROOT } from './documentation-pages.js';

/** Scripts have to stand below the packages that they import. */
const MODULES = `${ROOT}.cache/pasted-pages-${process.pid}`;

/** Into which the pages pull workflows, in the folder in which a reader is. */
const PULLED = `${ROOT}notifications`;

/** Blocks of a page share a shell, as far as they export. A response that is not 2xx is an error. */
const SHELL_START = 'if [ -f "$STATE" ]; then source "$STATE"; fi\ncurl() { command curl --fail-with-body "$@"; }';
const SHELL_END = 'export -p > "$STATE"';

/** A reader who pastes pages into a shell, with data and ports of their own. */
export class PastedPages {
  private server: ChildProcess | undefined;

  private constructor(
    private readonly folder: string,
    private readonly ports: { api: number; legacy: number },
    private readonly variables: Readonly<Record<string, string>>,
  ) {}

  /** `variables`: what a page leaves to the reader, such as the address of a mail server. */
  static async create(variables: Readonly<Record<string, string>>): Promise<PastedPages> {
    const folder = await mkdtemp(join(tmpdir(), 'carillon-pages-'));
    await mkdir(MODULES, { recursive: true });
    return new PastedPages(folder, { api: await freePort(), legacy: await freePort() }, variables);
  }

  /** Starts Carillon as a page does, on the data of before. */
  async start({ code }: PageBlock): Promise<void> {
    const server = spawn('bash', ['-c', code], { cwd: ROOT, env: this.environment('server'), detached: true });
    this.server = server;
    let output = '';
    const ended = once(server, 'close').then(() => Promise.reject(new Error(`Carillon ended:\n${output}`)));
    const ready = new Promise<void>((resolve) => {
      for (const stream of [server.stdout, server.stderr]) {
        stream.on('data', (chunk: Buffer) => {
          output += chunk.toString();
          if (output.includes('Carillon is ready')) resolve();
        });
      }
    });
    await Promise.race([ready, ended]);
    ended.catch(() => {});
  }

  async stop(): Promise<void> {
    const server = this.server;
    this.server = undefined;
    if (!server || server.exitCode !== null) return;
    const ended = once(server, 'close');
    process.kill(-server.pid!, 'SIGTERM');
    await ended;
  }

  async remove(): Promise<void> {
    await this.stop();
    for (const place of [this.folder, MODULES, PULLED]) await rm(place, { recursive: true, force: true });
  }

  /** Pastes the blocks of a page from top to bottom into one shell. Throws what the first block that fails has printed. */
  async paste({ path, blocks }: Page): Promise<void> {
    const state = path.replaceAll(/\W/g, '-');
    await rm(join(this.folder, state), { force: true });
    for (const { line, language, code, note } of blocks) {
      if (note !== undefined) continue;
      const command = language === 'js' ? await asModule(code, `${state}-${line}`) : this.asTyped(code);
      await this.run(command, state).catch((error: unknown) => {
        throw new Error(`${path}, line ${line}`, { cause: error });
      });
    }
  }

  private async run(command: string, state: string): Promise<void> {
    const script = `${SHELL_START}\n${command}\n${SHELL_END}`;
    const shell = spawn('bash', ['-euo', 'pipefail', '-c', script], {
      cwd: ROOT,
      env: this.environment(state),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [shell.stdout, shell.stderr])
      stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
    const [code] = (await once(shell, 'close')) as [number | null];
    if (code !== 0) throw new Error(`It ended with ${code}:\n${command}\n${output}`);
  }

  /** Readers have the usual ports to themselves. */
  private asTyped(code: string): string {
    const { api, legacy } = this.ports;
    return code.replaceAll('127.0.0.1:3000', `127.0.0.1:${api}`).replaceAll('127.0.0.1:3001', `127.0.0.1:${legacy}`);
  }

  private environment(state: string): NodeJS.ProcessEnv {
    const { PATH, HOME } = process.env;
    const settings = { PORT: String(this.ports.api), LEGACY_PORT: String(this.ports.legacy), LOG_LEVEL: 'warn' };
    return {
      PATH,
      HOME,
      DATA_DIR: join(this.folder, 'data'),
      STATE: join(this.folder, state),
      ...settings,
      ...this.variables,
    };
  }
}

async function asModule(code: string, name: string): Promise<string> {
  const file = `${MODULES}/${name}.mjs`;
  await writeFile(file, code);
  return `node '${file}'`;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('A server without a port');
  return address.port;
}
