import type { Upkeep } from '../wire/shared-session.js';

/** About 2,500 jobs: some 10 MB of log, replayed in a fraction of a second after a kill. */
const EXCHANGES_BETWEEN = 10_000;

/**
 * What PostgreSQL's background processes do elsewhere. PGlite has none, so without this neither the dead rows
 * of finished jobs nor the write-ahead log would ever be reclaimed. Takes 20 to 100 ms.
 */
export function upkeepWith(warn: (message: string) => void, every = EXCHANGES_BETWEEN): Upkeep {
  return {
    every,
    // VACUUM without ANALYZE: statistics of the moment when the tables happen to be empty mislead the planner.
    // And of the whole database, because bulk adds leave dead rows in the catalogs as well.
    statements: ['VACUUM', 'CHECKPOINT'],
    onError: (message) => warn(`The queue's upkeep failed and will be tried again: ${message}`),
  };
}
