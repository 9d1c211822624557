import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { EmbeddedMongo } from './server.js';

/**
 * Command line of the stand-alone store: `cli.js --data DIR`. It listens on a socket that only this user can open or,
 * with `--port 27017` (and `--host`), on an address that is open to others.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      port: { type: 'string' },
      data: { type: 'string', default: '.embedded-store' },
      host: { type: 'string' },
    },
  });
  const isOpen = values.port !== undefined || values.host !== undefined;
  const port = Number(values.port ?? 27017);
  if (!Number.isInteger(port) || port < 0 || port > 65535)
    throw new Error(`--port must be a number from 0 to 65535, not '${values.port}'`);
  const address = isOpen ? { host: values.host, port } : { socketPath: privateSocket() };
  const store = await EmbeddedMongo.open({ dataDir: values.data, ...address });
  const openness = isOpen
    ? 'It has no password: every user and program that reaches this address can read and change all data, and make API keys. Without --port it listens on a socket of your own.\n'
    : '';
  process.stdout.write(`Embedded store ready on ${store.uri} (data in ${values.data})\n${openness}`);
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

try {
  await main();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
