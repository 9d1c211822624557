import { type Connection, mongo, type Types } from 'mongoose';
import { newIdentifier } from '../integrations/integration-update.js';
import { ignoreDuplicates } from '../platform/persistence/writes.js';
import { markStore } from './data-format/store-mark.js';
import { inEnvironment } from './idempotency/rules.js';

/**
 * Converts data of an earlier release to the format of this one. Migrations run at every start, before indexes are
 * created: each changes only data in the old format, may be interrupted at any point, and may run concurrently in several
 * processes, also beside processes of the release before: `docs/upgrading.md` says what that asks for.
 */
interface Migration {
  /** Date and subject of the change, for the log. */
  readonly name: string;
  /** Finding old data requires a scan, so the migration is not run again once it has finished. */
  readonly once?: boolean;
  /** Returns how many documents or indexes it has changed. */
  run(connection: Connection): Promise<number>;
}

/** Default values of fields that were added when the API to manage integrations was. */
const NEW_FIELDS = { kind: 'delivery', primary: false, conditions: [], credentials: {} };

/** Integrations get the new fields, and identifiers that are unique in the organization. */
const integrationsOf20261121: Migration = {
  name: '2026-11-21 integrations',
  async run(connection: Connection): Promise<number> {
    const integrations = connection.collection('integrations');
    const old = await integrations.find({ conditions: { $exists: false } }).toArray();
    for (const { _id, name } of old) {
      const identifier = newIdentifier(String(name));
      await integrations.updateOne({ _id, conditions: { $exists: false } }, { $set: { ...NEW_FIELDS, identifier } });
    }
    return old.length;
  },
};

/** The Production environment of the first start becomes protected, unless protection was switched off. */
const protectedOf20261122: Migration = {
  name: '2026-11-22 protected environments',
  async run(connection: Connection): Promise<number> {
    const organizations = connection.collection<{ _id: Types.ObjectId; bootstrappedAt?: Date }>('organizations');
    let changed = 0;
    for (const { _id: organizationId, bootstrappedAt } of await organizations.find().toArray()) {
      if (!bootstrappedAt) continue;
      // Other environments cannot have been created before the first start was complete.
      const first = {
        organizationId,
        type: 'prod',
        createdAt: { $lte: bootstrappedAt },
        protected: { $exists: false },
      };
      const { modifiedCount } = await connection
        .collection('environments')
        .updateMany(first, { $set: { protected: true } });
      changed += modifiedCount;
    }
    return changed;
  },
};

/** Records read and written at a time. */
const BATCH = 1000;

interface IdempotencyRecord {
  _id: string;
  environmentId: Types.ObjectId;
}

/** Idempotency keys belong to an environment instead of the organization, so their records get other ids. */
const idempotencyOf20261122: Migration = {
  name: '2026-11-22 idempotency keys',
  // No index can be used to find old records.
  once: true,
  async run(connection: Connection): Promise<number> {
    const records = connection.collection<IdempotencyRecord>('idempotencyrecords');
    let changed = 0;
    for (;;) {
      const old = await records
        .find({ _id: { $not: /:/ } })
        .limit(BATCH)
        .toArray();
      if (old.length === 0) return changed;
      const renamed = old.map((record) => ({
        ...record,
        _id: inEnvironment(record.environmentId.toHexString(), record._id),
        sealedFor: record._id,
      }));
      await records.insertMany(renamed, { ordered: false }).catch(ignoreDuplicates);
      const { deletedCount } = await records.deleteMany({ _id: { $in: old.map(({ _id }) => _id) } });
      changed += deletedCount;
    }
  },
};

/** The index that searches for subscribers read. */
const SEARCH_INDEX = {
  environmentId: 1,
  _id: 1,
  subscriberId: 1,
  email: 1,
  phone: 1,
  firstName: 1,
  lastName: 1,
} as const;

/** One index serves the list of subscribers and all searches in it. */
const subscribersOf20261123: Migration = {
  name: '2026-11-23 indexes of subscribers',
  run: (connection) =>
    replaceIndexes(connection.collection('subscribers'), ['environmentId_1__id_1', 'environmentId_1_phone_1'], {
      key: SEARCH_INDEX,
    }),
};

/** Runs by context: an index on a position in a list is not used by the embedded store. */
const runsOf20261124: Migration = {
  name: '2026-11-24 index of contexts',
  run: (connection) =>
    replaceIndexes(connection.collection('runs'), ['environmentId_1_contextKeys.0_1_createdAt_-1__id_-1'], {
      key: { environmentId: 1, contextKeys: 1, createdAt: -1, _id: -1 },
      partialFilterExpression: { 'contextKeys.0': { $exists: true } },
    }),
};

/** Creates an index before those that it replaces are dropped; returns their number. */
async function replaceIndexes(
  documents: mongo.Collection,
  replaced: readonly string[],
  { key, ...options }: { key: mongo.IndexSpecification; partialFilterExpression?: object },
): Promise<number> {
  const existing = await documents.listIndexes().toArray().catch(ignoreMissing);
  const old = replaced.filter((name) => existing?.some((index) => index['name'] === name));
  if (old.length === 0) return 0;
  await documents.createIndex(key, options);
  for (const name of old) await documents.dropIndex(name).catch(ignoreMissing);
  return old.length;
}

const NAMESPACE_NOT_FOUND = 26;
const INDEX_NOT_FOUND = 27;

/** Returns when the collection or the index does not exist; throws other failures. */
function ignoreMissing(error: unknown): void {
  const code = error instanceof mongo.MongoServerError ? error.code : undefined;
  if (code !== NAMESPACE_NOT_FOUND && code !== INDEX_NOT_FOUND) throw error;
}

/** In chronological order. */
const MIGRATIONS: readonly Migration[] = [
  integrationsOf20261121,
  protectedOf20261122,
  idempotencyOf20261122,
  subscribersOf20261123,
  runsOf20261124,
];

/**
 * Refuses a store that a later release has brought into a form of its own, marks it, and runs all migrations that have not
 * finished for good; calls `changed` for those that have changed documents.
 */
export async function runMigrations(
  connection: Connection,
  changed: (name: string, documents: number) => void,
): Promise<void> {
  await markStore(connection);
  const finished = connection.collection<{ _id: string }>('migrations');
  const names = new Set((await finished.find().toArray()).map(({ _id }) => _id));
  for (const migration of MIGRATIONS.filter(({ name }) => !names.has(name))) {
    const { name, once } = migration;
    const documents = await migration.run(connection);
    if (documents > 0) changed(name, documents);
    if (once) await finished.updateOne({ _id: name }, { $set: { finishedAt: new Date() } }, { upsert: true });
  }
}
