import { CommandError } from '../../errors/command-error.js';
import { ErrorCode } from '../../errors/error-codes.js';
import { ensureCollection } from '../../execution/collection-access.js';
import { prepareDocument } from '../../execution/prepare-document.js';
import { reply, type Command } from '../command.js';
import type { CommandInput } from '../command-input.js';
import { WriteErrors } from './write-errors.js';
import type { RawValue } from '../../bson/raw-value.js';

/** Most statements in one bulk write. */
export const MAX_WRITE_BATCH = 100_000;

/** The statements of a bulk write. */
export function statementsOf(input: CommandInput, name: string): readonly RawValue[] {
  const statements = input.list(name);
  if (!statements) throw new CommandError(40414, `BSON field '${input.name}.${name}' is missing but a required field`);
  if (statements.length === 0 || statements.length > MAX_WRITE_BATCH) {
    throw new CommandError(
      ErrorCode.InvalidLength,
      `Write batch sizes must be between 1 and ${MAX_WRITE_BATCH}. Got ${statements.length} operations.`,
    );
  }
  for (const statement of statements) {
    if (!statement.isDocument) throw new CommandError(ErrorCode.TypeMismatch, `elements of '${name}' must be objects`);
  }
  return statements;
}

/** `insert`. */
export const insert: Command = async (input, { store }) => {
  const collection = input.collection();
  const documents = statementsOf(input, 'documents');
  const errors = new WriteErrors(input.boolean('ordered', true));
  const inserted = await store.commits.submit(function* () {
    let count = 0;
    for (const [i, document] of documents.entries()) {
      try {
        const prepared = prepareDocument(document);
        store.records.insert(ensureCollection(store, input.database, collection), prepared);
        count++;
      } catch (error) {
        if (errors.add(i, error)) break;
      }
      yield;
    }
    return count;
  });
  return reply({ n: inserted, ...errors.field() });
};
