import { join, resolve } from 'node:path';
import { mongo } from 'mongoose';
import { StoreReader } from '#libs/embedded-mongo/storage/store-reader.js';
import type { Config } from '../../platform/config/config.js';
import type { SealedCredentials } from '../../integrations/credentials.js';
import type { IndexDescription } from '../../platform/persistence/compare-indexes.js';
import { databaseName } from '../../platform/persistence/database-name.js';
import { isServed } from '../embedded/data-folder.js';
import type { StoreFacts } from './store-findings.js';

const PATIENCE_MS = 5000;
/** Integrations with mail servers that are tried. */
const MAX_MAIL_SERVERS = 50;

/** An integration that sends through a mail server. */
export interface MailIntegration {
  readonly _id: mongo.BSON.ObjectId;
  readonly identifier: string;
  readonly credentials?: SealedCredentials;
}

/** What doctor reads from a store. */
export interface StoreReading {
  readonly facts: StoreFacts;
  readonly mail: readonly MailIntegration[];
  readonly environments: readonly KeyHolder[];
}

/** An environment with what of its keys says how far they go. */
export interface KeyHolder {
  readonly name: string;
  readonly apiKeys?: readonly { readonly hash: string; readonly reach?: string }[];
}

const KEY_FIELDS = { name: 1, 'apiKeys.hash': 1, 'apiKeys.reach': 1 };

interface KeysInUse {
  keyIds?: string[];
}

const BY_MAIL_SERVER = { providerId: 'nodemailer', active: true };

/** Reads the files of the embedded store, whether or not a process serves them. Throws when they cannot be read. */
export async function readEmbeddedStore(config: Config): Promise<StoreReading> {
  const dataDir = resolve(config.dataDir);
  const reader = StoreReader.open(join(dataDir, 'store'), await isServed(dataDir));
  try {
    const database = databaseName('mongodb://localhost');
    const collections = reader.collections().filter((one) => one.database === database);
    const [keys] = reader.documents(database, 'secretkeys', 1) as KeysInUse[];
    const integrations = reader.documents(database, 'integrations', 10_000);
    return {
      facts: {
        name: `the embedded store in ${dataDir}`,
        indexes: new Map(collections.map(({ name, indexes }) => [name, withoutIds(indexes)])),
        keyIds: keys?.keyIds,
      },
      mail: integrations
        .filter(({ providerId, active }) => providerId === BY_MAIL_SERVER.providerId && active === true)
        .slice(0, MAX_MAIL_SERVERS) as unknown as MailIntegration[],
      environments: reader.documents(database, 'environments', 10_000) as unknown as KeyHolder[],
    };
  } finally {
    await reader.close();
  }
}

/** Asks a MongoDB. Throws when it is not reached. */
export async function readMongoDb(uri: string): Promise<StoreReading> {
  const client = new mongo.MongoClient(uri, { serverSelectionTimeoutMS: PATIENCE_MS });
  try {
    const database = client.db(databaseName(uri));
    const begun = Date.now();
    const hello = await database.command({ hello: 1 });
    const ended = Date.now();
    const { version } = await database.command({ buildInfo: 1 });
    const names = await database.listCollections({}, { nameOnly: true }).toArray();
    const indexes = new Map<string, IndexDescription[]>();
    for (const { name } of names.filter((one) => !one.name.startsWith('system.'))) {
      indexes.set(name, withoutIds((await database.collection(name).listIndexes().toArray()) as IndexDescription[]));
    }
    const keys = await database.collection<KeysInUse>('secretkeys').findOne({});
    const mail = database.collection<MailIntegration>('integrations').find(BY_MAIL_SERVER).limit(MAX_MAIL_SERVERS);
    const localTime = hello['localTime'] as Date | undefined;
    return {
      facts: {
        name: nameOf(uri),
        version: String(version),
        isReplicaSet: hello['setName'] !== undefined || hello['msg'] === 'isdbgrid',
        ...(localTime && {
          clock: { aheadMs: localTime.getTime() - (begun + ended) / 2, errorMs: (ended - begun) / 2 },
        }),
        indexes,
        keyIds: keys?.keyIds,
      },
      mail: await mail.toArray(),
      environments: await database.collection<KeyHolder>('environments').find({}, { projection: KEY_FIELDS }).toArray(),
    };
  } finally {
    await client.close();
  }
}

/** A connection string without its password and options. */
export function nameOf(uri: string): string {
  return uri.replace(/\/\/[^@/]*@/, '//').replace(/\?.*$/, '');
}

function withoutIds(indexes: readonly IndexDescription[]): IndexDescription[] {
  return indexes.filter(({ name }) => name !== '_id_');
}
