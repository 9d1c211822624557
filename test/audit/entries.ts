import type { AuditEntry } from '../../src/audit/audit-entry.schema.js';
import type { TestApp } from '../test-app.js';

/** The entries of the audit trail from this number on, oldest first. */
export function entriesFrom(test: Pick<TestApp, 'connection'>, sequence: number): Promise<AuditEntry[]> {
  return test.connection
    .collection<AuditEntry>('audit_entries')
    .find({ sequence: { $gte: sequence } })
    .sort({ sequence: 1 })
    .toArray();
}

/** The entries that a piece of work leaves. */
export async function entriesOf(
  test: Pick<TestApp, 'connection'>,
  work: () => Promise<unknown>,
): Promise<AuditEntry[]> {
  const before = await lastSequence(test);
  await work();
  return entriesFrom(test, before + 1);
}

async function lastSequence({ connection }: Pick<TestApp, 'connection'>): Promise<number> {
  const last = await connection.collection<AuditEntry>('audit_entries').findOne({}, { sort: { sequence: -1 } });
  return last?.sequence ?? 0;
}
