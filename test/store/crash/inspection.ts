import {
  type Collection,
  type Document,
  type IndexSpecification,
  type CreateIndexesOptions,
  MongoServerError,
} from 'mongodb';
import type { Item } from './writer.js';

interface InspectedIndex {
  key: IndexSpecification;
  options: CreateIndexesOptions & { name: string };
  /** Documents the index holds. */
  covers: Document;
}

/** One index of each kind whose entries a crash could leave behind. */
export const indexes: InspectedIndex[] = [
  { key: { slug: 1 }, options: { name: 'slug', unique: true }, covers: {} },
  { key: { group: 1, n: -1 }, options: { name: 'group_n' }, covers: {} },
  { key: { tags: 1 }, options: { name: 'tags' }, covers: {} },
  { key: { note: 1 }, options: { name: 'note', sparse: true }, covers: { note: { $exists: true } } },
  {
    key: { n: 1 },
    options: { name: 'big', partialFilterExpression: { n: { $gt: 10 } } },
    covers: { n: { $gt: 10 } },
  },
];

/** Creates the indexes of the crash test. */
export async function createIndexes(items: Collection<Item>): Promise<void> {
  for (const { key, options } of indexes) await items.createIndex(key, options);
}

/** Reads all documents without any index. */
export async function readAll(items: Collection<Item>): Promise<Item[]> {
  return items.find({}, { hint: { $natural: 1 } }).toArray();
}

/** Compares every index, every count and the unique rule with the documents; returns the contradictions. */
export async function inspect(items: Collection<Item>, documents: Item[]): Promise<string[]> {
  const problems: string[] = [];
  const same = (what: string, actual: unknown, expected: unknown): void => {
    const [left, right] = [JSON.stringify(actual), JSON.stringify(expected)];
    if (left !== right) problems.push(`${what}: ${left} instead of ${right}`);
  };
  same('countDocuments', await items.countDocuments({}), documents.length);
  same('estimatedDocumentCount', await items.estimatedDocumentCount(), documents.length);
  for (const { options, covers } of indexes) {
    const scanned = await ids(items, covers, { $natural: 1 });
    same(`scan of index ${options.name}`, await ids(items, covers, options.name), scanned);
    same(`count by index ${options.name}`, await items.countDocuments(covers, { hint: options.name }), scanned.length);
  }
  await Promise.all(
    lookups(documents).map(async ({ query, index, expected }) => {
      same(`look-up ${JSON.stringify(query)}`, await ids(items, query, index), expected);
    }),
  );
  problems.push(...(await checkUnique(items, documents)));
  return problems;
}

async function ids(items: Collection<Item>, filter: Document, hint: string | Document): Promise<string[]> {
  const found = await items.find(filter, { hint, projection: { _id: 1 } }).toArray();
  return found.map((item) => item._id).sort();
}

/** Look-ups by value, with the result computed from the documents. */
function lookups(documents: Item[]): { query: Document; index: string; expected: string[] }[] {
  const idsWhere = (matches: (item: Item) => boolean): string[] =>
    documents
      .filter(matches)
      .map((item) => item._id)
      .sort();
  const groups = ['g0', 'g1', 'g2', 'g3', 'g4'].map((group) => ({
    query: { group },
    index: 'group_n',
    expected: idsWhere((item) => item.group === group),
  }));
  const tags = Array.from({ length: 10 }, (_, i) => `t${i}`).map((tag) => ({
    query: { tags: tag },
    index: 'tags',
    expected: idsWhere((item) => Array.isArray(item.tags) && item.tags.includes(tag)),
  }));
  const slugs = documents.map((item) => String(item.slug));
  const bySlug = { query: { slug: { $in: slugs } }, index: 'slug', expected: idsWhere(() => true) };
  return [...groups, ...tags, bySlug];
}

async function checkUnique(items: Collection<Item>, documents: Item[]): Promise<string[]> {
  const slugs = new Set(documents.map((item) => item.slug));
  const problems = slugs.size === documents.length ? [] : ['two documents share a slug'];
  const taken = documents[0];
  if (taken === undefined) return problems;
  try {
    await items.insertOne({ _id: 'intruder', slug: taken.slug });
    problems.push(`a second document with slug ${taken.slug} was accepted`);
  } catch (error) {
    if (!(error instanceof MongoServerError && Number(error.code) === 11000)) throw error;
  }
  return problems;
}
