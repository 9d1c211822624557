import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EmbeddedMongo } from './server.js';

/** What the stand-alone store serves, and where. */
interface Options {
  data: string;
  /** With a port or a host, it listens on an address that is open to others. */
  port?: number;
  host?: string;
}

/** Opens the store and serves it until the process is asked to end. */
export async function runStore({ data, port, host }: Options): Promise<void> {
  const isOpen = port !== undefined || host !== undefined;
  const address = isOpen ? { host, port: port ?? 27017 } : { socketPath: privateSocket() };
  const store = await EmbeddedMongo.open({ dataDir: data, ...address });
  const openness = isOpen
    ? 'It has no password: every user and program that reaches this address can read and change all data, and make API keys. Without --port it listens on a socket of your own.\n'
    : '';
  process.stdout.write(`Embedded store ready on ${store.uri} (data in ${data})\n${openness}`);
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => {
      void store.close().then(() => process.exit(0));
    });
  }
}

/** A socket in a new folder that other users cannot enter; on Windows, a pipe that other users cannot write to. */
function privateSocket(): string {
  if (process.platform === 'win32') return `\\\\.\\pipe\\embedded-store-${randomUUID()}.sock`;
  const folder = mkdtempSync(join(tmpdir(), 'embedded-store-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return join(folder, 'store.sock');
}
