import { BsonType } from '../../bson/bson-type.js';
import { BsonWriter } from '../../bson/bson-writer.js';
import { fromJs } from '../../bson/convert.js';
import { documentValue, isEmptyContainer, type RawValue } from '../../bson/raw-value.js';
import { CommandError, ErrorCode } from '../../errors.js';
import { removeSelected, updateFirst, type Selection } from '../../execution/modify.js';
import { parseSort } from '../../ordering/sort-key.js';
import { compileProjection } from '../../projection/projection.js';
import { parseFilter } from '../../query/parse-filter.js';
import { parseUpdate } from '../../updates/document-update.js';
import type { Command } from '../command.js';

/** `findAndModify`. */
export const findAndModify: Command = async (input, { store, now }) => {
  const collection = input.collection();
  const variables = input.variables();
  const removes = input.boolean('remove');
  const returnsNew = input.boolean('new');
  const upsert = input.boolean('upsert');
  const update = input.raw('update');
  if (removes && (update || upsert || returnsNew)) {
    const other = update ? 'update' : upsert ? 'upsert=true' : 'new=true';
    throw new CommandError(ErrorCode.FailedToParse, `Cannot specify both an ${other} and remove=true`);
  }
  if (!removes && !update)
    throw new CommandError(ErrorCode.FailedToParse, 'Either an update or remove=true must be specified');
  const filter = parseFilter(input.document('query'), variables);
  const selection: Selection = {
    database: input.database,
    collection,
    filter,
    sort: parseSort(input.document('sort')),
    hint: input.raw('hint'),
  };
  const specification = input.document('fields');
  const project =
    specification && !isEmptyContainer(specification)
      ? compileProjection(specification, variables, 'find', filter)
      : (document: RawValue) => document.slice();
  const value = (document: Buffer | undefined): RawValue =>
    document ? documentValue(project(documentValue(document))) : fromJs(null);
  if (removes || !update) {
    const { removed, last } = await store.commits.submit(() => removeSelected(store, selection, 1));
    return findAndModifyReply({ n: removed }, value(last));
  }
  const parsed = parseUpdate({ update, arrayFilters: input.raw('arrayFilters'), variables, now });
  const result = await store.commits.submit(() => updateFirst(store, selection, parsed, upsert));
  const n = result.before || result.upsertedId ? 1 : 0;
  return findAndModifyReply(
    { n, updatedExisting: result.before !== undefined, ...(result.upsertedId && { upserted: result.upsertedId }) },
    value(returnsNew ? result.after : result.before),
  );
};

interface LastError {
  readonly n: number;
  readonly updatedExisting?: boolean;
  readonly upserted?: RawValue;
}

function findAndModifyReply(lastError: LastError, value: RawValue): Buffer {
  const writer = new BsonWriter(value.end - value.start + 256);
  const reply = writer.begin();
  const inner = writer.beginField(BsonType.Object, 'lastErrorObject');
  writer.int32('n', lastError.n);
  if (lastError.updatedExisting !== undefined) writer.field('updatedExisting', fromJs(lastError.updatedExisting));
  if (lastError.upserted) writer.field('upserted', lastError.upserted);
  writer.end(inner);
  writer.field('value', value);
  writer.double('ok', 1);
  writer.end(reply);
  return writer.take();
}
