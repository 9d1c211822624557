import { Long } from 'bson';
import { fromJs } from '../../bson/convert.js';
import { BsonType } from '../../bson/bson-type.js';
import { fieldPath, valuesAt } from '../../bson/field-path.js';
import { documentValue, elementsOf, fieldsOf, findField, type RawValue } from '../../bson/raw-value.js';
import { CommandError, ErrorCode } from '../../errors.js';
import { type DocumentStream, ListStream } from '../../execution/query-stream.js';
import { encodeKey } from '../../ordering/key-encoding.js';
import { type Filter, MATCH_ALL } from '../../query/filter.js';
import { parseFilter } from '../../query/parse-filter.js';
import { encodeTree, ObjectNode } from '../../updates/update-tree.js';
import { compileExpression, compileRawExpression } from '../expression.js';
import { withArrayField } from './simple-stages.js';
import { generatedStage, type PipelineContext, pull, pullAll, type Stage } from './stage.js';

/** `$lookup`: by equal fields, by a pipeline, or by both. The other collection's indexes are used. */
export function lookupStage(operand: RawValue, context: PipelineContext): Stage {
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
      let joined: DocumentStream =
        from === undefined ? new ListStream([]) : context.pipelines.open(context, from, filter);
      if (pipeline) {
        const variables = {
          ...context.variables,
          ...Object.fromEntries(bindings.map(([name, evaluate]) => [name, evaluate(document)])),
        };
        joined = context.pipelines.run({ ...context, variables }, joined, elementsOf(pipeline));
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

/** `$unionWith`. */
export function unionStage(operand: RawValue, context: PipelineContext): Stage {
  const options = operand.isDocument ? new Map(fieldsOf(operand)) : new Map([['coll', operand]]);
  const name = options.get('coll');
  const pipeline = options.get('pipeline');
  return generatedStage(function* (input) {
    for (;;) {
      const document = yield* pull(input);
      if (!document) break;
      yield document;
    }
    let other: DocumentStream = name ? context.pipelines.open(context, name.text(), MATCH_ALL) : new ListStream([]);
    if (pipeline) other = context.pipelines.run(context, other, elementsOf(pipeline));
    for (const document of yield* pullAll(other)) yield document;
    other.pause();
  });
}

/** `$facet`: several pipelines over the same documents. */
export function facetStage(operand: RawValue, context: PipelineContext): Stage {
  const facets = operand.isDocument ? fieldsOf(operand) : [];
  if (facets.length === 0) throw new CommandError(40169, 'the $facet specification must be a non-empty object');
  return generatedStage(function* (input) {
    const documents = yield* pullAll(input);
    input.pause();
    let result: Buffer = Buffer.of(5, 0, 0, 0, 0);
    for (const [name, pipeline] of facets) {
      const output = context.pipelines.run(context, new ListStream(documents), elementsOf(pipeline));
      result = withArrayField(documentValue(result), name, yield* pullAll(output));
    }
    yield result;
  });
}

/** `$graphLookup`: follows references in a collection level by level; returns each document once. */
export function graphLookupStage(operand: RawValue, context: PipelineContext): Stage {
  const options = new Map(operand.isDocument ? fieldsOf(operand) : []);
  const text = (name: string): string => {
    const value = options.get(name);
    if (value?.type !== BsonType.String)
      throw new CommandError(ErrorCode.FailedToParse, `$graphLookup needs '${name}' as a string`);
    return value.text();
  };
  const [from, as, connectTo] = [text('from'), text('as'), text('connectToField')];
  const connectFrom = fieldPath(text('connectFromField'));
  const start = options.get('startWith');
  if (!start) throw new CommandError(40105, "$graphLookup requires 'startWith' to be specified");
  const startWith = compileRawExpression(start, context.variables);
  const maxDepth = options.get('maxDepth')?.number() ?? Infinity;
  const depthField = options.get('depthField')?.text();
  const restriction = options.get('restrictSearchWithMatch');
  const restricted = restriction ? [parseFilter(restriction, context.variables)] : [];
  return generatedStage(function* (input) {
    for (;;) {
      const bytes = yield* pull(input);
      if (!bytes) return;
      const document = documentValue(bytes);
      const reached = new Map<string, Buffer>();
      let values = unfolded([startWith(document) ?? fromJs(null)]);
      for (let depth = 0; values.length > 0 && depth <= maxDepth; depth++) {
        const filter: Filter = { kind: 'and', filters: [joinFilter(connectTo, values), ...restricted] };
        const level = context.pipelines.open(context, from, filter);
        const found = yield* pullAll(level);
        level.pause();
        values = [];
        for (const next of found) {
          const id = findField(documentValue(next), Buffer.from('_id'));
          const key = id ? encodeKey(id).toString('latin1') : '';
          if (reached.has(key)) continue;
          reached.set(key, depthField ? withDepth(next, depthField, depth) : next);
          values.push(...unfolded(valuesAt(documentValue(next), connectFrom)));
        }
      }
      yield withArrayField(document, as, [...reached.values()]);
    }
  });
}

function unfolded(values: readonly RawValue[]): RawValue[] {
  return values.flatMap((value) => (value.isArray ? elementsOf(value) : [value]));
}

function withDepth(document: Buffer, field: string, depth: number): Buffer {
  const root = ObjectNode.from(documentValue(document));
  root.set(field, fromJs(Long.fromNumber(depth)));
  return encodeTree(root);
}
