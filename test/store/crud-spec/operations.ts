import type { AnyBulkWriteOperation, BulkWriteResult, ClientSession, Collection, Db, Document } from 'mongodb';

/** What an operation may use besides its object. */
export interface OperationContext {
  session(id: string): ClientSession;
}

type Call<Target> = (target: Target, args: Document, options: Document) => Promise<unknown>;

/** Splits off the arguments that are positional in the driver; the rest are options of the same name. */
function optionsOf(args: Document, positional: string[], context: OperationContext): Document {
  const options = Object.fromEntries(Object.entries(args).filter(([name]) => !positional.includes(name)));
  if (typeof options.session === 'string') options.session = context.session(options.session);
  if (typeof options.returnDocument === 'string') options.returnDocument = options.returnDocument.toLowerCase();
  return options;
}

/** The counters of a bulk write, which the driver keeps behind accessors. */
export function bulkWriteResult(result: BulkWriteResult): Document {
  return {
    insertedCount: result.insertedCount,
    insertedIds: result.insertedIds,
    matchedCount: result.matchedCount,
    modifiedCount: result.modifiedCount,
    deletedCount: result.deletedCount,
    upsertedCount: result.upsertedCount,
    upsertedIds: result.upsertedIds,
  };
}

const positionalArguments = [
  'filter',
  'update',
  'replacement',
  'document',
  'documents',
  'requests',
  'pipeline',
  'fieldName',
];

const collectionCalls: Record<string, Call<Collection>> = {
  aggregate: (c, args, options) => c.aggregate(args.pipeline as Document[], options).toArray(),
  bulkWrite: async (c, args, options) =>
    bulkWriteResult(await c.bulkWrite(args.requests as AnyBulkWriteOperation[], options)),
  countDocuments: (c, args, options) => c.countDocuments(args.filter as Document, options),
  createIndex: (c, _args, { keys, ...options }) => c.createIndex(keys as Document, options),
  deleteMany: (c, args, options) => c.deleteMany(args.filter as Document, options),
  deleteOne: (c, args, options) => c.deleteOne(args.filter as Document, options),
  distinct: (c, args, options) => c.distinct(String(args.fieldName), args.filter as Document, options),
  dropIndex: (c, _args, { name, ...options }) => c.dropIndex(String(name), options),
  estimatedDocumentCount: (c, _args, options) => c.estimatedDocumentCount(options),
  find: (c, args, options) => c.find(args.filter as Document, options).toArray(),
  findOne: (c, args, options) => c.findOne(args.filter as Document, options),
  findOneAndDelete: (c, args, options) => c.findOneAndDelete(args.filter as Document, options),
  findOneAndReplace: (c, args, options) =>
    c.findOneAndReplace(args.filter as Document, args.replacement as Document, options),
  findOneAndUpdate: (c, args, options) => c.findOneAndUpdate(args.filter as Document, args.update as Document, options),
  insertMany: (c, args, options) => c.insertMany(args.documents as Document[], options),
  insertOne: (c, args, options) => c.insertOne(args.document as Document, options),
  replaceOne: (c, args, options) => c.replaceOne(args.filter as Document, args.replacement as Document, options),
  updateMany: (c, args, options) => c.updateMany(args.filter as Document, args.update as Document, options),
  updateOne: (c, args, options) => c.updateOne(args.filter as Document, args.update as Document, options),
};

const databaseCalls: Record<string, Call<Db>> = {
  aggregate: (db, args, options) => db.aggregate(args.pipeline as Document[], options).toArray(),
  createCollection: async (db, args, { collection, ...options }) => {
    await db.createCollection(String(collection), {
      ...options,
      ...(args.pipeline ? { pipeline: args.pipeline } : {}),
    });
  },
  // the spec's drop ignores a collection that is not there, as servers from 7.0 do themselves
  dropCollection: async (db, _args, { collection }) => {
    await db.dropCollection(String(collection));
  },
  runCommand: (db, _args, { command }) => db.command(command as Document),
};

/** Runs one operation of a case on a collection. */
export function callCollection(
  target: Collection,
  name: string,
  args: Document,
  context: OperationContext,
): Promise<unknown> {
  return call(collectionCalls[name], name, target, args, context);
}

/** Runs one operation of a case on a database. */
export function callDatabase(target: Db, name: string, args: Document, context: OperationContext): Promise<unknown> {
  return call(databaseCalls[name], name, target, args, context);
}

async function call<Target>(
  run: Call<Target> | undefined,
  name: string,
  target: Target,
  args: Document,
  context: OperationContext,
): Promise<unknown> {
  if (run === undefined) throw new TypeError(`The runner does not know the operation ${name}`);
  return run(target, args, optionsOf(args, positionalArguments, context));
}
