/**
 * Runs Carillon from its modules and the console from Vite. A saved file of the server is compiled, and the server
 * restarts; the browser replaces what has changed of the console. Settings are those of `npm start`.
 */
import './supported-node.mjs';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { watch } from 'node:fs';
import { join } from 'node:path';
import { buildParts } from './build.mjs';
import { FOR_MODULES } from './parts.mjs';
import { prepare } from './prepare-steps.mjs';

/** Editors write a file in several steps, and several files at once. */
const SETTLED_MS = 100;

const root = join(import.meta.dirname, '..');
const { PORT = '3000' } = process.env;

if ((await prepare([...FOR_MODULES, 'console'])) !== 0) process.exit(1);
let server = startServer();
let pending;
let following = Promise.resolve();
for (const folder of ['src', 'libs']) {
  watch(join(root, folder), { recursive: true }, (_event, file) => {
    if (!/(?<!spec)\.ts$/.test(file ?? '')) return;
    clearTimeout(pending);
    pending = setTimeout(() => {
      following = following.then(follow);
    }, SETTLED_MS);
  });
}

const vite = spawn(process.execPath, [join(root, 'node_modules/vite/bin/vite.js')], {
  cwd: join(root, 'console'),
  env: { CARILLON_URL: `http://127.0.0.1:${PORT}`, ...process.env },
  stdio: 'inherit',
});

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, () => {
    vite.kill();
    void stopServer().then(() => process.exit(0));
  });
}

function startServer() {
  const child = spawn(process.execPath, ['--enable-source-maps', 'dist/src/main.js'], { cwd: root, stdio: 'inherit' });
  return { child, ended: once(child, 'close') };
}

async function stopServer() {
  if (server.child.exitCode === null) server.child.kill('SIGTERM');
  await server.ended;
}

/** A file that does not compile leaves the server as it was. */
async function follow() {
  try {
    await buildParts(root, FOR_MODULES, (line) => console.log(line));
  } catch (error) {
    console.error(error.message);
    return;
  }
  await stopServer();
  server = startServer();
}
