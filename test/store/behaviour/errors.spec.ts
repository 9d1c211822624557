import { Binary, type Document, MongoClient } from 'mongodb';
import { serverError } from '../support/server-error.js';
import { describeEmbedded } from '../support/store-under-test.js';
import { useStore } from '../support/use-store.js';

const store = useStore('errors');

describe('commands that are refused', () => {
  it.each<[string, Document, number, string]>([
    ['an unknown command', { teleport: 1 }, 59, 'CommandNotFound'],
    ['an unknown operator in a filter', { find: 'c', filter: { a: { $near_enough: 1 } } }, 2, 'BadValue'],
    ['an unknown operator at the top of a filter', { find: 'c', filter: { $same: [] } }, 2, 'BadValue'],
    ['an operand that must be an array', { find: 'c', filter: { a: { $in: 5 } } }, 2, 'BadValue'],
    ['an empty list of alternatives', { find: 'c', filter: { $or: [] } }, 2, 'BadValue'],
    ['a filter that is no document', { find: 'c', filter: 5 }, 14, 'TypeMismatch'],
    ['a count up to a limit that is no number', { count: 'c', limit: '1' }, 2, 'BadValue'],
    ['a count up to half a document', { count: 'c', limit: 0.5 }, 9, 'FailedToParse'],
    ['an unknown cursor', { getMore: 987_654_321n, collection: 'c' }, 43, 'CursorNotFound'],
    ['indexes of a collection that is not there', { listIndexes: 'nowhere' }, 26, 'NamespaceNotFound'],
    [
      'dropping an index of a collection that is not there',
      { dropIndexes: 'nowhere', index: 'x' },
      26,
      'NamespaceNotFound',
    ],
    ['renaming a collection that is not there', { collMod: 'nowhere' }, 26, 'NamespaceNotFound'],
    ['an invalid name of a collection', { insert: 'a$b', documents: [{ a: 1 }] }, 73, 'InvalidNamespace'],
    ['an empty name of a collection', { find: '' }, 73, 'InvalidNamespace'],
    ['an unknown stage', { aggregate: 'c', pipeline: [{ $teleport: {} }], cursor: {} }, 40324, 'Location40324'],
    [
      'a stage with two names',
      { aggregate: 'c', pipeline: [{ $match: {}, $limit: 1 }], cursor: {} },
      40323,
      'Location40323',
    ],
    [
      'a negative limit of a pipeline',
      { aggregate: 'c', pipeline: [{ $limit: -1 }], cursor: {} },
      15958,
      'Location15958',
    ],
    ['a pipeline without a cursor', { aggregate: 'c', pipeline: [] }, 9, 'FailedToParse'],
    ['inclusion and exclusion in one projection', { find: 'c', projection: { a: 1, b: 0 } }, 31254, 'Location31254'],
    ['a sort direction that is none', { find: 'c', sort: { a: 2 } }, 15975, 'Location15975'],
    [
      'a transaction',
      {
        insert: 'c',
        documents: [{ a: 1 }],
        txnNumber: 1n,
        autocommit: false,
        startTransaction: true,
        lsid: { id: new Binary(Buffer.alloc(16, 1), 4) },
      },
      20,
      'IllegalOperation',
    ],
  ])('%s', async (_, command, code, codeName) => {
    await store.database().collection('c').insertOne({ a: 1 });
    const error = await serverError(store.database().command(command));
    expect({ code: error.code, codeName: error.codeName }).toEqual({ code, codeName });
    expect(error.message).not.toBe('');
  });

  it.each([0.5, Number.NaN])('a deletion with the limit %d', async (limit) => {
    const items = store.collection();
    await items.insertOne({ a: 1 });
    const command = { delete: items.collectionName, deletes: [{ q: {}, limit }] };
    await Promise.allSettled([store.database().command(command)]);
    expect(await items.countDocuments()).toBe(1);
  });

  it('a name that another collection has', async () => {
    const taken = await store.database().createCollection('taken');
    const other = await store.database().createCollection('other');
    expect((await serverError(other.rename('taken'))).code).toBe(48);
    expect((await serverError(store.collection().rename('free'))).code).toBe(26);
    expect(await taken.countDocuments()).toBe(0);
  });
});

describeEmbedded('stages and operators that are not served', () => {
  it.each(['$graphLookup', '$bucket', '$unionWith', '$sample', '$collStats', '$setWindowFields'])(
    'the stage %s',
    async (stage) => {
      const error = await serverError(
        store
          .collection()
          .aggregate([{ [stage]: {} }])
          .toArray(),
      );
      expect([error.code, error.message]).toEqual([40324, `Unrecognized pipeline stage name: '${stage}'`]);
    },
  );

  it.each(['$dateToString', '$year', '$toString', '$convert', '$regexMatch', '$round', '$switch', '$function', '$avg'])(
    'the expression operator %s',
    async (operator) => {
      const items = store.collection();
      await items.insertOne({ a: 1 });
      const project = { $project: { result: { [operator]: '$a' } } };
      const error = await serverError(items.aggregate([project]).toArray());
      expect([error.code, error.message]).toEqual([168, `Unrecognized expression '${operator}'`]);
    },
  );

  it.each(['$stdDevPop', '$topN', '$accumulator'])('the accumulator %s', async (name) => {
    const group = { $group: { _id: null, result: { [name]: '$a' } } };
    const error = await serverError(store.collection().aggregate([group]).toArray());
    expect([error.code, error.message]).toEqual([15952, `unknown group operator '${name}'`]);
  });

  it.each<[string, Document]>([
    ['$mod', { a: { $mod: [2, 1] } }],
    ['$bitsAllSet', { a: { $bitsAllSet: 1 } }],
  ])('the query operator %s', async (operator, filter) => {
    const error = await serverError(store.collection().findOne(filter));
    expect([error.code, error.message]).toEqual([2, `unknown operator: ${operator}`]);
  });

  it('the update operator $bit', async () => {
    const items = store.collection();
    await items.insertOne({ n: 1 });
    expect((await serverError(items.updateOne({}, { $bit: { n: { and: 1 } } }))).code).toBe(9);
  });
});

describe('writes that are refused', () => {
  it.each<[string, Document, number]>([
    ['a change of `_id`', { $set: { _id: 2 } }, 66],
    ['an unknown operator', { $teleport: { a: 1 } }, 9],
    ['two changes of one path', { $set: { a: 1 }, $inc: { a: 1 } }, 40],
    ['changes of a path and of a path below it', { $set: { sub: {}, 'sub.x': 1 } }, 40],
    ['a path through a number', { $set: { 'n.below': 1 } }, 28],
    ['an increment of a text', { $inc: { text: 1 } }, 14],
    ['an increment by a text', { $inc: { n: 'one' } }, 14],
    ['a product of a text', { $mul: { text: 2 } }, 14],
    ['an element pushed to a number', { $push: { n: 1 } }, 2],
    ['an element added to a number', { $addToSet: { n: 1 } }, 2],
    ['an element pulled from a number', { $pull: { n: 1 } }, 2],
    ['an element popped from a number', { $pop: { n: 1 } }, 14],
    ['an element popped in the middle', { $pop: { list: 2 } }, 9],
    ['a rename to the same name', { $rename: { n: 'n' } }, 2],
    ['an empty name', { $set: { '': 1 } }, 56],
    ['a name that ends with a dot', { $set: { 'a.': 1 } }, 56],
    ['a positional operator without a match', { $set: { 'list.$': 1 } }, 2],
    ['an array filter that is not given', { $set: { 'list.$[x]': 1 } }, 2],
  ])('%s', async (_, update, code) => {
    const items = store.collection<{ _id: number } & Document>();
    const document = { _id: 1, n: 1, text: 'x', list: [1, 2, 3], sub: { x: 1 } };
    await items.insertOne({ ...document });
    const error = await serverError(items.updateOne({ _id: 1 }, update));
    expect(error.code).toBe(code);
    expect(await items.findOne({ _id: 1 })).toEqual(document);
  });

  it('an array filter that nothing uses', async () => {
    const items = store.collection();
    const options = { arrayFilters: [{ unused: 1 }] };
    expect((await serverError(items.updateOne({}, { $set: { a: 1 } }, options))).code).toBe(9);
  });

  it('documents beyond 16 MB, and updates that would make one', async () => {
    const items = store.collection<{ _id: number; body: string[] }>();
    const megabyte = 'x'.repeat(1024 * 1024);
    await items.insertOne({ _id: 1, body: Array.from({ length: 15 }, () => megabyte) });
    const error = await serverError(items.updateOne({ _id: 1 }, { $push: { body: megabyte.repeat(2) } }));
    expect([10334, 17419, 17420]).toContain(error.code);
    expect((await items.findOne({ _id: 1 }))?.body).toHaveLength(15);
  });

  it('nesting beyond a hundred levels', async () => {
    const nested = (depth: number): Document => (depth === 0 ? {} : { d: nested(depth - 1) });
    const items = store.collection();
    await items.insertOne(nested(90));
    expect((await serverError(items.insertOne(nested(250)))).code).toBe(15);
    expect(await items.countDocuments()).toBe(1);
  });

  it('an unordered insert reports each failure with its position', async () => {
    const items = store.collection<{ _id: number }>();
    await items.insertOne({ _id: 2 });
    const command = {
      insert: items.collectionName,
      ordered: false,
      documents: [{ _id: 1 }, { _id: 2 }, { _id: 1 }, { _id: 3 }],
    };
    const answer = await items.db.command(command);
    expect(answer).toMatchObject({
      ok: 1,
      n: 2,
      writeErrors: [
        { index: 1, code: 11000 },
        { index: 2, code: 11000 },
      ],
    });
  });

  it('an unacknowledged write that fails leaves the connection usable', async () => {
    const client = new MongoClient(store.uri(), { maxPoolSize: 1 });
    const items = client.db(store.database().databaseName).collection<{ _id: number }>('silent');
    await items.insertOne({ _id: 1 });
    const insertion = await items.insertOne({ _id: 1 }, { writeConcern: { w: 0 } });
    expect(insertion.acknowledged).toBe(false);
    await items.insertOne({ _id: 2 }, { writeConcern: { w: 0 } });
    expect(await items.countDocuments()).toBe(2);
    await client.close();
  });
});
