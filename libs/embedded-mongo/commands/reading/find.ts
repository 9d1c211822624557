import { documentValue, isEmptyContainer } from '../../bson/raw-value.js';
import { CommandError } from '../../errors/command-error.js';
import { ErrorCode } from '../../errors/error-codes.js';
import { ListStream, type DocumentStream } from '../../execution/document-stream.js';
import { parseSort, planQuery } from '../../execution/query-request.js';
import { QueryStream } from '../../execution/query-stream.js';
import type { Plan } from '../../indexes/planner.js';
import type { SortField } from '../../ordering/sort-key.js';
import { compileProjection, type Projection } from '../../projection/projection.js';
import type { Filter } from '../../query/filter.js';
import { parseFilter } from '../../query/parse-filter.js';
import type { Steps } from '../../storage/commit-queue.js';
import type { Command } from '../command.js';
import type { CommandInput } from '../command-input.js';
import { DEFAULT_FIRST_BATCH, firstBatch } from '../cursor-reply.js';

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

/** Applies a projection to what another stream delivers. */
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
    const plan: Plan = planQuery(collection, request.filter, request.sort, input.raw('hint'));
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
