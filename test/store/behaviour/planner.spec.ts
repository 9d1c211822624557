import type { Collection, Document } from 'mongodb';
import { serverError } from '../support/server-error.js';
import { useStore } from '../support/use-store.js';

const store = useStore('planner');
const size = 1000;

/** All stages of a plan, outermost first. */
function stagesOf(plan: Document): Document[] {
  const inner = (plan.inputStage ? [plan.inputStage] : (plan.inputStages ?? [])) as Document[];
  return [plan, ...inner.flatMap(stagesOf)];
}

describe('plans', () => {
  let items: Collection<{ _id: number } & Document>;

  beforeAll(async () => {
    items = store.collection<{ _id: number }>();
    await items.createIndexes([
      { key: { group: 1, n: 1 } },
      { key: { name: 1 } },
      { key: { tags: 1 } },
      { key: { maybe: 1 }, sparse: true },
      { key: { score: 1 }, partialFilterExpression: { score: { $gt: 900 } } },
    ]);
    await items.insertMany(
      Array.from({ length: size }, (_, i) => ({
        _id: i,
        group: `g${i % 10}`,
        n: (i * 7919) % size,
        name: `name ${String(i).padStart(4, '0')}`,
        tags: [`t${i % 5}`, 'all'],
        ...(i % 100 === 0 ? { maybe: i } : {}),
        score: i,
      })),
    );
  });

  it.each([
    ['a condition on the next field', { group: /^g/, n: { $lt: 10 } }, {}, 10],
    ['an equality on the next field', { group: /^g1/, n: 7919 % size }, {}, 1],
    ['an order by the next field', { group: /^g/ }, { n: 1 as const }, size],
  ])('a prefix is many values: it goes with %s', async (_case, filter, sort, count) => {
    const found = await items.find(filter).hint('group_1_n_1').sort(sort).toArray();
    expect(found).toHaveLength(count);
    const numbers = found.map(({ n }) => n as number);
    if ('n' in sort) expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
  });

  async function explain(filter: Document, options: { sort?: Document; limit?: number; hint?: string } = {}) {
    const answer = await items.find(filter, options as object).explain('executionStats');
    const stages = stagesOf(answer.queryPlanner.winningPlan as Document);
    return {
      names: stages.map(({ stage }) => String(stage)),
      index: stages.find(({ stage }) => stage === 'IXSCAN')?.indexName as string | undefined,
      statistics: answer.executionStats as { nReturned: number; totalKeysExamined: number; totalDocsExamined: number },
    };
  }

  it.each<[string, Document, string, number]>([
    ['an equality', { name: 'name 0042' }, 'name_1', 1],
    ['several equalities', { name: { $in: ['name 0001', 'name 0002'] } }, 'name_1', 2],
    ['a range', { name: { $gte: 'name 0990' } }, 'name_1', 10],
    ['a range with both ends', { name: { $gt: 'name 0990', $lt: 'name 0993' } }, 'name_1', 2],
    ['the beginning of a text', { name: /^name 099/ }, 'name_1', 10],
    ['the first field of a compound key', { group: 'g3' }, 'group_1_n_1', 100],
    ['an equality with a range behind it', { group: 'g3', n: { $lt: 100 } }, 'group_1_n_1', 10],
    ['an element of an array', { tags: 't3' }, 'tags_1', 200],
    ['an existing field under a sparse index', { maybe: { $gte: 500 } }, 'maybe_1', 5],
    ['a query that implies the partial filter', { score: { $gt: 990 } }, 'score_1', 9],
    ['the key of the document', { _id: 17 }, '_id_', 1],
    ['the key of the document beside more equalities', { _id: 17, group: 'g7', n: (17 * 7919) % size }, '_id_', 1],
    ['a range of keys', { _id: { $lt: 5 } }, '_id_', 5],
  ])('%s is read from an index and examines no more than it returns', async (_, filter, index, found) => {
    const plan = await explain(filter);
    expect(plan.names.filter((name) => !['FETCH', 'IXSCAN', 'IDHACK', 'PROJECTION_SIMPLE'].includes(name))).toEqual([]);
    if (!plan.names.includes('IDHACK')) expect(plan.index).toBe(index);
    expect(plan.statistics).toMatchObject({ nReturned: found, totalDocsExamined: found });
    expect(plan.statistics.totalKeysExamined).toBeLessThanOrEqual(found + 2);
  });

  it.each<[string, Document, Document, string]>([
    ['upwards', {}, { name: 1 }, 'name_1'],
    ['downwards', {}, { name: -1 }, 'name_1'],
    ['a compound key upwards', {}, { group: 1, n: 1 }, 'group_1_n_1'],
    ['a compound key downwards', {}, { group: -1, n: -1 }, 'group_1_n_1'],
    ['behind an equality', { group: 'g4' }, { n: 1 }, 'group_1_n_1'],
    ['behind an equality, downwards', { group: 'g4' }, { n: -1 }, 'group_1_n_1'],
    ['within a range', { name: { $gte: 'name 0100' } }, { name: 1 }, 'name_1'],
    ['by the key of the document', {}, { _id: -1 }, '_id_'],
  ])('a sort %s with a limit reads no more than it returns', async (_, filter, sort, index) => {
    const plan = await explain(filter, { sort, limit: 10 });
    expect(plan.names).not.toContain('SORT');
    expect(plan.names).not.toContain('COLLSCAN');
    expect(plan.index).toBe(index);
    expect(plan.statistics).toMatchObject({ nReturned: 10, totalDocsExamined: 10 });
    expect(plan.statistics.totalKeysExamined).toBeLessThanOrEqual(11);
    const inMemory = await items.find(filter, { sort, limit: 10, hint: { $natural: 1 } } as object).toArray();
    expect(await items.find(filter, { sort, limit: 10 } as object).toArray()).toEqual(inMemory);
  });

  it.each<[string, Document]>([
    ['no condition', {}],
    ['a field without an index', { unknown: 1 }],
    ['a missing field under a sparse index', { maybe: null }],
    ['a query that does not imply the partial filter', { score: { $gt: 100 } }],
    ['the second field of a compound key alone', { n: 5 }],
    ['a pattern in the middle of a text', { title: /42/ }],
  ])('%s reads the collection', async (_, filter) => {
    const plan = await explain(filter);
    expect(plan.names).toContain('COLLSCAN');
    expect(plan.statistics.totalDocsExamined).toBe(size);
  });

  it('a pattern in the middle of a text is found in the keys of an index, and counted without the documents', async () => {
    const plan = await explain({ name: /42/ });
    expect(plan.index).toBe('name_1');
    expect(plan.statistics).toMatchObject({ nReturned: 20, totalDocsExamined: 20, totalKeysExamined: size });
    expect(await items.countDocuments({ name: /42/ })).toBe(20);
  });

  it('a hint and a write do without the keys in memory, a pattern without regard to capital letters uses them', async () => {
    expect(await items.find({ name: /42/ }).hint({ $natural: 1 }).toArray()).toHaveLength(20);
    expect((await items.updateMany({ name: /42/ }, { $set: { seen: false } })).matchedCount).toBe(20);
    expect((await explain({ name: /NAME 0042/i })).names).toContain('IXSCAN');
    expect(await items.countDocuments({ name: /NAME 0042/i })).toBe(1);
  });

  it('an index whose later fields were cut still gives the order of the first ones', async () => {
    const long = store.collection<{ _id: number }>();
    await long.createIndex({ group: 1, n: 1, text: 1 });
    await long.insertMany([3, 1, 2].map((n) => ({ _id: n, group: 'g', n, text: `${'x'.repeat(3000)}${n}` })));
    const sorted = async (sort: Record<string, 1>) =>
      JSON.stringify(await long.find({ group: 'g' }).sort(sort).explain());
    expect(await sorted({ n: 1 })).not.toContain('"SORT"');
    expect(await sorted({ n: 1, text: 1 })).toContain('"SORT"');
    expect((await long.find({ group: 'g' }).sort({ n: 1 }).toArray()).map(({ _id }) => _id)).toEqual([1, 2, 3]);
    expect(await long.countDocuments({ group: 'g', text: /x2/ })).toBe(1);
  });

  it('a mixed direction is sorted in memory', async () => {
    const plan = await explain({}, { sort: { group: 1, n: -1 }, limit: 3 });
    expect(plan.names).toContain('SORT');
    expect(plan.statistics.nReturned).toBe(3);
  });

  it('a hint is honoured', async () => {
    expect((await explain({ group: 'g1' }, { hint: 'name_1' })).index).toBe('name_1');
    expect((await serverError(items.find({}, { hint: 'nowhere' }).toArray())).code).toBe(2);
    expect((await serverError(items.updateOne({}, { $set: { x: 1 } }, { hint: 'nowhere' }))).code).toBe(2);
  });

  it('an update and a delete use an index as well', async () => {
    for (const command of [
      { update: items.collectionName, updates: [{ q: { name: 'name 0042' }, u: { $set: { seen: true } } }] },
      { delete: items.collectionName, deletes: [{ q: { name: 'name 0042' }, limit: 1 }] },
      { findAndModify: items.collectionName, query: { name: 'name 0042' }, update: { $set: { seen: true } } },
      { count: items.collectionName, query: { name: 'name 0042' } },
      { distinct: items.collectionName, key: 'n', query: { name: 'name 0042' } },
    ]) {
      const answer = await store.database().command({ explain: command, verbosity: 'queryPlanner' });
      const stages = stagesOf(answer.queryPlanner.winningPlan as Document);
      expect(stages.map(({ indexName }) => indexName as unknown)).toContain('name_1');
    }
    expect(await items.countDocuments({ seen: true })).toBe(0);
  });

  it('the beginning of a pipeline uses an index', async () => {
    const pipeline = [{ $match: { group: 'g2' } }, { $sort: { n: 1 } }, { $limit: 5 }, { $group: { _id: '$group' } }];
    const answer = await items.aggregate(pipeline).explain('queryPlanner');
    expect(JSON.stringify(answer)).toContain('group_1_n_1');
    expect(JSON.stringify(answer)).not.toContain('COLLSCAN');
  });
});
