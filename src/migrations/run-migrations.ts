import type { Connection } from 'mongoose';
import { idempotencyOf20261122 } from './idempotency-2026-11-22.js';
import { integrationsOf20261121 } from './integrations-2026-11-21.js';
import type { Migration } from './migration.js';
import { protectedOf20261122 } from './protected-2026-11-22.js';

/** In the order in which the forms have changed. */
const MIGRATIONS: readonly Migration[] = [integrationsOf20261121, protectedOf20261122, idempotencyOf20261122];

/** Runs all migrations; `changed` is told of those that found something to do. */
export async function runMigrations(
  connection: Connection,
  changed: (name: string, documents: number) => void,
): Promise<void> {
  for (const migration of MIGRATIONS) {
    const documents = await migration.run(connection);
    if (documents > 0) changed(migration.name, documents);
  }
}
