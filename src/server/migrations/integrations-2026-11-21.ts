import type { Connection } from 'mongoose';
import { newIdentifier } from '../../integrations/identifiers.js';
import type { Migration } from './migration.js';

/** Fields that integrations have had since they can be managed over the API. */
const SINCE = { kind: 'delivery', primary: false, conditions: [], credentials: {} };

/** Identifiers are unique in the organization: the first environments had one and the same. */
export const integrationsOf20261121: Migration = {
  name: '2026-11-21 integrations',
  async run(connection: Connection): Promise<number> {
    const integrations = connection.collection('integrations');
    const old = await integrations.find({ conditions: { $exists: false } }).toArray();
    for (const { _id, name } of old) {
      const identifier = newIdentifier(String(name));
      await integrations.updateOne({ _id, conditions: { $exists: false } }, { $set: { ...SINCE, identifier } });
    }
    return old.length;
  },
};
