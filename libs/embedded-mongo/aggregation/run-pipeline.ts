import { BsonType } from '../bson/bson-type.js';
import { BsonWriter } from '../bson/bson-writer.js';
import { fromJs } from '../bson/convert.js';
import { fieldPath, valuesAt } from '../bson/field-path.js';
import { documentValue, elementsOf, fieldsOf, findField, type RawValue } from '../bson/raw-value.js';
import { CommandError, ErrorCode } from '../errors.js';
import { type DocumentStream, ListStream, QueryStream } from '../execution/query-stream.js';
import { choosePlan } from '../planning/planner.js';
import { encodeKey } from '../ordering/key-encoding.js';
import { compileProjection } from '../projection/projection.js';
import { type Filter, MATCH_ALL } from '../query/filter.js';
import { setAt } from '../updates/update-path.js';
import { encodeTree, ObjectNode } from '../updates/update-tree.js';
import { compileExpression } from '../expressions/expression.js';
import { addFields, replaceRoot, unsetFields } from '../updates/document-stages.js';
import { groupStage, sortByCountStages } from './stages/group.js';
import {
  generatedStage,
  mappingStage,
  parseStages,
  type PipelineContext,
  pull,
  pullAll,
  type Stage,
  type StageRequest,
} from './stages/stage.js';
import {
  countStage,
  limitStage,
  matchStage,
  skipStage,
  sortStage,
  stageCount,
  unwindStage,
} from './stages/simple-stages.js';

/** Maximum nesting of pipelines. */
const MAX_DEPTH = 20;

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
    case '$lookup':
      return lookupStage(operand, context);
    case '$facet':
      return facetStage(operand, context);
    case '$out':
    case '$merge':
      throw new CommandError(40601, `${name} can only be the final stage in the pipeline`);
    case '$changeStream':
      throw new CommandError(40573, 'The $changeStream stage is only supported on replica sets');
    default:
      throw new CommandError(40324, `Unrecognized pipeline stage name: '${name}'`);
  }
}

/** `$lookup`: by equal fields, by a pipeline, or by both. The other collection's indexes are used. */
function lookupStage(operand: RawValue, context: PipelineContext): Stage {
  const options = new Map(operand.isDocument ? fieldsOf(operand) : []);
  const text = (name: string): string | undefined => {
    const value = options.get(name);
    if (value && value.type !== BsonType.String)
      throw new CommandError(40321, `$lookup argument '${name}' must be a string`);
    return value?.text();
  };
  const as = text('as');
  const from = text('from');
  if (!as) throw new CommandError(ErrorCode.FailedToParse, "must specify 'as' field for a $lookup");
  const [localField, foreignField] = [text('localField'), text('foreignField')];
  const pipeline = options.get('pipeline');
  if ((localField === undefined) !== (foreignField === undefined) || (!pipeline && localField === undefined)) {
    throw new CommandError(
      ErrorCode.FailedToParse,
      "$lookup requires either 'pipeline' or both 'localField' and 'foreignField'",
    );
  }
  if (from === undefined && !pipeline)
    throw new CommandError(ErrorCode.FailedToParse, "must specify 'from' field for a $lookup");
  const letFields = options.get('let');
  const bindings = letFields
    ? fieldsOf(letFields).map(([name, value]) => [name, compileExpression(value, context.variables)] as const)
    : [];
  const local = localField === undefined ? undefined : fieldPath(localField);
  return generatedStage(function* (input) {
    for (;;) {
      const bytes = yield* pull(input);
      if (!bytes) return;
      const document = documentValue(bytes);
      const filter =
        local && foreignField !== undefined ? joinFilter(foreignField, valuesAt(document, local)) : MATCH_ALL;
      let joined: DocumentStream = from === undefined ? new ListStream([]) : open(context, from, filter);
      if (pipeline) {
        const variables = {
          ...context.variables,
          ...Object.fromEntries(bindings.map(([name, evaluate]) => [name, evaluate(document)])),
        };
        joined = applyStages(joined, parseStages(elementsOf(pipeline)), {
          ...context,
          variables,
          depth: context.depth + 1,
        });
      }
      const found = yield* pullAll(joined);
      joined.pause();
      yield withArrayField(document, as, found);
    }
  });
}

/** Foreign documents whose field equals one of the values; a missing local field joins with null. */
function joinFilter(foreignField: string, values: readonly RawValue[]): Filter {
  const operands = values.flatMap((value) => (value.isArray ? elementsOf(value) : [value]));
  if (values.length === 0) operands.push(fromJs(null));
  return {
    kind: 'field',
    path: fieldPath(foreignField),
    predicate: {
      op: 'in',
      operands,
      keys: new Set(operands.map((value) => encodeKey(value).toString('latin1'))),
      patterns: [],
      hasNull: operands.some((value) => value.type === BsonType.Null),
    },
  };
}

/** `$facet`: one document, with the results of several pipelines over the same documents. */
function facetStage(operand: RawValue, context: PipelineContext): Stage {
  const facets = operand.isDocument ? fieldsOf(operand) : [];
  if (facets.length === 0) throw new CommandError(40169, 'the $facet specification must be a non-empty object');
  const pipelines = facets.map(([name, pipeline]) => {
    if (!pipeline.isArray) throw new CommandError(40170, `arguments to $facet must be arrays, ${name} is not`);
    return { name, stages: parseStages(elementsOf(pipeline)) };
  });
  return generatedStage(function* (input) {
    const documents = yield* pullAll(input);
    input.pause();
    const writer = new BsonWriter();
    const mark = writer.begin();
    for (const { name, stages } of pipelines) {
      const results = applyStages(new ListStream(documents), stages, { ...context, depth: context.depth + 1 });
      const found = yield* pullAll(results);
      results.pause();
      const array = writer.beginField(BsonType.Array, name);
      for (const [i, document] of found.entries()) writer.document(String(i), document);
      writer.end(array);
    }
    writer.end(mark);
    yield writer.toBuffer();
  });
}

/** The documents of a collection that pass a filter. */
function open({ store, database }: PipelineContext, name: string, filter: Filter): DocumentStream {
  const collection = store.catalog.find(database, name);
  if (!collection) return new ListStream([]);
  return new QueryStream(store, collection, choosePlan(collection.indexes, filter, []));
}

/** Puts a list of documents into a document as an array field. */
function withArrayField(document: RawValue, path: string, elements: readonly Buffer[]): Buffer {
  const writer = new BsonWriter();
  const mark = writer.begin();
  const array = writer.beginField(BsonType.Array, 'v');
  for (const [i, element] of elements.entries()) writer.document(String(i), element);
  writer.end(array);
  writer.end(mark);
  const value = findField(documentValue(writer.toBuffer()), Buffer.from('v'));
  const root = ObjectNode.from(document);
  if (value) setAt(root, path.split('.'), value, fromJs(null));
  return encodeTree(root);
}
