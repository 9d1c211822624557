import type { Connection, Types } from 'mongoose';
import type { Migration } from './migration.js';

/** The Production of the first start is protected, unless that was switched off. */
export const protectedOf20261122: Migration = {
  name: '2026-11-22 protected environments',
  async run(connection: Connection): Promise<number> {
    const organizations = connection.collection<{ _id: Types.ObjectId; bootstrappedAt?: Date }>('organizations');
    let changed = 0;
    for (const { _id: organizationId, bootstrappedAt } of await organizations.find().toArray()) {
      if (!bootstrappedAt) continue;
      // Before the first start was complete nobody could make another one.
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
