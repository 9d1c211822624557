import { BsonType } from '../../bson/bson-type.js';
import { BsonWriter } from '../../bson/bson-writer.js';
import { fieldPath, valuesAt } from '../../bson/field-path.js';
import { documentValue, elementsOf, isEmptyContainer, type RawValue } from '../../bson/raw-value.js';
import { CommandError, ErrorCode } from '../../errors.js';
import { type DocumentStream, ListStream, openSource, QueryStream } from '../../execution/query-stream.js';
import { planRead, type ReadPlan } from '../../planning/plan-read.js';
import { parseSort, type SortField } from '../../ordering/sort-key.js';
import type { Store } from '../../execution/store.js';
import { encodeKey } from '../../ordering/key-encoding.js';
import { compileProjection, type Projection } from '../../projection/projection.js';
import type { Filter } from '../../query/filter.js';
import { matches } from '../../query/match.js';
import { parseFilter } from '../../query/parse-filter.js';
import type { CollectionEntry } from '../../storage/collection-entry.js';
import { runSteps, type Steps } from '../../storage/commit-queue.js';
import type { CommandInput } from '../command-input.js';
import { type Command, type CommandContext, reply } from '../command.js';
import { DEFAULT_FIRST_BATCH, firstBatch } from './cursors.js';

const REFUSED = ['min', 'max', 'returnKey', 'showRecordId', 'tailable', 'awaitData', 'oplogReplay'];

/** The parsed arguments of `find`. */
export interface FindRequest {
  readonly filter: Filter;
  readonly sort: readonly SortField[];
  readonly skip: number;
  /** 0 means all. */
  readonly limit: number;
  readonly projection: Projection | undefined;
}

/** Parses the arguments of `find`. */
export function parseFind(input: CommandInput): FindRequest {
  for (const option of REFUSED) {
    const value = input.raw(option);
    if (!value || (value.isDocument ? isEmptyContainer(value) : !input.boolean(option))) continue;
    throw new CommandError(ErrorCode.NotImplemented, `find option '${option}' is not supported by the embedded store`);
  }
  const variables = input.variables();
  const filter = parseFilter(input.document('filter'), variables);
  const specification = input.document('projection');
  return {
    filter,
    sort: parseSort(input.document('sort')),
    skip: input.count('skip') ?? 0,
    limit: input.count('limit') ?? 0,
    projection:
      specification && !isEmptyContainer(specification)
        ? compileProjection(specification, variables, 'find', filter)
        : undefined,
  };
}

/** Applies a projection to the documents of another stream. */
class ProjectedStream implements DocumentStream {
  constructor(
    private readonly inner: DocumentStream,
    private readonly project: Projection,
  ) {}

  *next(): Steps<Buffer | undefined> {
    const document = yield* this.inner.next();
    return document && this.project(documentValue(document));
  }

  pause(): void {
    this.inner.pause();
  }
}

/** `find`. */
export const find: Command = async (input, context) => {
  const name = input.collection();
  const request = parseFind(input);
  const namespace = `${input.database}.${name}`;
  const batchSize = input.count('batchSize') ?? DEFAULT_FIRST_BATCH;
  const collection = context.store.catalog.find(input.database, name);
  let stream: DocumentStream = new ListStream([]);
  if (collection) {
    const planned = planRead(collection, request.filter, request.sort, input.raw('hint'));
    const plan = await withLimit(context, collection, planned, request.skip + request.limit);
    stream = new QueryStream(context.store, collection, plan, request.sort, request.skip, request.limit);
    if (request.projection) stream = new ProjectedStream(stream, request.projection);
  }
  return firstBatch(
    {
      namespace,
      stream,
      batchSize,
      limit: request.limit,
      singleBatch: input.boolean('singleBatch'),
      noTimeout: input.boolean('noCursorTimeout'),
    },
    context,
  );
};

/**
 * Many documents may have a text. Then it is quicker to read all documents in the requested order than to sort those that
 * have it. Reading stops after `limit` / share documents, while sorting reads every document that has the text.
 */
async function withLimit(
  { store, tenant }: CommandContext,
  collection: CollectionEntry,
  plan: ReadPlan,
  limit: number,
): Promise<ReadPlan> {
  if (plan.kind !== 'pages' || !plan.inOrder || limit === 0) return plan;
  const many = Math.ceil(Math.sqrt(limit * collection.count));
  return (await runSteps(countMatches(store, collection, plan, many), tenant)) < many ? plan : plan.inOrder;
}

/** Candidates examined before other work may run. */
const CANDIDATES_PER_STEP = 128;

/** Counts matches up to a limit. Documents are read only if the index alone does not decide. */
export function* countMatches(store: Store, collection: CollectionEntry, plan: ReadPlan, limit: number): Steps<number> {
  if (plan.kind === 'collection' && plan.residual.length === 0) return Math.min(collection.count, limit);
  const source = openSource(store, collection, plan);
  let count = 0;
  try {
    for (let examined = 1; count < limit; examined++) {
      if (source.ready) yield* source.ready();
      const candidate = source.next();
      if (!candidate) break;
      if (plan.residual.length === 0 || candidate.matches) {
        count++;
      } else {
        const document = candidate.document ?? store.records.read(collection, candidate.recordNumber);
        if (document && plan.residual.every((part) => matches(part, documentValue(document)))) count++;
      }
      if (examined % CANDIDATES_PER_STEP === 0) {
        source.pause();
        yield;
      }
    }
  } finally {
    source.pause();
  }
  return count;
}

/** `count`. */
export const count: Command = async (input, { store, tenant }) => {
  const name = input.collection();
  const filter = parseFilter(input.document('query'), input.variables());
  const skip = input.count('skip') ?? 0;
  const limit = countLimit(input.raw('limit'));
  const collection = store.catalog.find(input.database, name);
  if (!collection) return reply({ n: 0 });
  const plan = planRead(collection, filter, [], input.raw('hint'));
  const all = await runSteps(countMatches(store, collection, plan, limit > 0 ? skip + limit : Infinity), tenant);
  const n = Math.max(all - skip, 0);
  return reply({ n: limit > 0 ? Math.min(n, limit) : n });
};

/** The limit of a `count`: 0 means all, and the sign is ignored. */
function countLimit(value: RawValue | undefined): number {
  if (!value) return 0;
  if (!value.isNumber) throw new CommandError(ErrorCode.BadValue, 'limit value is not a valid number');
  const limit = value.number();
  if (!Number.isInteger(limit)) throw new CommandError(ErrorCode.FailedToParse, `Expected an integer: limit: ${limit}`);
  return Math.abs(limit);
}

/** `distinct`. */
export const distinct: Command = async (input, { store, tenant }) => {
  const name = input.collection();
  const key = input.string('key');
  if (!key) throw new CommandError(ErrorCode.TypeMismatch, "BSON field 'distinct.key' is missing or not a string");
  const path = fieldPath(key);
  const filter = parseFilter(input.document('query'), input.variables());
  const collection = store.catalog.find(input.database, name);
  const values = new Map<string, RawValue>();
  if (collection) {
    const stream = new QueryStream(store, collection, planRead(collection, filter, [], input.raw('hint')));
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
      tenant,
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
