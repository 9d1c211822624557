import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { mongo } from 'mongoose';
import { CommandError, EXIT } from '../../platform/command-line/errors.js';
import { print } from '../../platform/command-line/print.js';
import { type Config, loadConfig } from '../../platform/config/config.js';
import { secretKeyFile } from '../../platform/crypto/secret-key.js';
import { databaseName } from '../../platform/persistence/database-name.js';
import { isServed } from '../embedded/data-folder.js';
import { startEmbeddedStore } from '../embedded/embedded-store.js';
import { unmarkSource } from './move-marks.js';
import { moveStore, type MoveReport, type NamedStore } from './move-store.js';

/** What is moved. */
export interface MoveTask {
  kind: 'to' | 'from' | 'cancel';
  /** The MongoDB; undefined to cancel the move of the embedded store. */
  uri?: string;
}

const PATIENCE_MS = 5000;
/** A process that has given a sign of life this recently is taken to run. */
const ALIVE_MS = 90_000;

/** Moves everything from the embedded store to MongoDB, and back. */
export async function run({ kind, uri }: MoveTask): Promise<void> {
  const config = loadConfig(process.env);
  if (kind === 'cancel') return cancel(config, uri);
  await assertUsable(config, kind);
  const server = await connect(uri!);
  try {
    if (kind === 'from') await assertIdle(server);
    const embedded = await openEmbedded(config);
    try {
      const [source, target] = kind === 'to' ? [embedded, server] : [server, embedded];
      await moveStore(source, target, reportToTerminal());
    } finally {
      await embedded.close();
    }
    for (const line of await adviceAfter(kind, config, server.name)) print(line);
  } finally {
    await server.close();
  }
}

async function cancel(config: Config, uri: string | undefined): Promise<void> {
  const source = await (uri === undefined ? openEmbedded(config) : connect(uri));
  try {
    const to = await unmarkSource(source.database);
    print(
      to === undefined
        ? `${source.name} was not moved; nothing is changed`
        : `Carillon can use ${source.name} again. Do not start another one on ${to}: both would send the same messages`,
    );
  } finally {
    await source.close();
  }
}

/** Throws unless the data folder can be the source or the target of a move. */
async function assertUsable(config: Config, kind: 'to' | 'from'): Promise<void> {
  const dataDir = resolve(config.dataDir);
  const hasStore = existsSync(join(dataDir, 'store'));
  if (kind === 'to' && !hasStore)
    throw new CommandError(`There is no store in ${dataDir}. Set DATA_DIR to the folder that Carillon uses`);
  if (await isServed(dataDir)) {
    throw new CommandError(
      `Carillon runs on ${dataDir}, or another command uses it. Stop it first: what it stores meanwhile would not be moved`,
    );
  }
}

/** A connection to one end of the move. */
interface End extends NamedStore {
  close(): Promise<void>;
}

async function openEmbedded(config: Config): Promise<End> {
  const dataDir = resolve(config.dataDir);
  if (await isServed(dataDir)) throw new CommandError(`Carillon runs on ${dataDir}. Stop it first`);
  const embedded = await startEmbeddedStore({ dataDir });
  try {
    const store = await connect(embedded.mongodbUri);
    return {
      database: store.database,
      name: `the embedded store in ${dataDir}`,
      async close() {
        await store.close();
        await embedded.stop();
      },
    };
  } catch (error) {
    await embedded.stop();
    throw error;
  }
}

async function connect(uri: string): Promise<End> {
  const client = new mongo.MongoClient(uri, {
    serverSelectionTimeoutMS: PATIENCE_MS,
    writeConcern: { w: 'majority', journal: true },
  });
  const database = client.db(databaseName(uri));
  const address = uri.replace(/\/\/[^@/]*@/, '//').replace(/\?.*$/, '');
  try {
    await database.command({ ping: 1 });
  } catch (error) {
    await client.close();
    throw new CommandError(`${address} cannot be reached: ${(error as Error).message}`, EXIT.failed, { cause: error });
  }
  return { database, name: address, close: () => client.close() };
}

/** Throws while inboxes are connected to processes of Carillon: other processes cannot be seen in the store. */
async function assertIdle(store: NamedStore): Promise<void> {
  const alive = await store.database
    .collection('presencenodes')
    .findOne({ seenAt: { $gt: new Date(Date.now() - ALIVE_MS) } });
  if (!alive) return;
  throw new CommandError(
    `Carillon runs on ${store.name}, or was killed less than ${ALIVE_MS / 1000} seconds ago. Stop all of its processes first: what they store meanwhile would not be moved`,
  );
}

/** On a terminal the progress is one line that changes; elsewhere each collection has its line at the end. */
function reportToTerminal(): MoveReport {
  const isTerminal = process.stderr.isTTY;
  return {
    progress: (line) => void (isTerminal && process.stderr.write(`\r\u001B[K${line}`)),
    say(line) {
      if (isTerminal) process.stderr.write('\r\u001B[K');
      print(line);
    },
  };
}

async function adviceAfter(kind: 'to' | 'from', config: Config, server: string): Promise<string[]> {
  const dataDir = resolve(config.dataDir);
  const attachments = resolve(config.attachmentsDir ?? join(dataDir, 'attachments'));
  if (kind === 'from') {
    return [
      `Everything of ${server} is in the embedded store in ${dataDir} now`,
      'Start Carillon with the same SECRET_KEY, without MONGODB_URI',
      `Put the attachments of the folder that ATTACHMENTS_DIR named into ${attachments}`,
    ];
  }
  const files = await readdir(attachments, { recursive: true, withFileTypes: true }).catch(() => []);
  const count = files.filter((entry) => entry.isFile()).length;
  return [
    `Everything is in ${server} now`,
    `Start Carillon with MONGODB_URI and ${config.secretKey === undefined ? `SECRET_KEY, which is the content of ${secretKeyFile({ dataDir })}` : 'the same SECRET_KEY'}`,
    `${count} attachments of open triggers stay in ${attachments}: on this machine nothing is to be done, elsewhere copy them and set ATTACHMENTS_DIR`,
  ];
}
