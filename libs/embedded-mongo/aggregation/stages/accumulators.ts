import { Double, Int32 } from 'bson';
import { calculate } from '../../bson/arithmetic.js';
import { fromJs } from '../../bson/convert.js';
import { BsonType } from '../../bson/bson-type.js';
import { BsonWriter } from '../../bson/bson-writer.js';
import { RawValue, fieldsOf } from '../../bson/raw-value.js';
import { CommandError } from '../../errors.js';
import { compareValues, encodeKey } from '../../ordering/key-encoding.js';
import { ObjectNode, rawOf } from '../../updates/update-tree.js';

/** Accumulates the values of one field of one group. Values keep their exact types. */
export interface Accumulator {
  add(value: RawValue | undefined): void;
  result(): RawValue;
}

const NULL = fromJs(null);
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

/** The factory of an accumulator; undefined for accumulators that the aggregation library computes. */
export function accumulatorFactory(name: string): (() => Accumulator) | undefined {
  return FACTORIES[name];
}
