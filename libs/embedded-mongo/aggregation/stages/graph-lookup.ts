import { BsonType } from '../../bson/bson-type.js';
import { fromJs } from '../../bson/convert.js';
import { fieldPath } from '../../bson/field-path.js';
import { documentValue, elementsOf, fieldsOf, findField, type RawValue } from '../../bson/raw-value.js';
import { CommandError } from '../../errors/command-error.js';
import { ErrorCode } from '../../errors/error-codes.js';
import { encodeKey } from '../../ordering/key-encoding.js';
import type { Filter } from '../../query/filter.js';
import { parseFilter } from '../../query/parse-filter.js';
import { valuesAt } from '../../query/values-at.js';
import { ObjectNode, encodeTree } from '../../updates/update-tree.js';
import { Long } from 'bson';
import { compileRawExpression } from '../raw-expression.js';
import { joinFilter } from './lookup.js';
import { withArrayField } from './simple-stages.js';
import type { PipelineContext, Stage } from './stage.js';
import { generatedStage, pull, pullAll } from './streams.js';

/** `$graphLookup`: follows references inside a collection, level by level, each document once. */
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
