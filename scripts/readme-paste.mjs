import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readmeBlocks } from './readme-blocks.mjs';

// Pastes README from top to bottom into a shell, twice on the same data: it must end without an error both times. Data and
// ports are of its own; a call that is not answered with 2xx is an error.

const ROUNDS = 2;
const MODULES = '.cache/readme-paste';
const PULLED = 'notifications';
const READY_MS = 300_000;

/** Blocks share one shell, as far as they export. */
const SHELL_START = 'if [ -f "$STATE" ]; then source "$STATE"; fi\ncurl() { command curl --fail-with-body "$@"; }';
const SHELL_END = 'export -p > "$STATE"';

const folder = await mkdtemp(join(tmpdir(), 'carillon-readme-'));
const [port, legacyPort] = await Promise.all([freePort(), freePort()]);
const { MONGODB_URI: _, REDIS_URL: __, BOOTSTRAP_API_KEY: ___, ...inherited } = process.env;
const env = {
  ...inherited,
  DATA_DIR: join(folder, 'data'),
  PORT: String(port),
  LEGACY_PORT: String(legacyPort),
  STATE: join(folder, 'state'),
};
const background = [];

if (existsSync(PULLED)) throw new Error(`The folder ${PULLED}, into which README pulls workflows, is there already.`);
try {
  for (let round = 1; round <= ROUNDS; round++) {
    for (const block of readmeBlocks(readFileSync('README.md', 'utf8'))) await paste(block, round);
    await stopBackground();
  }
  process.stdout.write('\nREADME was pasted without an error.\n');
} catch (error) {
  process.exitCode = 1;
  process.stderr.write(`\n${error.message}\n`);
} finally {
  await stopBackground();
  await rm(folder, { recursive: true, force: true });
  await rm(PULLED, { recursive: true, force: true });
  await rm(MODULES, { recursive: true, force: true });
}

async function paste({ line, language, code, note = '' }, round) {
  process.stdout.write(`\n── round ${round}, line ${line}${note && ` (${note})`}\n${code}`);
  if (note.startsWith('elsewhere')) return;
  const command = language === 'js' ? await asModule(code, line) : asTyped(code);
  if (note === 'in the background') await start(command);
  else await run(command, line);
}

/** A person has the ports to herself. */
function asTyped(code) {
  return code.replaceAll('127.0.0.1:3000', `127.0.0.1:${port}`).replaceAll('127.0.0.1:3001', `127.0.0.1:${legacyPort}`);
}

async function asModule(code, line) {
  await mkdir(MODULES, { recursive: true });
  const file = join(MODULES, `line-${line}.mjs`);
  await writeFile(file, code);
  return `node ${file}`;
}

async function run(command, line) {
  const shell = spawn('bash', ['-euo', 'pipefail', '-c', `${SHELL_START}\n${command}\n${SHELL_END}`], {
    env,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const [code] = await once(shell, 'close');
  if (code !== 0) throw new Error(`The block in line ${line} ended with ${code}.`);
}

/** Goes on when it says that it is ready. */
async function start(command) {
  const child = spawn('bash', ['-c', command], { env, detached: true, stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'close');
  background.push({ child, ended });
  let output = '';
  const ready = new Promise((resolve) => {
    child.stdout.on('data', (chunk) => {
      process.stdout.write(chunk);
      output += chunk;
      if (output.includes('Carillon is ready')) setImmediate(resolve);
    });
  });
  const outcome = await Promise.race([ready, ended.then(() => 'ended'), timeout()]);
  if (outcome) throw new Error(`${command.trim()} ${outcome} before it was ready.`);
}

function timeout() {
  return new Promise((resolve) => setTimeout(resolve, READY_MS, 'took too long').unref());
}

async function stopBackground() {
  for (const { child, ended } of background.splice(0)) {
    if (child.exitCode === null) process.kill(-child.pid, 'SIGTERM');
    await ended;
  }
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}
