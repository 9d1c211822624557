import { Aggregator } from 'mingo/aggregator';
import { documentFrom, fromDocument, fromJs, toDocument, toJs } from '../../bson/convert.js';
import { BsonWriter } from '../../bson/bson-writer.js';
import { documentValue, elementsOf, fieldsOf, type RawValue } from '../../bson/raw-value.js';
import { CommandError } from '../../errors.js';
import { compareValues, encodeKey, typeTag } from '../../ordering/key-encoding.js';
import {
  compileRawExpression,
  mingoOptions,
  type RawExpression,
  translateMingoError,
  type Variables,
} from '../expression.js';
import { type Accumulator, accumulatorFactory } from './accumulators.js';
import { sortStage } from './simple-stages.js';
import { collectingStage, generatedStage, pull, type Stage, type StageRequest } from './stage.js';

const NULL = fromJs(null);

const COUNT = documentFrom({ count: { $sum: 1 } });

interface GroupField {
  readonly name: string;
  readonly expression: RawExpression;
  readonly create: () => Accumulator;
}

interface Group {
  readonly id: RawValue;
  readonly accumulators: readonly Accumulator[];
}

/** `$group`. Groups appear in the order in which they are found. If given, `idOf` computes the key. */
export function groupStage(operand: RawValue, variables: Variables, idOf?: RawExpression): Stage {
  if (!operand.isDocument) throw new CommandError(15947, "a group's fields must be specified in an object");
  const parts = fieldsOf(operand);
  const idPart = parts.find(([name]) => name === '_id');
  if (!idPart) throw new CommandError(15955, 'a group specification must include an _id');
  const fields: GroupField[] = [];
  for (const [name, specification] of parts) {
    if (name === '_id') continue;
    const field = parseField(name, specification, variables);
    if (!field && idOf)
      throw new CommandError(238, `the accumulator of '${name}' is not supported here by the embedded store`);
    if (!field) return libraryStage('$group', operand, variables);
    fields.push(field);
  }
  return groupBy(idOf ?? compileRawExpression(idPart[1], variables), fields);
}

function parseField(name: string, specification: RawValue, variables: Variables): GroupField | undefined {
  if (name.includes('.')) throw new CommandError(40235, `The field name '${name}' cannot contain '.'`);
  if (!specification.isDocument) throw new CommandError(40234, `The field '${name}' must be an accumulator object`);
  const [[operator, argument] = ['', undefined], ...others] = fieldsOf(specification);
  if (!argument || others.length > 0) throw new CommandError(40238, `The field '${name}' must specify one accumulator`);
  if (!operator.startsWith('$')) throw new CommandError(40234, `The field '${name}' must be an accumulator object`);
  const create = accumulatorFactory(operator);
  return create && { name, expression: compileRawExpression(argument, variables), create };
}

function groupBy(idOf: RawExpression, fields: readonly GroupField[]): Stage {
  return generatedStage(function* (input) {
    const groups = new Map<string, Group>();
    for (let count = 1; ; count++) {
      const bytes = yield* pull(input);
      if (!bytes) break;
      const document = documentValue(bytes);
      const id = idOf(document) ?? NULL;
      const key = encodeKey(id).toString('latin1');
      let group = groups.get(key);
      if (!group) {
        group = { id, accumulators: fields.map((field) => field.create()) };
        groups.set(key, group);
      }
      for (const [i, field] of fields.entries()) group.accumulators[i]?.add(field.expression(document));
      if (count % 64 === 0) {
        input.pause();
        yield undefined;
      }
    }
    input.pause();
    for (const group of groups.values()) yield groupDocument(group, fields);
  });
}

function groupDocument(group: Group, fields: readonly GroupField[]): Buffer {
  const writer = new BsonWriter();
  const mark = writer.begin();
  writer.field('_id', group.id);
  for (const [i, field] of fields.entries()) writer.field(field.name, group.accumulators[i]?.result() ?? NULL);
  writer.end(mark);
  return writer.toBuffer();
}

/** The stages that `$sortByCount` abbreviates. */
export function sortByCountStages(expression: RawValue): StageRequest[] {
  const writer = new BsonWriter();
  const mark = writer.begin();
  writer.field('_id', expression);
  writer.field('count', documentFrom({ $sum: 1 }));
  writer.end(mark);
  return [
    { name: '$group', operand: documentValue(writer.toBuffer()) },
    { name: '$sort', operand: documentFrom({ count: -1 }) },
  ];
}

/** `$bucket`: groups by the boundaries around a value; the lower boundary belongs to the bucket. */
export function bucketStage(operand: RawValue, variables: Variables): Stage {
  const options = new Map(operand.isDocument ? fieldsOf(operand) : []);
  const [groupBy, bounds] = [options.get('groupBy'), options.get('boundaries')];
  if (!groupBy || !bounds?.isArray)
    throw new CommandError(40198, "$bucket requires 'groupBy' and 'boundaries' to be specified");
  const boundaries = elementsOf(bounds);
  checkBoundaries(boundaries);
  const fallback = options.get('default');
  const valueOf = compileRawExpression(groupBy, variables);
  const group = groupStage(groupSpecification(options.get('output') ?? COUNT), variables, (document) => {
    const bucket = bucketOf(valueOf(document) ?? NULL, boundaries) ?? fallback;
    if (!bucket)
      throw new CommandError(
        40066,
        '$switch could not find a matching branch for an input, and no default was specified.',
      );
    return bucket;
  });
  const sort = sortStage(documentFrom({ _id: 1 }));
  return (input) => sort(group(input));
}

function checkBoundaries(boundaries: readonly RawValue[]): void {
  if (boundaries.length < 2)
    throw new CommandError(40192, "The $bucket 'boundaries' field must have at least 2 values");
  for (const [i, boundary] of boundaries.entries()) {
    const before = boundaries[i - 1];
    if (!before) continue;
    if (typeTag(before.type) !== typeTag(boundary.type)) {
      throw new CommandError(40193, "All values in the 'boundaries' option to $bucket must have the same type");
    }
    if (compareValues(before, boundary) >= 0) {
      throw new CommandError(40194, "The 'boundaries' option to $bucket must be sorted in ascending order");
    }
  }
}

function bucketOf(value: RawValue, boundaries: readonly RawValue[]): RawValue | undefined {
  const above = boundaries.findIndex((boundary) => compareValues(value, boundary) < 0);
  return above > 0 ? boundaries[above - 1] : undefined;
}

function groupSpecification(output: RawValue): RawValue {
  const writer = new BsonWriter();
  const mark = writer.begin();
  writer.field('_id', NULL);
  for (const [name, value] of fieldsOf(output)) writer.field(name, value);
  writer.end(mark);
  return documentValue(writer.toBuffer());
}

/** A stage that the aggregation library runs on decoded documents. */
function libraryStage(name: string, operand: RawValue, variables: Variables): Stage {
  const decoded = toJs(operand);
  return collectingStage((documents) => {
    try {
      const aggregator = new Aggregator([{ [name]: decoded }], mingoOptions(variables));
      return aggregator.run(documents.map((document) => toDocument(document))).map((result) => fromDocument(result));
    } catch (error) {
      throw translateMingoError(error);
    }
  });
}
