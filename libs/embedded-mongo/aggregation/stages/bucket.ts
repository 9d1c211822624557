import { BsonWriter } from '../../bson/bson-writer.js';
import { documentFrom, fromJs } from '../../bson/convert.js';
import { documentValue, elementsOf, fieldsOf, type RawValue } from '../../bson/raw-value.js';
import { CommandError } from '../../errors/command-error.js';
import { compareValues, typeTag } from '../../ordering/key-encoding.js';
import type { Variables } from '../../query/parse-filter.js';
import { compileRawExpression } from '../raw-expression.js';
import { groupStage } from './group.js';
import { sortStage } from './simple-stages.js';
import type { Stage } from './stage.js';

const COUNT = documentFrom({ count: { $sum: 1 } });
const NULL = fromJs(null);

/** `$bucket`: groups by the boundaries a value lies between; the lower one belongs to the bucket. */
export function bucketStage(operand: RawValue, variables: Variables): Stage {
  const options = new Map(operand.isDocument ? fieldsOf(operand) : []);
  const [groupBy, bounds] = [options.get('groupBy'), options.get('boundaries')];
  if (!groupBy || !bounds?.isArray)
    throw new CommandError(40198, "$bucket requires 'groupBy' and 'boundaries' to be specified");
  const boundaries = elementsOf(bounds);
  checkBoundaries(boundaries);
  const otherwise = options.get('default');
  const valueOf = compileRawExpression(groupBy, variables);
  const group = groupStage(groupSpecification(options.get('output') ?? COUNT), variables, (document) => {
    const bucket = bucketOf(valueOf(document) ?? NULL, boundaries) ?? otherwise;
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
