import { createRequire } from 'node:module';
import { setFlagsFromString } from 'node:v8';
import { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';

/** The schema of BullMQ's tables. */
export const QUEUE_SCHEMA = 'bullmq';

/**
 * One session and a small table do not need PostgreSQL's usual buffers:
 * this takes some 150 MB off the process, at the same speed.
 */
const SERVER_SETTINGS = ['shared_buffers=16MB', 'wal_buffers=1MB', 'max_connections=5', 'min_wal_size=32MB'];

/**
 * How much of a WebAssembly function runs before V8 optimizes it, a thousand times its default. The start of PGlite runs
 * through much of PostgreSQL once, and optimizing that took longer than the start itself. What is busy later is optimized
 * all the same: after some hundred jobs they cost what they did. A V8 that does not know the flag says so and goes on.
 */
const WASM_TIERING_BUDGET = 1_800_000_000;
setFlagsFromString(`--wasm-tiering-budget=${WASM_TIERING_BUDGET}`);

/**
 * Opens the database in `folder`, making it when the folder is empty or missing, and brings BullMQ's schema up to date.
 * Fails when the files are damaged: every table is read once.
 */
export async function openDatabase(folder: string): Promise<PGlite> {
  const database = await PGlite.create({ fs: new PrivateFolder(folder), postgresqlconf: SERVER_SETTINGS });
  try {
    await migrate(database);
    // All connections share the session, so its search path is theirs.
    await database.exec(`SET search_path TO ${QUEUE_SCHEMA}`);
    // The session lives for days and its functions keep the plans they made first, when the tables were empty.
    // Every hot query has an index, so a plan without it is always the wrong one.
    await database.exec('SET enable_seqscan TO off');
    await readEveryTable(database);
    return database;
  } catch (error) {
    await database.close().catch(() => undefined);
    throw error;
  }
}

/** Loading BullMQ costs more time than all the rest of a start, so it is only done when its version has changed. */
async function migrate(database: PGlite): Promise<void> {
  const { version } = createRequire(import.meta.url)('bullmq/package.json') as { version: string };
  if ((await migratedBy(database)) === version) return;
  const { makeSchema } = await import('./queue-schema.js');
  await makeSchema(database, QUEUE_SCHEMA);
  await database.exec(`COMMENT ON SCHEMA ${QUEUE_SCHEMA} IS '${version}'`);
}

/** The version of BullMQ that made the schema what it is: the comment on it. */
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
  // The text of the rows is looked at so that values stored out of line are read as well.
  for (const { name } of rows) await database.query(`SELECT sum(length(t::text)) FROM ${name} t`);
}

/** What is changed of Emscripten's access to files: it sets a file's mode once more after making it. */
interface NodeFileSystem {
  setattr(path: string, node: unknown, attributes: { mode?: number }, ...rest: unknown[]): void;
}

/** A folder whose files nobody else on the machine may read. PGlite's own ignores the process's umask. */
class PrivateFolder extends NodeFS {
  override async init(...[database, options]: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const made = await super.init(database, options);
    made.emscriptenOpts.preRun?.unshift((module) => {
      const files = module.FS.filesystems.NODEFS as unknown as NodeFileSystem;
      const setattr = files.setattr.bind(files);
      files.setattr = (path, node, attributes, ...rest) => {
        const { mode } = attributes;
        setattr(path, node, mode === undefined ? attributes : { ...attributes, mode: mode & ~0o077 }, ...rest);
      };
    });
    return made;
  }
}
