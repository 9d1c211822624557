import type { Document } from 'bson';
import { toExactJs } from '../../bson/convert.js';
import { CommandError } from '../../errors/command-error.js';
import { ErrorCode } from '../../errors/error-codes.js';
import { updateAll, updateFirst, type Selection } from '../../execution/modify.js';
import { parseSort } from '../../execution/query-request.js';
import { parseFilter, type Variables } from '../../query/parse-filter.js';
import type { Steps } from '../../storage/commit-queue.js';
import { parseUpdate } from '../../updates/document-update.js';
import type { Store } from '../../execution/store.js';
import { reply, type Command } from '../command.js';
import { CommandInput } from '../command-input.js';
import { statementsOf } from './insert.js';
import { checkCollation } from '../request-options.js';
import { WriteErrors } from './write-errors.js';

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
