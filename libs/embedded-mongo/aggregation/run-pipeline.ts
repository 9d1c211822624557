import { CommandError, ErrorCode } from '../errors.js';
import { type DocumentStream, ListStream, QueryStream } from '../execution/query-stream.js';
import { choosePlan } from '../indexes/planner.js';
import { compileProjection } from '../projection/projection.js';
import { addFields, replaceRoot, unsetFields } from './stages/document-stages.js';
import { bucketStage, groupStage, sortByCountStages } from './stages/group.js';
import { facetStage, graphLookupStage, lookupStage, unionStage } from './stages/lookup.js';
import {
  mappingStage,
  parseStages,
  type PipelineContext,
  type PipelineRunner,
  type Stage,
  type StageRequest,
} from './stages/stage.js';
import {
  countStage,
  limitStage,
  matchStage,
  sampleStage,
  skipStage,
  sortStage,
  stageCount,
  unwindStage,
} from './stages/simple-stages.js';

/** Maximum nesting of pipelines. */
const MAX_DEPTH = 20;

/** Opens collections and runs nested pipelines. */
export const pipelineRunner: PipelineRunner = {
  open({ store, database }, name, filter) {
    const collection = store.catalog.find(database, name);
    if (!collection) return new ListStream([]);
    return new QueryStream(store, collection, choosePlan(collection.indexes, filter, []));
  },
  run(context, input, pipeline) {
    return applyStages(input, parseStages(pipeline), { ...context, depth: context.depth + 1 });
  },
};

/** Applies stages to a stream. */
export function applyStages(
  input: DocumentStream,
  stages: readonly StageRequest[],
  context: PipelineContext,
): DocumentStream {
  if (context.depth > MAX_DEPTH)
    throw new CommandError(ErrorCode.BadValue, `pipelines are nested more than ${MAX_DEPTH} deep`);
  return stages.map((stage) => parseStage(stage, context)).reduce((stream, stage) => stage(stream), input);
}

function parseStage({ name, operand }: StageRequest, context: PipelineContext): Stage {
  const { variables } = context;
  switch (name) {
    case '$match':
      return matchStage(operand, variables);
    case '$limit':
      return limitStage(stageCount(name, operand));
    case '$skip':
      return skipStage(stageCount(name, operand));
    case '$sort':
      return sortStage(operand);
    case '$count':
      return countStage(operand);
    case '$unwind':
      return unwindStage(operand);
    case '$sample':
      return sampleStage(operand);
    case '$project':
      return mappingStage(compileProjection(operand, variables));
    case '$set':
    case '$addFields':
      return mappingStage(addFields(name, operand, variables));
    case '$unset':
      return mappingStage(unsetFields(operand));
    case '$replaceRoot':
    case '$replaceWith':
      return mappingStage(replaceRoot(name, operand, variables));
    case '$group':
      return groupStage(operand, variables);
    case '$sortByCount':
      return (input) => applyStages(input, sortByCountStages(operand), context);
    case '$bucket':
      return bucketStage(operand, variables);
    case '$graphLookup':
      return graphLookupStage(operand, context);
    case '$lookup':
      return lookupStage(operand, context);
    case '$unionWith':
      return unionStage(operand, context);
    case '$facet':
      return facetStage(operand, context);
    case '$out':
    case '$merge':
      throw new CommandError(40601, `${name} can only be the final stage in the pipeline`);
    case '$changeStream':
      throw new CommandError(40573, 'The $changeStream stage is only supported on replica sets');
    default:
      throw new CommandError(
        40324,
        `Unrecognized pipeline stage name: '${name}', or not supported by the embedded store`,
      );
  }
}
