import { BsonWriter } from '../../bson/bson-writer.js';
import { BsonType } from '../../bson/bson-type.js';
import { documentValue, elementsOf } from '../../bson/raw-value.js';
import { CommandError } from '../../errors/command-error.js';
import { ErrorCode } from '../../errors/error-codes.js';
import { fieldPath } from '../../bson/field-path.js';
import { countMatches } from '../../execution/count.js';
import { planQuery } from '../../execution/query-request.js';
import { QueryStream } from '../../execution/query-stream.js';
import { encodeKey } from '../../ordering/key-encoding.js';
import { parseFilter } from '../../query/parse-filter.js';
import { valuesAt } from '../../query/values-at.js';
import { runSteps } from '../../storage/step-runner.js';
import type { RawValue } from '../../bson/raw-value.js';
import { reply, type Command } from '../command.js';

/** `count`. */
export const count: Command = async (input, { store }) => {
  const name = input.collection();
  const filter = parseFilter(input.document('query'), input.variables());
  const skip = input.count('skip') ?? 0;
  const limit = Math.abs(input.raw('limit')?.number() ?? 0);
  const collection = store.catalog.find(input.database, name);
  if (!collection) return reply({ n: 0 });
  const plan = planQuery(collection, filter, [], input.raw('hint'));
  const all = await runSteps(countMatches(store, collection, plan, limit > 0 ? skip + limit : Infinity));
  const n = Math.max(all - skip, 0);
  return reply({ n: limit > 0 ? Math.min(n, limit) : n });
};

/** `distinct`. */
export const distinct: Command = async (input, { store }) => {
  const name = input.collection();
  const key = input.string('key');
  if (!key) throw new CommandError(ErrorCode.TypeMismatch, "BSON field 'distinct.key' is missing or not a string");
  const path = fieldPath(key);
  const filter = parseFilter(input.document('query'), input.variables());
  const collection = store.catalog.find(input.database, name);
  const values = new Map<string, RawValue>();
  if (collection) {
    const stream = new QueryStream(store, collection, planQuery(collection, filter, [], input.raw('hint')));
    await runSteps(
      (function* () {
        for (let document = yield* stream.next(); document; document = yield* stream.next()) {
          for (const value of valuesAt(documentValue(document), path)) {
            for (const element of value.isArray ? elementsOf(value) : [value]) {
              const encoded = encodeKey(element).toString('latin1');
              if (!values.has(encoded)) values.set(encoded, element);
            }
          }
        }
      })(),
    ).finally(() => stream.pause());
  }
  const sorted = [...values.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, value]) => value);
  return valuesReply(sorted);
};

function valuesReply(values: readonly RawValue[]): Buffer {
  const writer = new BsonWriter();
  const mark = writer.begin();
  const array = writer.beginField(BsonType.Array, 'values');
  for (const [i, value] of values.entries()) writer.field(String(i), value);
  writer.end(array);
  writer.double('ok', 1);
  writer.end(mark);
  if (writer.length > 16 * 1024 * 1024) throw new CommandError(17217, 'distinct too big, 16mb cap');
  return writer.take();
}
