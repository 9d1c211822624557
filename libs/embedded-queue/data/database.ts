import { createRequire } from 'node:module';
import { setFlagsFromString } from 'node:v8';
import { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';
import type { Upkeep } from '../wire/shared-session.js';

/** The schema of BullMQ's tables. */
const QUEUE_SCHEMA = 'bullmq';

/**
 * A single session with small tables does not need PostgreSQL's default buffers: this saves about 150 MB of memory at
 * the same speed.
 */
const SERVER_SETTINGS = ['shared_buffers=16MB', 'wal_buffers=1MB', 'max_connections=5', 'min_wal_size=32MB'];

/**
 * How much work a WebAssembly function does before V8 optimizes it: a thousand times the default. Starting PGlite runs
 * much of PostgreSQL's code once, and optimizing that code took longer than the start itself. Functions that stay busy
 * are still optimized: after a few hundred jobs, a job costs the same as before. A V8 version without the flag prints a
 * message and continues.
 */
const WASM_TIERING_BUDGET = 1_800_000_000;
setFlagsFromString(`--wasm-tiering-budget=${WASM_TIERING_BUDGET}`);

/**
 * Opens the database in `folder`, creates it when the folder is empty or missing, and migrates BullMQ's schema. Rejects
 * when the files are damaged: every table is read once.
 */
export async function openDatabase(folder: string): Promise<PGlite> {
  const database = await PGlite.create({ fs: new PrivateFolder(folder), postgresqlconf: SERVER_SETTINGS });
  try {
    await migrate(database);
    // All connections share the session, and so its search path.
    await database.exec(`SET search_path TO ${QUEUE_SCHEMA}`);
    // The session lives for days, and its functions keep the query plans of their first run, when the tables were
    // empty. Every frequent query has an index, so a plan without one is always wrong.
    await database.exec('SET enable_seqscan TO off');
    await readEveryTable(database);
    return database;
  } catch (error) {
    await database.close().catch(() => undefined);
    throw error;
  }
}

/** Loading BullMQ takes longer than the rest of a start, so it is only loaded when its version has changed. */
async function migrate(database: PGlite): Promise<void> {
  const { version } = createRequire(import.meta.url)('bullmq/package.json') as { version: string };
  if ((await migratedBy(database)) === version) return;
  const { makeSchema } = await import('./queue-schema.js');
  await makeSchema(database, QUEUE_SCHEMA);
  await database.exec(`COMMENT ON SCHEMA ${QUEUE_SCHEMA} IS '${version}'`);
}

/** The version of BullMQ that last migrated the schema; it is stored as the comment of the schema. */
async function migratedBy(database: PGlite): Promise<string | undefined> {
  const { rows } = await database.query<{ version: string | null }>(
    "SELECT obj_description(to_regnamespace($1), 'pg_namespace') AS version",
    [QUEUE_SCHEMA],
  );
  return rows[0]?.version ?? undefined;
}

async function readEveryTable(database: PGlite): Promise<void> {
  const { rows } = await database.query<{ name: string }>(
    'SELECT quote_ident(tablename) AS name FROM pg_tables WHERE schemaname = $1',
    [QUEUE_SCHEMA],
  );
  // The text of the rows is measured, so that values stored out of line are read as well.
  for (const { name } of rows) await database.query(`SELECT sum(length(t::text)) FROM ${name} t`);
}

/** The part of Emscripten's file system that is patched: it sets a file's mode again after creating the file. */
interface NodeFileSystem {
  setattr(path: string, node: unknown, attributes: { mode?: number }, ...rest: unknown[]): void;
}

/**
 * A folder whose files other users of the machine cannot read. PGlite's own implementation ignores the umask of the
 * process.
 */
class PrivateFolder extends NodeFS {
  override async init(...[database, options]: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const mounted = await super.init(database, options);
    mounted.emscriptenOpts.preRun?.unshift((module) => {
      const files = module.FS.filesystems.NODEFS as unknown as NodeFileSystem;
      const setattr = files.setattr.bind(files);
      files.setattr = (path, node, attributes, ...rest) => {
        const { mode } = attributes;
        setattr(path, node, mode === undefined ? attributes : { ...attributes, mode: mode & ~0o077 }, ...rest);
      };
    });
    return mounted;
  }
}

/** About 2,500 jobs: some 10 MB of write-ahead log, which is replayed in a fraction of a second after a kill. */
const EXCHANGES_BETWEEN = 10_000;

/**
 * The maintenance that PostgreSQL's background processes do. PGlite has none: without it, neither the dead rows of
 * finished jobs nor the write-ahead log would ever be reclaimed. Takes 20 to 100 ms.
 */
export function upkeepWith(warn: (message: string) => void, every = EXCHANGES_BETWEEN): Upkeep {
  return {
    every,
    // VACUUM without ANALYZE, because statistics taken while the tables happen to be empty mislead the planner. VACUUM
    // of the whole database, because bulk inserts leave dead rows in the catalogs as well.
    statements: ['VACUUM', 'CHECKPOINT'],
    onError: (message) => warn(`The queue's upkeep failed and will be tried again: ${message}`),
  };
}
