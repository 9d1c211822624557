import { mongo } from 'mongoose';

/** An index as a store lists it, or as a schema declares it. */
export interface IndexDescription {
  readonly name: string;
  readonly key: mongo.Document;
  readonly unique?: boolean;
  readonly sparse?: boolean;
  readonly partialFilterExpression?: mongo.Document;
  readonly expireAfterSeconds?: number;
}

/** How the indexes of a collection differ from those that it should have; names of indexes. */
export interface IndexDifferences {
  readonly missing: string[];
  /** Of the same name, with another definition. */
  readonly different: string[];
  readonly unexpected: string[];
}

/** Compares indexes by name, and what makes them what they are: fields in their order, uniqueness, filter, expiry. */
export function compareIndexes(
  actual: readonly IndexDescription[],
  expected: readonly IndexDescription[],
): IndexDifferences {
  const there = new Map(actual.map((index) => [index.name, index]));
  const wanted = new Set(expected.map(({ name }) => name));
  return {
    missing: expected.filter(({ name }) => !there.has(name)).map(({ name }) => name),
    different: expected
      .filter((index) => there.has(index.name) && textOf(there.get(index.name)!) !== textOf(index))
      .map(({ name }) => name),
    unexpected: actual.filter(({ name }) => !wanted.has(name)).map(({ name }) => name),
  };
}

/** The definition as text; the same for the same index. */
function textOf({ key, unique, sparse, partialFilterExpression, expireAfterSeconds }: IndexDescription): string {
  const fields = Object.entries(key).map(([field, order]) => [field, Number(order)]);
  return mongo.BSON.EJSON.stringify([
    fields,
    unique ?? false,
    sparse ?? false,
    partialFilterExpression ?? {},
    expireAfterSeconds ?? -1,
  ]);
}
