import { Int32, Long } from 'bson';
import { applyStages } from '../../aggregation/run-pipeline.js';
import { outTarget, parseMerge, writeMerge, writeOut } from '../../aggregation/stages/out-and-merge.js';
import { parseStages, type PipelineContext, type StageRequest } from '../../aggregation/stages/stage.js';
import { countRequest, splitSource, type PipelineSource } from '../../aggregation/pipeline-source.js';
import { BsonType } from '../../bson/bson-type.js';
import { fromDocument, toExactJs } from '../../bson/convert.js';
import { findField } from '../../bson/raw-value.js';
import { CommandError, ErrorCode } from '../../errors.js';
import { countMatches } from './find.js';
import { type DocumentStream, ListStream, QueryStream } from '../../execution/query-stream.js';
import { planRead } from '../../planning/plan-read.js';
import { runSteps } from '../../storage/commit-queue.js';
import type { Command, CommandContext } from '../command.js';
import { checkCollectionName } from '../../storage/collection-entry.js';
import type { CommandInput } from '../command-input.js';
import { batchSizeOf, DEFAULT_FIRST_BATCH, firstBatch } from './cursors.js';

/** `aggregate`. */
export const aggregate: Command = async (input, context) => {
  const target = input.raw('aggregate');
  const stages = parseStages(input.list('pipeline') ?? []);
  if (!input.has('cursor')) {
    throw new CommandError(
      ErrorCode.FailedToParse,
      "The 'cursor' option is required, except for aggregate with the explain argument",
    );
  }
  const name = target?.type === BsonType.String ? target.text() : undefined;
  if (name !== undefined) checkCollectionName(input.database, name);
  const pipeline: PipelineContext = {
    store: context.store,
    database: input.database,
    variables: input.variables(),
    now: context.now,
    depth: 0,
  };
  const namespace = `${input.database}.${name ?? '$cmd.aggregate'}`;
  const last = stages.at(-1);
  const isWriting = last?.name === '$out' || last?.name === '$merge';
  const reading = isWriting ? stages.slice(0, -1) : stages;
  const stream =
    name === undefined
      ? await serverSource(input, reading, pipeline)
      : await collectionSource(input, name, reading, pipeline, context.tenant);
  if (last && isWriting) {
    if (last.name === '$out') await writeOut(context.store, stream, outTarget(last.operand, input.database));
    else await writeMerge(stream, parseMerge(last.operand, pipeline), pipeline);
    return firstBatch({ namespace, stream: new ListStream([]), batchSize: 1 }, context);
  }
  return firstBatch({ namespace, stream, batchSize: batchSizeOf(input) ?? DEFAULT_FIRST_BATCH }, context);
};

async function collectionSource(
  input: CommandInput,
  name: string,
  stages: readonly StageRequest[],
  context: PipelineContext,
  tenant: string | undefined,
): Promise<DocumentStream> {
  const collection = context.store.catalog.find(context.database, name);
  const source = splitSource(stages, context.variables);
  if (!collection) return applyStages(new ListStream([]), source.rest, context);
  const plan = planRead(collection, source.filter, source.sort, input.raw('hint'));
  const count = countRequest(source.rest);
  if (count) {
    const limit = source.limit > 0 ? source.skip + source.limit : Infinity;
    const counted = await runSteps(countMatches(context.store, collection, plan, limit), tenant);
    const n = Math.max(counted - source.skip, 0);
    const id = count.id && { _id: toExactJs(count.id) };
    return new ListStream(n === 0 ? [] : [fromDocument({ ...id, [count.field]: integerOf(n) })]);
  }
  const stream = new QueryStream(context.store, collection, plan, source.sort, source.skip, source.limit);
  return applyStages(stream, source.rest, context);
}

function integerOf(count: number): Int32 | Long {
  return count < 2 ** 31 ? new Int32(count) : Long.fromNumber(count);
}

/** The source of a pipeline on the server instead of a collection. */
async function serverSource(
  input: CommandInput,
  stages: readonly StageRequest[],
  context: PipelineContext,
): Promise<DocumentStream> {
  const [first, ...others] = stages;
  switch (first?.name) {
    case '$listLocalSessions': {
      const session = input.document('lsid');
      const id = session && findField(session, Buffer.from('id'));
      const sessions = id ? [fromDocument({ _id: { id: toExactJs(id) }, lastUse: context.now() })] : [];
      return applyStages(new ListStream(sessions), others, context);
    }
    case '$currentOp':
      return applyStages(new ListStream([]), others, context);
    default:
      applyStages(new ListStream([]), stages, context); // refuses stages that are not served
      throw new CommandError(
        ErrorCode.InvalidNamespace,
        `{aggregate: 1} is not valid for '${first?.name ?? 'an empty pipeline'}'; a collection is required.`,
      );
  }
}

/** The query part of an aggregate command, for `explain`. */
export function aggregateSource(
  input: CommandInput,
  context: CommandContext,
): { name: string; source: PipelineSource } {
  const stages = parseStages(input.list('pipeline') ?? []);
  const name = input.collection();
  return { name, source: splitSource(stages, { ...input.variables(), NOW: context.now() }) };
}
