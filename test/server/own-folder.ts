import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ApiClient } from '../api-client.js';
import { eventually } from '../eventually.js';
import { CarillonProcess, clientOf } from './carillon-process.js';

/** The key of the Development environment, unless a test starts with another. */
export const KEY = 'f'.repeat(32);

/** Processes on the embedded default, in a folder that each test has for itself. */
export interface OwnFolder {
  /** The folder of the current test. */
  readonly path: () => string;
  readonly start: (settings?: Record<string, string>) => CarillonProcess;
  /** Starts a process, and calls it with {@link KEY} when it is ready. */
  readonly startAndCall: () => Promise<{ carillon: CarillonProcess; api: ApiClient }>;
}

/** To be called in a `describe`. What a test has started ends with it. */
export function ownFolder(): OwnFolder {
  let dataDir: string;
  let running: CarillonProcess[];

  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'carillon-process-'));
    running = [];
  });

  afterEach(async () => {
    await Promise.all(running.map((carillon) => carillon.kill('SIGKILL')));
    // The embedded store ends with its parent, a moment later.
    await eventually(() => rm(dataDir, { recursive: true, force: true }));
  });

  const start = (settings: Record<string, string> = {}): CarillonProcess => {
    const carillon = CarillonProcess.spawn({ DATA_DIR: dataDir, BOOTSTRAP_API_KEY: KEY, ...settings });
    running.push(carillon);
    return carillon;
  };

  return {
    path: () => dataDir,
    start,
    startAndCall: async () => {
      const carillon = start();
      return { carillon, api: clientOf(await carillon.ready(), KEY) };
    },
  };
}
