import { CommandError } from '../../errors/command-error.js';
import { ErrorCode } from '../../errors/error-codes.js';
import { removeSelected } from '../../execution/modify.js';
import { parseFilter } from '../../query/parse-filter.js';
import { reply, type Command } from '../command.js';
import { CommandInput } from '../command-input.js';
import { statementsOf } from './insert.js';
import { checkCollation } from '../request-options.js';
import { WriteErrors } from './write-errors.js';

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
        const limit = statement.count('limit');
        if (limit === undefined)
          throw new CommandError(40414, "BSON field 'delete.deletes.limit' is missing but a required field");
        if (limit > 1) {
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
