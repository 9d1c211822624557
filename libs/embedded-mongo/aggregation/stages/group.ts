import { Double, Int32 } from 'bson';
import { calculate } from '../../expressions/arithmetic.js';
import { BsonType } from '../../bson/bson-type.js';
import { BsonWriter } from '../../bson/bson-writer.js';
import { documentFrom, fromJs } from '../../bson/convert.js';
import { documentValue, fieldsOf, RawValue } from '../../bson/raw-value.js';
import { CommandError } from '../../errors.js';
import { compareValues, encodeKey } from '../../ordering/key-encoding.js';
import { ObjectNode, rawOf } from '../../updates/update-tree.js';
import { compileRawExpression, type RawExpression, type Variables } from '../../expressions/expression.js';
import { generatedStage, pull, type Stage, type StageRequest } from './stage.js';

const NULL = fromJs(null);

/** Accumulates the values of one field of one group. Values keep their exact types. */
interface Accumulator {
  add(value: RawValue | undefined): void;
  result(): RawValue;
}

const ZERO = fromJs(new Int32(0));

function isAbsent(value: RawValue | undefined): value is undefined {
  return !value || value.type === BsonType.Null || value.type === BsonType.Undefined;
}

class Sum implements Accumulator {
  private total = ZERO;

  add(value: RawValue | undefined): void {
    if (!value?.isNumber) return;
    this.total = sum(this.total, value);
  }

  result(): RawValue {
    return this.total;
  }
}

/** A sum that overflows a long continues as a double. */
function sum(left: RawValue, right: RawValue): RawValue {
  try {
    return calculate('add', left, right);
  } catch {
    return fromJs(new Double(left.number() + right.number()));
  }
}

class Average implements Accumulator {
  private total = ZERO;
  private count = 0;

  add(value: RawValue | undefined): void {
    if (!value?.isNumber) return;
    this.total = sum(this.total, value);
    this.count++;
  }

  result(): RawValue {
    if (this.count === 0) return NULL;
    if (this.total.type === BsonType.Decimal128) {
      throw new CommandError(238, '$avg of decimals is not supported by the embedded store');
    }
    return fromJs(new Double(this.total.number() / this.count));
  }
}

class Extremum implements Accumulator {
  private best: RawValue | undefined;

  constructor(private readonly sign: 1 | -1) {}

  add(value: RawValue | undefined): void {
    if (isAbsent(value)) return;
    if (!this.best || compareValues(value, this.best) * this.sign > 0) this.best = value;
  }

  result(): RawValue {
    return this.best ?? NULL;
  }
}

class Edge implements Accumulator {
  private value: RawValue | undefined;
  private seen = false;

  constructor(private readonly last: boolean) {}

  add(value: RawValue | undefined): void {
    if (this.last || !this.seen) this.value = value;
    this.seen = true;
  }

  result(): RawValue {
    return this.value ?? NULL;
  }
}

class Push implements Accumulator {
  protected readonly values: RawValue[] = [];

  add(value: RawValue | undefined): void {
    if (value) this.values.push(value);
  }

  result(): RawValue {
    const writer = new BsonWriter();
    const mark = writer.begin();
    for (const [i, value] of this.values.entries()) writer.field(String(i), value);
    writer.end(mark);
    return new RawValue(BsonType.Array, writer.toBuffer(), 0, writer.length);
  }
}

class AddToSet extends Push {
  private readonly known = new Set<string>();

  override add(value: RawValue | undefined): void {
    if (!value) return;
    const key = encodeKey(value).toString('latin1');
    if (this.known.has(key)) return;
    this.known.add(key);
    this.values.push(value);
  }
}

class MergeObjects implements Accumulator {
  private readonly merged = ObjectNode.empty();

  add(value: RawValue | undefined): void {
    if (isAbsent(value)) return;
    if (!value.isDocument) throw new CommandError(40400, '$mergeObjects requires object inputs');
    for (const [name, field] of fieldsOf(value)) this.merged.set(name, field);
  }

  result(): RawValue {
    return rawOf(this.merged);
  }
}

class Count extends Sum {
  override add(): void {
    super.add(ONE);
  }
}

const ONE = fromJs(new Int32(1));

const FACTORIES: Readonly<Record<string, () => Accumulator>> = {
  $sum: () => new Sum(),
  $avg: () => new Average(),
  $min: () => new Extremum(-1),
  $max: () => new Extremum(1),
  $first: () => new Edge(false),
  $last: () => new Edge(true),
  $push: () => new Push(),
  $addToSet: () => new AddToSet(),
  $mergeObjects: () => new MergeObjects(),
  $count: () => new Count(),
};

interface GroupField {
  readonly name: string;
  readonly expression: RawExpression;
  readonly create: () => Accumulator;
}

interface Group {
  readonly id: RawValue;
  readonly accumulators: readonly Accumulator[];
}

/** `$group`. Groups appear in the order in which they are found. */
export function groupStage(operand: RawValue, variables: Variables): Stage {
  if (!operand.isDocument) throw new CommandError(15947, "a group's fields must be specified in an object");
  const parts = fieldsOf(operand);
  const idPart = parts.find(([name]) => name === '_id');
  if (!idPart) throw new CommandError(15955, 'a group specification must include an _id');
  const fields = parts.flatMap(([name, accumulator]) =>
    name === '_id' ? [] : [parseField(name, accumulator, variables)],
  );
  return groupBy(compileRawExpression(idPart[1], variables), fields);
}

function parseField(name: string, specification: RawValue, variables: Variables): GroupField {
  if (name.includes('.')) throw new CommandError(40235, `The field name '${name}' cannot contain '.'`);
  if (!specification.isDocument) throw new CommandError(40234, `The field '${name}' must be an accumulator object`);
  const [[operator, argument] = ['', undefined], ...others] = fieldsOf(specification);
  if (!argument || others.length > 0) throw new CommandError(40238, `The field '${name}' must specify one accumulator`);
  if (!operator.startsWith('$')) throw new CommandError(40234, `The field '${name}' must be an accumulator object`);
  return { name, expression: compileRawExpression(argument, variables), create: factoryOf(operator) };
}

function factoryOf(operator: string): () => Accumulator {
  const create = FACTORIES[operator];
  if (!create) throw new CommandError(15952, `unknown group operator '${operator}'`);
  return create;
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
