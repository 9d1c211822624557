import type { Connection } from 'mongoose';
import { idempotencyOf20261122 } from './idempotency-2026-11-22.js';
import { integrationsOf20261121 } from './integrations-2026-11-21.js';
import type { Migration } from './migration.js';
import { protectedOf20261122 } from './protected-2026-11-22.js';

/** In the order in which the forms have changed. */
const MIGRATIONS: readonly Migration[] = [integrationsOf20261121, protectedOf20261122, idempotencyOf20261122];

/** Runs all migrations but those that are done for good; `changed` is told of those that found something to do. */
export async function runMigrations(
  connection: Connection,
  changed: (name: string, documents: number) => void,
): Promise<void> {
  const finished = connection.collection<{ _id: string }>('migrations');
  const names = new Set((await finished.find().toArray()).map(({ _id }) => _id));
  for (const migration of MIGRATIONS.filter(({ name }) => !names.has(name))) {
    const { name, once } = migration;
    const documents = await migration.run(connection);
    if (documents > 0) changed(name, documents);
    if (once) await finished.updateOne({ _id: name }, { $set: { finishedAt: new Date() } }, { upsert: true });
  }
}
