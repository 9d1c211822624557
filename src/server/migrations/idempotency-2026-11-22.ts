import type { Connection, Types } from 'mongoose';
import { inEnvironment } from '../idempotency/rules.js';
import { ignoreDuplicates } from '../../platform/persistence/store-errors.js';
import type { Migration } from './migration.js';

/** Records that are read and written at a time. */
const BATCH = 1000;

interface IdempotencyRecord {
  _id: string;
  environmentId: Types.ObjectId;
}

/** Idempotency keys belong to an environment, and no longer to the organization: their records have other ids. */
export const idempotencyOf20261122: Migration = {
  name: '2026-11-22 idempotency keys',
  // No index tells which are old.
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
