import mongoose from 'mongoose';
import { useStore } from '../support/use-store.js';

const store = useStore('mongoose');

interface Author {
  name: string;
  email: string;
  born?: Date;
}

interface Book {
  title: string;
  author: mongoose.Types.ObjectId;
  tags: string[];
  copies: number;
  chapters: { title: string; pages: number }[];
  extra: Map<string, string>;
}

const authorSchema = new mongoose.Schema<Author>(
  { name: { type: String, required: true }, email: { type: String, unique: true }, born: Date },
  { timestamps: true },
);

const bookSchema = new mongoose.Schema<Book>(
  {
    title: { type: String, index: true },
    author: { type: mongoose.Schema.Types.ObjectId, ref: 'Author' },
    tags: [String],
    copies: { type: Number, default: 0 },
    chapters: [{ title: String, pages: Number }],
    extra: { type: Map, of: String },
  },
  { optimisticConcurrency: true },
);

const authorsOn = (connection: mongoose.Connection) => connection.model('Author', authorSchema);
const booksOn = (connection: mongoose.Connection) => connection.model('Book', bookSchema);

describe('mongoose', () => {
  let connection: mongoose.Connection;
  let Authors: ReturnType<typeof authorsOn>;
  let Books: ReturnType<typeof booksOn>;

  beforeAll(async () => {
    connection = await mongoose.createConnection(store.uri(), { dbName: store.database().databaseName }).asPromise();
    Authors = authorsOn(connection);
    Books = booksOn(connection);
    await Promise.all([Authors.init(), Books.init()]);
  });

  afterAll(async () => {
    await connection?.close();
  });

  afterEach(async () => {
    await Authors.deleteMany({});
    await Books.deleteMany({});
  });

  it('creates the indexes of its schemas, and finds them in step', async () => {
    expect(await Authors.listIndexes()).toMatchObject([{ key: { _id: 1 } }, { key: { email: 1 }, unique: true }]);
    expect(await Books.diffIndexes()).toEqual({ toDrop: [], toCreate: [] });
    expect(await Authors.syncIndexes()).toEqual([]);
  });

  it('saves, changes only what changed, and reads back with references', async () => {
    const ada = await Authors.create({ name: 'Ada', email: 'ada@example.org', born: new Date('1815-12-10') });
    const book = await Books.create({
      title: 'Notes',
      author: ada._id,
      tags: ['machine'],
      chapters: [{ title: 'A', pages: 3 }],
      extra: { language: 'en' },
    });
    book.tags.push('engine');
    book.set('chapters.0.pages', 5);
    book.extra.set('place', 'London');
    await book.save();
    const found = await Books.findOne({ tags: 'engine' }).populate<{ author: Author }>('author').orFail();
    expect(found.author.name).toBe('Ada');
    expect(found.chapters[0]?.pages).toBe(5);
    expect(Object.fromEntries(found.extra)).toEqual({ language: 'en', place: 'London' });
    expect(found.__v).toBe(1);
  });

  it('tells a duplicate by its code and key', async () => {
    await Authors.create({ name: 'Ada', email: 'same@example.org' });
    await expect(Authors.create({ name: 'Bob', email: 'same@example.org' })).rejects.toMatchObject({
      code: 11000,
      keyPattern: { email: 1 },
      keyValue: { email: 'same@example.org' },
    });
  });

  it('notices that another writer was faster', async () => {
    const { _id } = await Books.create({ title: 'Draft', author: new mongoose.Types.ObjectId() });
    const [first, second] = [await Books.findById(_id).orFail(), await Books.findById(_id).orFail()];
    first.title = 'First';
    await first.save();
    second.title = 'Second';
    await expect(second.save()).rejects.toBeInstanceOf(mongoose.Error.VersionError);
    expect((await Books.findById(_id).orFail()).title).toBe('First');
  });

  it('upserts, updates and aggregates', async () => {
    const upserted = await Authors.findOneAndUpdate(
      { email: 'new@example.org' },
      { $setOnInsert: { name: 'New' } },
      { upsert: true, returnDocument: 'after' },
    );
    expect(upserted?.name).toBe('New');
    await Books.insertMany(
      Array.from({ length: 20 }, (_, i) => ({ title: `b${i}`, author: upserted?._id, copies: i, tags: [`t${i % 3}`] })),
    );
    const changed = await Books.updateMany(
      { copies: { $gte: 10 } },
      [{ $set: { copies: { $multiply: ['$copies', 2] } } }],
      {
        updatePipeline: true,
      },
    );
    expect(changed.modifiedCount).toBe(10);
    const totals = await Books.aggregate<{ _id: string; copies: number; by: string[] }>([
      { $lookup: { from: 'authors', localField: 'author', foreignField: '_id', as: 'who' } },
      { $unwind: '$tags' },
      { $group: { _id: '$tags', copies: { $sum: '$copies' }, by: { $addToSet: { $first: '$who.name' } } } },
      { $sort: { _id: 1 } },
    ]);
    expect(totals.map(({ _id }) => _id)).toEqual(['t0', 't1', 't2']);
    expect(totals.reduce((sum, { copies }) => sum + copies, 0)).toBe(45 + 2 * 145);
    expect(totals.every(({ by }) => by.length === 1 && by[0] === 'New')).toBe(true);
  });

  it('walks with a cursor, pages, counts and deletes', async () => {
    const author = new mongoose.Types.ObjectId();
    await Books.insertMany(
      Array.from({ length: 250 }, (_, i) => ({ title: `b${String(i).padStart(3, '0')}`, author })),
    );
    let walked = 0;
    for await (const book of Books.find({ author }).sort({ title: 1 }).cursor({ batchSize: 30 })) {
      expect(book.title).toBe(`b${String(walked).padStart(3, '0')}`);
      walked += 1;
    }
    expect(walked).toBe(250);
    const page = await Books.find({ author }).sort({ title: -1 }).skip(10).limit(2).lean();
    expect(page.map(({ title }) => title)).toEqual(['b239', 'b238']);
    expect(await Books.exists({ title: 'b007' })).not.toBeNull();
    expect(await Books.distinct('title', { title: /^b00/ })).toHaveLength(10);
    expect((await Books.deleteMany({ title: { $lt: 'b100' } })).deletedCount).toBe(100);
    expect(await Books.countDocuments({ author })).toBe(150);
    expect(await Books.estimatedDocumentCount()).toBe(150);
  });

  it('writes in bulk', async () => {
    const author = new mongoose.Types.ObjectId();
    const result = await Books.bulkWrite([
      { insertOne: { document: { title: 'one', author } as Book } },
      { updateOne: { filter: { title: 'one' }, update: { $inc: { copies: 3 } } } },
      { updateOne: { filter: { title: 'two' }, update: { $set: { author } }, upsert: true } },
    ]);
    expect(result).toMatchObject({ insertedCount: 1, modifiedCount: 1, upsertedCount: 1 });
    expect(await Books.find({ author }).sort({ title: 1 }).lean()).toMatchObject([
      { title: 'one', copies: 3 },
      { title: 'two', copies: 0 },
    ]);
  });
});
