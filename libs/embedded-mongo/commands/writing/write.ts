import type { Document } from 'bson';
import { toExactJs } from '../../bson/convert.js';
import type { RawValue } from '../../bson/raw-value.js';
import { CommandError, ErrorCode } from '../../errors.js';
import { ensureCollection, type Store } from '../../execution/store.js';
import { prepareDocument, removeSelected, type Selection, updateAll, updateFirst } from '../../execution/modify.js';
import { parseSort } from '../../ordering/sort-key.js';
import { parseFilter } from '../../query/parse-filter.js';
import type { Variables } from '../../expressions/expression.js';
import type { Steps } from '../../storage/commit-queue.js';
import { parseUpdate } from '../../updates/document-update.js';
import { CommandInput } from '../command-input.js';
import { checkCollation, type Command, reply } from '../command.js';

/** Collects the errors of the statements of a bulk write. */
class WriteErrors {
  private readonly errors: Document[] = [];

  constructor(private readonly ordered: boolean) {}

  /**
   * Records a failed statement; returns true if the remaining ones must not run. Other errors than CommandErrors are
   * rethrown.
   */
  add(index: number, error: unknown): boolean {
    if (!(error instanceof CommandError)) throw error;
    this.errors.push({ index, code: error.code, ...error.details, errmsg: error.message });
    return this.ordered;
  }

  /** The field of the reply; absent if nothing failed. */
  field(): { writeErrors?: Document[] } {
    return this.errors.length > 0 ? { writeErrors: this.errors } : {};
  }
}

/** Maximum number of statements in one bulk write. */
export const MAX_WRITE_BATCH = 100_000;

/** The statements of a bulk write. */
function statementsOf(input: CommandInput, name: string): readonly RawValue[] {
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

interface UpdateOutcome {
  readonly matched: number;
  readonly modified: number;
  readonly upserted?: unknown;
}

interface Target {
  readonly store: Store;
  readonly collection: string;
  readonly variables: Variables;
  readonly now: () => Date;
}

function* runStatement(statement: CommandInput, { store, collection, variables, now }: Target): Steps<UpdateOutcome> {
  checkCollation(statement.document('collation'));
  const own = { ...variables, ...constants(statement) };
  const update = statement.raw('u');
  if (!update) throw new CommandError(40414, "BSON field 'update.updates.u' is missing but a required field");
  const selection: Selection = {
    database: statement.database,
    collection,
    filter: parseFilter(statement.document('q'), own),
    sort: parseSort(statement.document('sort')),
    hint: statement.raw('hint'),
  };
  const parsed = parseUpdate({ update, arrayFilters: statement.raw('arrayFilters'), variables: own, now });
  const upsert = statement.boolean('upsert');
  if (statement.boolean('multi')) {
    if (parsed.kind === 'replacement') {
      throw new CommandError(ErrorCode.FailedToParse, 'multi update is not supported for replacement-style update');
    }
    const all = yield* updateAll(store, selection, parsed);
    if (all.matched > 0 || !upsert) return all;
  }
  const result = yield* updateFirst(store, selection, parsed, upsert);
  return {
    matched: result.before || result.upsertedId ? 1 : 0,
    modified: result.modified ? 1 : 0,
    ...(result.upsertedId && { upserted: toExactJs(result.upsertedId) }),
  };
}

/** Values of `c`, the constants of a pipeline update. */
function constants(statement: CommandInput): Variables {
  return statement.has('c') ? new CommandInput(statement.body, new Map(), statement.database).variables() : {};
}

/** `update`. */
export const update: Command = async (input, { store, now }) => {
  const collection = input.collection();
  const statements = statementsOf(input, 'updates').map((body) => new CommandInput(body, new Map(), input.database));
  const errors = new WriteErrors(input.boolean('ordered', true));
  const target: Target = { store, collection, variables: input.variables(), now };
  const result = await store.commits.submit(function* () {
    let [n, nModified] = [0, 0];
    const upserted: Document[] = [];
    for (const [index, statement] of statements.entries()) {
      try {
        const outcome = yield* runStatement(statement, target);
        n += outcome.matched;
        nModified += outcome.modified;
        if ('upserted' in outcome) upserted.push({ index, _id: outcome.upserted });
      } catch (error) {
        if (errors.add(index, error)) break;
      }
      yield;
    }
    return { n, nModified, upserted };
  });
  const { upserted, ...counts } = result;
  return reply({ ...counts, ...(upserted.length > 0 && { upserted }), ...errors.field() });
};

/** `delete`. */
export const remove: Command = async (input, { store }) => {
  const collection = input.collection();
  const statements = statementsOf(input, 'deletes').map((body) => new CommandInput(body, new Map(), input.database));
  const errors = new WriteErrors(input.boolean('ordered', true));
  const variables = input.variables();
  const removed = await store.commits.submit(function* () {
    let count = 0;
    for (const [index, statement] of statements.entries()) {
      try {
        checkCollation(statement.document('collation'));
        const limit = statement.number('limit');
        if (limit === undefined)
          throw new CommandError(40414, "BSON field 'delete.deletes.limit' is missing but a required field");
        if (limit !== 0 && limit !== 1) {
          throw new CommandError(
            ErrorCode.FailedToParse,
            `The limit field in delete objects must be 0 or 1. Got ${limit}`,
          );
        }
        const filter = parseFilter(statement.document('q'), variables);
        const selection = { database: input.database, collection, filter, hint: statement.raw('hint') };
        count += (yield* removeSelected(store, selection, limit)).removed;
      } catch (error) {
        if (errors.add(index, error)) break;
      }
      yield;
    }
    return count;
  });
  return reply({ n: removed, ...errors.field() });
};
