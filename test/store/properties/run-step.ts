import { type Collection, type Document, MongoBulkWriteError, type Sort } from 'mongodb';
import type { Step } from './arbitraries.js';
import { canonical } from './canonical.js';
import type { Model } from './model.js';

/** A collection of these tests; keys are small whole numbers. */
export type Numbered = Collection<{ _id: number } & Document>;

/** Runs a step on a collection and returns a text of everything it answered. */
export async function runOnStore(collection: Numbered, step: Step): Promise<string> {
  switch (step.kind) {
    case 'insert':
      return insert(collection, step.documents, step.ordered);
    case 'update': {
      const { update, arrayFilters } = step.spec;
      const options = arrayFilters ? { arrayFilters } : {};
      const result = step.many
        ? await collection.updateMany(step.filter, update, options)
        : await collection.updateOne(step.filter, update, options);
      return `${result.matchedCount} ${result.modifiedCount}`;
    }
    case 'findAndUpdate': {
      const { update, arrayFilters } = step.spec;
      const returnDocument = step.after ? 'after' : 'before';
      return canonical(
        await collection.findOneAndUpdate(step.filter, update, {
          returnDocument,
          ...(arrayFilters ? { arrayFilters } : {}),
        }),
      );
    }
    case 'replace': {
      const result = await collection.replaceOne(step.filter, step.replacement, { upsert: step.upsert });
      return `${result.matchedCount} ${result.modifiedCount} ${result.upsertedCount}`;
    }
    case 'delete': {
      const result = step.many ? await collection.deleteMany(step.filter) : await collection.deleteOne(step.filter);
      return String(result.deletedCount);
    }
    case 'findAndDelete':
      return canonical(await collection.findOneAndDelete(step.filter, { sort: step.sort }));
    case 'find': {
      const { filter, sort, skip, limit, projection } = step;
      const cursor = collection.find(filter, {
        sort: sort as Sort,
        skip,
        limit,
        batchSize: 2,
        ...(projection && { projection }),
      });
      return texts(await cursor.toArray());
    }
    case 'count':
      return String(await collection.countDocuments(step.filter));
    case 'distinct':
      return sorted(await collection.distinct(step.path, step.filter));
    case 'aggregate':
      return sorted(await collection.aggregate(step.pipeline).toArray());
    default:
      return unknownStep(step);
  }
}

/** The same on the model. */
export function runOnModel(model: Model, step: Step): string {
  switch (step.kind) {
    case 'insert':
      return insertIntoModel(model, step.documents, step.ordered);
    case 'update': {
      const matched = model.matching(step.filter);
      const modified = matched.filter((document) => model.update(document, step.spec, step.filter));
      return `${matched.length} ${modified.length}`;
    }
    case 'findAndUpdate': {
      const [before] = model.matching(step.filter);
      if (before === undefined) return canonical(null);
      model.update(before, step.spec, step.filter);
      return canonical(step.after ? model.documents.get(Number(before._id)) : before);
    }
    case 'replace': {
      const [before] = model.matching(step.filter);
      if (before !== undefined) return `1 ${Number(model.replace(before, step.replacement))} 0`;
      if (step.upsert) model.insert({ _id: step.filter._id as number, ...step.replacement });
      return `0 0 ${Number(step.upsert)}`;
    }
    case 'delete': {
      const matched = model.matching(step.filter);
      for (const document of matched) model.remove(document);
      return String(matched.length);
    }
    case 'findAndDelete': {
      const [first] = model.find(step.filter, step.sort, 0, 1);
      if (first !== undefined) model.remove(first);
      return canonical(first ?? null);
    }
    case 'find':
      return texts(model.find(step.filter, step.sort, step.skip, step.limit, step.projection));
    case 'count':
      return String(model.matching(step.filter).length);
    case 'distinct':
      return sorted(model.distinct(step.path, step.filter));
    case 'aggregate':
      return sorted(model.aggregate(step.pipeline));
    default:
      return unknownStep(step);
  }
}

/** The whole content, independent of its order. */
export function contentOf(documents: Iterable<Document>): string {
  return sorted([...documents]);
}

async function insert(collection: Numbered, documents: Document[], ordered: boolean): Promise<string> {
  try {
    const result = await collection.insertMany(documents as { _id: number }[], { ordered });
    return `${result.insertedCount} failures []`;
  } catch (error) {
    if (!(error instanceof MongoBulkWriteError)) throw error;
    const writeErrors = Array.isArray(error.writeErrors) ? error.writeErrors : [error.writeErrors];
    return `${error.insertedCount} failures ${JSON.stringify(writeErrors.map(({ index, code }) => [index, code]))}`;
  }
}

function insertIntoModel(model: Model, documents: Document[], ordered: boolean): string {
  let inserted = 0;
  const failures: [number, number][] = [];
  for (const [index, document] of documents.entries()) {
    if (model.insert(document)) inserted += 1;
    else {
      failures.push([index, 11000]);
      if (ordered) break;
    }
  }
  return `${inserted} failures ${JSON.stringify(failures)}`;
}

function texts(documents: unknown[]): string {
  return documents.map(canonical).join('\n');
}

function sorted(values: unknown[]): string {
  return values.map(canonical).sort().join('\n');
}

function unknownStep(step: never): never {
  throw new TypeError(`Unknown step ${JSON.stringify(step)}`);
}
