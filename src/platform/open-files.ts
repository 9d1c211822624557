import { readFileSync } from 'node:fs';
import type { Server } from 'node:net';
import type { Logger } from './logging/logger.js';

/** Files and connections that must be allowed to be open at once: a start reads hundreds of modules together. */
const MIN_OPEN_FILES = 1024;

/** Of those, what is kept for the store, the queue, providers and files, so that clients cannot take all. */
const OWN_FILES = 512;

/** A line about too many connections is written this often at most. */
const QUIET_MS = 60_000;

const RAISE = 'raise the limit with `ulimit -n 65536` (systemd: LimitNOFILE, Docker: --ulimit nofile)';

/** For the log where something failed for want of a descriptor. */
export const OUT_OF_FILES = `No further file or connection can be opened (ulimit -n): ${RAISE}`;

/** How many files and connections this process may have open at once; undefined where the system does not say. */
export function openFileLimit(): number | undefined {
  try {
    return parseOpenFileLimit(readFileSync('/proc/self/limits', 'utf8'));
  } catch {
    return undefined;
  }
}

/** The soft limit in `/proc/self/limits`, which Node has raised to the hard one; undefined when there is none. */
export function parseOpenFileLimit(limits: string): number | undefined {
  const soft = /^Max open files\s+(\d+)\s/m.exec(limits)?.[1];
  return soft === undefined ? undefined : Number(soft);
}

/** Throws when the process may open so few files that it would not even start, for reasons that name none of them. */
export function assertEnoughOpenFiles(limit = openFileLimit()): void {
  if (limit === undefined || limit >= MIN_OPEN_FILES) return;
  throw new Error(
    `this process may have ${limit} files and connections open at once (ulimit -n), and needs ${MIN_OPEN_FILES} at least: ${RAISE}`,
  );
}

/** How many connections of clients the API takes, and how many the legacy API beside it: a quarter of them. */
export function connectionShares(limit: number, servesLegacy: boolean): { main: number; legacy: number } {
  const all = limit - Math.min(OWN_FILES, Math.floor(limit / 2));
  const legacy = servesLegacy ? Math.floor(all / 4) : 0;
  return { main: all - legacy, legacy };
}

/** From now on a server closes connections beyond so many, and the log says so. */
export function limitConnections(server: Server, most: number, logger: Logger): void {
  server.maxConnections = most;
  let toldAt = -Infinity;
  server.on('drop', () => {
    const now = performance.now();
    if (now - toldAt < QUIET_MS) return;
    toldAt = now;
    logger.warn(
      { connections: most },
      `Connections are closed unanswered: ${most} are open, and more would leave too few files for everything else (ulimit -n): ${RAISE}`,
    );
  });
}
