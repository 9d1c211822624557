import { readFileSync } from 'node:fs';
import type { Server } from 'node:net';
import type { Logger } from './logging/logger.js';

/** Open files and connections that the process needs at least: a start reads hundreds of modules concurrently. */
const MIN_OPEN_FILES = 1024;

/** Descriptors reserved for the store, the queue, providers and files, so that clients cannot take all. */
const OWN_FILES = 512;

/** Shortest time between two log lines about too many connections. */
const MIN_LOG_INTERVAL_MS = 60_000;

const RAISE = 'raise the limit with `ulimit -n 65536` (systemd: LimitNOFILE, Docker: --ulimit nofile)';

/** Log message when no file descriptor was left. */
export const OUT_OF_FILES = `No further file or connection can be opened (ulimit -n): ${RAISE}`;

/** How many files and connections this process may have open; undefined where the system does not report it. */
export function openFileLimit(): number | undefined {
  try {
    return parseOpenFileLimit(readFileSync('/proc/self/limits', 'utf8'));
  } catch {
    return undefined;
  }
}

/** The soft limit in `/proc/self/limits`, which Node raises to the hard limit; undefined when there is none. */
export function parseOpenFileLimit(limits: string): number | undefined {
  const soft = /^Max open files\s+(\d+)\s/m.exec(limits)?.[1];
  return soft === undefined ? undefined : Number(soft);
}

/** Throws when the limit is too low for the process to start; otherwise it would fail with unrelated errors. */
export function assertEnoughOpenFiles(limit = openFileLimit()): void {
  if (limit === undefined || limit >= MIN_OPEN_FILES) return;
  throw new Error(
    `this process may have ${limit} files and connections open at once (ulimit -n), and needs ${MIN_OPEN_FILES} at least: ${RAISE}`,
  );
}

/** How many client connections the main API accepts, and how many the legacy API: a quarter of all. */
export function connectionShares(limit: number, servesLegacy: boolean): { main: number; legacy: number } {
  const all = limit - Math.min(OWN_FILES, Math.floor(limit / 2));
  const legacy = servesLegacy ? Math.floor(all / 4) : 0;
  return { main: all - legacy, legacy };
}

/** Makes a server close connections above `max`, and logs that. */
export function limitConnections(server: Server, max: number, logger: Logger): void {
  server.maxConnections = max;
  let loggedAt = -Infinity;
  server.on('drop', () => {
    const now = performance.now();
    if (now - loggedAt < MIN_LOG_INTERVAL_MS) return;
    loggedAt = now;
    logger.warn(
      { connections: max },
      `Connections are closed without a response: ${max} are open, and more would leave too few files for everything else (ulimit -n): ${RAISE}`,
    );
  });
}
