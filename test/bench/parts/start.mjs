import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NODE_OPTIONS, PROGRAM } from '../../npm-start.mjs';
import { atMost, median, reference } from '../system/figures.mjs';

/** How long the embedded default takes until it responds, from the call of `node` on. */
export async function measureStart({ rounds }) {
  const dataDir = await mkdtemp(join(tmpdir(), 'carillon-bench-start-'));
  try {
    const first = await startOnce(dataDir);
    const later = [];
    for (let round = 0; round < rounds; round++) later.push(await startOnce(dataDir));
    return [
      atMost('start of the embedded default, not the first', median(later), 2, 's', 1),
      reference('first start', first, 's', 1),
    ];
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** Seconds until the process says that it is ready; then it is stopped. */
async function startOnce(dataDir) {
  const start = performance.now();
  const env = { PATH: process.env.PATH, PORT: '0', LEGACY_PORT: '0', LOG_LEVEL: 'warn', DATA_DIR: dataDir };
  const child = spawn(process.execPath, [...NODE_OPTIONS, PROGRAM, 'start'], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let printed = '';
  for await (const chunk of child.stdout) {
    printed += chunk;
    if (/ready/.test(printed)) break;
  }
  const seconds = (performance.now() - start) / 1000;
  if (child.exitCode !== null || !/ready/.test(printed)) throw new Error('The application did not start');
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
  return seconds;
}
