import type { Document } from 'bson';
import fc from 'fast-check';
import type { UpdateSpec } from './model.js';
import type { SortSpec } from './ordering.js';

/** Copied, because literals are made in Jest's sandbox, and mingo knows only those made outside of it. */
const PATTERNS = structuredClone([/^a/, /b$/, /^Ab/i]);

/** One step of a random run. Writes on one document name it by `_id`, so that every server picks the same one. */
export type Step =
  | { kind: 'insert'; documents: Document[]; ordered: boolean }
  | { kind: 'update' | 'findAndUpdate'; filter: Document; spec: UpdateSpec; many: boolean; after: boolean }
  | { kind: 'replace'; filter: Document; replacement: Document; upsert: boolean }
  | { kind: 'delete'; filter: Document; many: boolean }
  | { kind: 'findAndDelete'; filter: Document; sort: SortSpec }
  | { kind: 'find'; filter: Document; sort: SortSpec; skip: number; limit: number; projection?: Document }
  | { kind: 'count'; filter: Document }
  | { kind: 'distinct'; path: string; filter: Document }
  | { kind: 'aggregate'; pipeline: Document[] };

const dates = [new Date(0), new Date(86_400_000), new Date(-1)];
const number = fc.oneof(fc.integer({ min: -5, max: 5 }), fc.constantFrom(0.5, -1.5, 2.25, 5_000_000_000));
const text = fc.constantFrom('', 'a', 'ab', 'abc', 'b', 'ä', 'z', '😀');
const value = fc.oneof(number, text, fc.constantFrom<unknown>(null, true, false, ...dates));
const present = value.filter((candidate) => candidate !== null);
const values = fc.array(value, { maxLength: 4 });
const int = fc.integer({ min: -5, max: 5 });
const id = fc.integer({ min: 0, max: 25 });
const sub = fc.record({ x: value, y: value }, { requiredKeys: [] });
const list = fc.array(fc.record({ k: present, v: int }), { maxLength: 3 });
const mixed = fc.oneof(value, values, sub);

const fields = { a: value, b: value, n: int, tags: values, sub, list, mixed };
const body = fc.record(fields, { requiredKeys: [] });
const document = fc.record({ _id: id, ...fields }, { requiredKeys: ['_id'] });

const scalarPath = fc.constantFrom('a', 'b', 'n', 'sub.x', 'sub.y');
const path = fc.oneof(scalarPath, fc.constantFrom('tags', 'mixed'));
const range = fc.constantFrom('$gt', '$gte', '$lt', '$lte');

function one(key: string, operand: unknown): Document {
  return { [key]: operand };
}

const condition: fc.Arbitrary<Document> = fc.oneof(
  { weight: 4, arbitrary: fc.tuple(path, value).map(([at, operand]) => one(at, operand)) },
  { weight: 4, arbitrary: fc.tuple(path, range, present).map(([at, op, operand]) => one(at, one(op, operand))) },
  {
    weight: 2,
    arbitrary: fc.tuple(path, present, present).map(([at, low, high]) => one(at, { $gte: low, $lt: high })),
  },
  { weight: 2, arbitrary: fc.tuple(path, values).map(([at, operands]) => one(at, { $in: operands })) },
  fc.tuple(path, values).map(([at, operands]) => one(at, { $nin: operands })),
  fc.tuple(path, value).map(([at, operand]) => one(at, { $ne: operand })),
  fc.tuple(path, fc.boolean()).map(([at, exists]) => one(at, { $exists: exists })),
  fc.tuple(path, range, present).map(([at, op, operand]) => one(at, { $not: one(op, operand) })),
  fc
    .tuple(scalarPath, fc.constantFrom('number', 'string', 'bool', 'date'))
    .map(([at, type]) => one(at, { $type: type })),
  fc.tuple(fc.constantFrom('a', 'b', 'tags'), fc.constantFrom(...PATTERNS)).map(([at, regex]) => one(at, regex)),
  fc.integer({ min: 0, max: 3 }).map((size) => ({ tags: { $size: size } })),
  fc.array(present, { minLength: 1, maxLength: 2 }).map((operands) => ({ tags: { $all: operands } })),
  fc.tuple(number, number).map(([low, high]) => ({ tags: { $elemMatch: { $gte: low, $lt: high } } })),
  fc.tuple(present, int).map(([k, v]) => ({ list: { $elemMatch: { k, v: { $gte: v } } } })),
  present.map((k) => ({ 'list.k': k })),
  id.map((key) => ({ _id: { $lte: key } })),
  id.map((key) => ({ _id: key })),
  fc.constant({}),
);

const filter: fc.Arbitrary<Document> = fc.oneof(
  { weight: 5, arbitrary: condition },
  { weight: 2, arbitrary: fc.tuple(condition, condition).map((both) => ({ $and: both })) },
  { weight: 2, arbitrary: fc.tuple(condition, condition).map((either) => ({ $or: either })) },
  fc.tuple(condition, condition).map((neither) => ({ $nor: neither })),
);

const direction = fc.constantFrom<1 | -1>(1, -1);

/** Ends with `_id`, so that there is only one right order. */
const sort: fc.Arbitrary<SortSpec> = fc
  .uniqueArray(fc.tuple(path, direction), { maxLength: 2, selector: ([at]) => at })
  .chain((spec) => direction.map((last): SortSpec => [...spec, ['_id', last]]));

const operators: fc.Arbitrary<UpdateSpec> = fc.oneof(
  fc
    .tuple(
      scalarPath.filter((at) => at !== 'n'),
      value,
    )
    .map(([at, operand]) => ({ update: { $set: one(at, operand) } })),
  fc.tuple(value, int).map(([a, n]) => ({ update: { $set: { a }, $inc: { n } } })),
  mixed.map((operand) => ({ update: { $set: { mixed: operand } } })),
  fc.constantFrom('a', 'b', 'n', 'tags', 'sub.y', 'mixed', 'list').map((at) => ({ update: { $unset: one(at, '') } })),
  int.map((n) => ({ update: { $inc: { n } } })),
  fc.integer({ min: 1, max: 3 }).map((n) => ({ update: { $mul: { n } } })),
  fc.tuple(fc.constantFrom('$min', '$max'), int).map(([op, n]) => ({ update: one(op, { n }) })),
  value.map((tag) => ({ update: { $push: { tags: tag } } })),
  fc
    .tuple(values, fc.integer({ min: -3, max: 4 }), fc.integer({ min: 0, max: 3 }))
    .map(([$each, $slice, $position]) => ({ update: { $push: { tags: { $each, $position, $slice } } } })),
  fc.tuple(values, direction).map(([$each, $sort]) => ({ update: { $push: { tags: { $each, $sort } } } })),
  value.map((tag) => ({ update: { $addToSet: { tags: tag } } })),
  values.map(($each) => ({ update: { $addToSet: { tags: { $each } } } })),
  present.map((tag) => ({ update: { $pull: { tags: tag } } })),
  number.map((low) => ({ update: { $pull: { tags: { $gte: low } } } })),
  int.map((v) => ({ update: { $pull: { list: { v: { $lt: v } } } } })),
  values.map((tags) => ({ update: { $pullAll: { tags } } })),
  direction.map((end) => ({ update: { $pop: { tags: end } } })),
  fc.constant({ update: { $rename: { a: 'b' } } }),
  fc.tuple(int, int).map(([low, v]) => ({
    update: { $inc: { 'list.$[entry].v': v } },
    arrayFilters: [{ 'entry.v': { $gte: low } }],
  })),
);

const pipelines: fc.Arbitrary<Document[]> = fc.oneof(
  filter.map((match) => [
    { $match: match },
    { $group: { _id: '$a', total: { $sum: '$n' }, count: { $sum: 1 }, least: { $min: '$n' } } },
  ]),
  filter.map((match) => [{ $match: match }, { $unwind: '$tags' }, { $group: { _id: '$tags', count: { $sum: 1 } } }]),
  fc
    .tuple(filter, int)
    .map(([match, n]) => [
      { $match: match },
      { $sort: { _id: 1 } },
      { $limit: 5 },
      { $project: { more: { $add: [{ $ifNull: ['$n', 0] }, n] }, tags: { $size: { $ifNull: ['$tags', []] } } } },
    ]),
  filter.map((match) => [{ $match: match }, { $sortByCount: '$b' }]),
);

const projection = fc.constantFrom<Document>(
  { a: 1, tags: 1 },
  { 'sub.x': 1, _id: 0 },
  { mixed: 0, list: 0 },
  { n: 1 },
);

/** A condition that holds for at most one document. */
const single = fc.oneof(
  id.map((key): Document => ({ _id: key })),
  fc.tuple(id, condition).map(([key, more]): Document => ({ $and: [{ _id: key }, more] })),
);

/** Updates that reach into an array need one: without it MongoDB refuses them. */
function withArrayPresent<S extends { filter: Document; spec: UpdateSpec }>(step: S): S {
  return step.spec.arrayFilters ? { ...step, filter: { $and: [step.filter, { list: { $exists: true } }] } } : step;
}

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('insert' as const),
      documents: fc.array(document, { minLength: 1, maxLength: 5 }),
      ordered: fc.boolean(),
    }),
  },
  {
    weight: 3,
    arbitrary: fc
      .record({
        kind: fc.constant('update' as const),
        filter,
        spec: operators,
        many: fc.constant(true),
        after: fc.constant(false),
      })
      .map(withArrayPresent),
  },
  {
    weight: 3,
    arbitrary: fc
      .record({
        kind: fc.constantFrom('update' as const, 'findAndUpdate' as const),
        filter: single,
        spec: operators,
        many: fc.constant(false),
        after: fc.boolean(),
      })
      .map(withArrayPresent),
  },
  fc.record({
    kind: fc.constant('replace' as const),
    filter: id.map((key) => ({ _id: key })),
    replacement: body,
    upsert: fc.boolean(),
  }),
  fc.record({ kind: fc.constant('delete' as const), filter: single, many: fc.constant(false) }),
  fc.record({
    kind: fc.constant('delete' as const),
    filter: fc.tuple(filter, id).map(([some, key]) => ({ $and: [some, { _id: { $gte: key } }] })),
    many: fc.constant(true),
  }),
  fc.record({ kind: fc.constant('findAndDelete' as const), filter, sort }),
  {
    weight: 8,
    arbitrary: fc.record(
      {
        kind: fc.constant('find' as const),
        filter,
        sort,
        skip: fc.integer({ min: 0, max: 3 }),
        limit: fc.integer({ min: 0, max: 6 }),
        projection,
      },
      { requiredKeys: ['kind', 'filter', 'sort', 'skip', 'limit'] },
    ),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('count' as const), filter }) },
  fc.record({ kind: fc.constant('distinct' as const), path: fc.constantFrom('a', 'tags', 'sub.x'), filter }),
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('aggregate' as const), pipeline: pipelines }) },
);

/** A random run. It begins with an insert, so that there is something to work on. */
export const steps = fc
  .tuple(
    fc.record({
      kind: fc.constant('insert' as const),
      documents: fc.array(document, { minLength: 8, maxLength: 20 }),
      ordered: fc.constant(false),
    }),
    fc.array(step, { minLength: 5, maxLength: 25 }),
  )
  .map(([first, rest]): Step[] => [first, ...rest]);

/** Indexes to choose from; `unique` is left to the specs of single behaviours. */
export const indexes = fc.subarray<{ key: Document; options: Document }>(
  [
    { key: { a: 1 }, options: {} },
    { key: { b: -1, a: 1 }, options: {} },
    { key: { n: 1, _id: -1 }, options: {} },
    { key: { tags: 1 }, options: {} },
    { key: { a: 1, tags: -1 }, options: {} },
    { key: { mixed: 1 }, options: {} },
    { key: { 'sub.x': 1, 'sub.y': -1 }, options: {} },
    { key: { 'list.k': 1, n: 1 }, options: {} },
    { key: { b: 1 }, options: { sparse: true } },
    { key: { a: -1 }, options: { partialFilterExpression: { n: { $gte: 0 } } } },
  ],
  { minLength: 1 },
);
