import type { PGlite } from '@electric-sql/pglite';
import { runMigrations } from 'bullmq';

/** Migrates the schema to the installed version of BullMQ, from any earlier version or from nothing. */
export async function makeSchema(database: PGlite, schema: string): Promise<void> {
  await runMigrations(
    {
      async query(text: string, params?: readonly unknown[]): Promise<{ rows: never[] }> {
        // The migrations are scripts of many statements, which only the simple query protocol accepts.
        if (params === undefined) return { rows: ((await database.exec(text)).at(-1)?.rows ?? []) as never[] };
        return database.query<never>(text, [...params]);
      },
    },
    schema,
  );
}
