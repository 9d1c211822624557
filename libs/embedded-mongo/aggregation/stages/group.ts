import { BsonWriter } from '../../bson/bson-writer.js';
import { documentFrom, fromJs } from '../../bson/convert.js';
import { documentValue, fieldsOf, type RawValue } from '../../bson/raw-value.js';
import { CommandError } from '../../errors/command-error.js';
import { encodeKey } from '../../ordering/key-encoding.js';
import type { Variables } from '../../query/parse-filter.js';
import { accumulatorFactory, type Accumulator } from './accumulators.js';
import { libraryStage } from './library-stage.js';
import { compileRawExpression, type RawExpression } from '../raw-expression.js';
import type { StageRequest } from '../parse-stage.js';
import type { Stage } from './stage.js';
import { generatedStage, pull } from './streams.js';

interface GroupField {
  readonly name: string;
  readonly expression: RawExpression;
  readonly create: () => Accumulator;
}

interface Group {
  readonly id: RawValue;
  readonly accumulators: readonly Accumulator[];
}

const NULL = fromJs(null);

/** `$group`. Groups appear in the order in which they are met. With `idOf` given, that computes the key. */
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

/** The stages `$sortByCount` is short for. */
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
