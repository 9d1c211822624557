import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import mongoose, { type Connection } from 'mongoose';
import { CommandError } from '../../platform/command-line/errors.js';
import type { Config } from '../../platform/config/config.js';
import { startEmbeddedStore } from '../embedded/embedded-store.js';
import { findStoreAddress } from '../embedded/data-folder.js';
import { NewerDataError } from '../data-format/data-format.js';
import { assertFolderUsable } from '../data-format/folder-mark.js';
import { assertStoreUsable } from '../data-format/store-mark.js';
import { databaseName } from '../../platform/persistence/database-name.js';

const PATIENCE_MS = 5000;

/** A connection to the store for a command on the server. */
export interface OpenStore {
  connection: Connection;
  close(): Promise<void>;
}

/** Connects to MongoDB, to the embedded store of a running Carillon, or to one that is started for this command. */
export async function openStore(config: Config): Promise<OpenStore> {
  if (config.mongodbUri) return connect(config.mongodbUri);
  const dataDir = resolve(config.dataDir);
  if (!existsSync(join(dataDir, 'store'))) {
    throw new CommandError(
      `There are no data in ${dataDir}. Start Carillon once, or set DATA_DIR to the folder it uses`,
    );
  }
  const running = await findStoreAddress(dataDir);
  if (running !== undefined) return connect(running);
  await assertFolderUsable(dataDir).catch((error: unknown) => {
    throw error instanceof NewerDataError ? new CommandError(error.message) : error;
  });
  const embedded = await startEmbeddedStore({ dataDir });
  const store = await connect(embedded.mongodbUri).catch(async (error: unknown) => {
    await embedded.stop();
    throw error;
  });
  return {
    connection: store.connection,
    async close() {
      await store.close();
      await embedded.stop();
    },
  };
}

async function connect(uri: string): Promise<OpenStore> {
  const connection = await mongoose
    .createConnection(uri, {
      dbName: databaseName(uri),
      serverSelectionTimeoutMS: PATIENCE_MS,
      autoIndex: false,
      autoCreate: false,
      writeConcern: { w: 'majority', journal: true },
    })
    .asPromise();
  try {
    await assertStoreUsable(connection);
  } catch (error) {
    await connection.close();
    throw error instanceof NewerDataError ? new CommandError(error.message) : error;
  }
  return { connection, close: () => connection.close() };
}
