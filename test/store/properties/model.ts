import { deserialize, type Document, serialize } from 'bson';
import { aggregate, find, Query, update } from 'mingo';
import { updateArrays } from './array-updates.js';
import { canonical } from './canonical.js';
import { compareValues, type SortSpec, sortDocuments } from './ordering.js';

/** An update of one document: operators or a pipeline. */
export interface UpdateSpec {
  update: Document;
  arrayFilters?: Document[];
}

/** A collection as a plain array, changed and queried in memory by an independent library. */
export class Model {
  readonly documents = new Map<number, Document>();

  /** False when the key is taken. */
  insert(document: Document): boolean {
    const id = Number(document._id);
    if (this.documents.has(id)) return false;
    this.documents.set(id, copyOf(document));
    return true;
  }

  matching(filter: Document): Document[] {
    const query = new Query(filter);
    return [...this.documents.values()].filter((document) => query.test(document));
  }

  /** Changes a document and says whether it differs afterwards. */
  update(document: Document, { update: modifier, arrayFilters }: UpdateSpec, filter: Document): boolean {
    const before = canonical(document);
    const changed = copyOf(document);
    if (!updateArrays(changed, modifier)) update(changed, modifier, arrayFilters, filter);
    this.documents.set(Number(document._id), changed);
    return canonical(changed) !== before;
  }

  replace(document: Document, replacement: Document): boolean {
    const changed = { _id: document._id as unknown, ...copyOf(replacement) };
    this.documents.set(Number(document._id), changed);
    return canonical(changed) !== canonical(document);
  }

  remove(document: Document): void {
    this.documents.delete(Number(document._id));
  }

  find(filter: Document, sort: SortSpec, skip: number, limit: number, projection?: Document): Document[] {
    const sorted = sortDocuments(this.matching(filter), sort);
    const page = sorted.slice(skip, limit === 0 ? undefined : skip + limit);
    return projection ? find<Document>(page, {}, projection).all() : page;
  }

  /** Distinct values of a path, an array counting as its elements, in the order of values. */
  distinct(path: string, filter: Document): unknown[] {
    const values = new Map<string, unknown>();
    for (const document of this.matching(filter)) {
      const value = path.split('.').reduce<unknown>((at, name) => (at as Document | undefined)?.[name], document);
      for (const element of Array.isArray(value) ? (value as unknown[]) : [value]) {
        if (element !== undefined) values.set(canonical(element), element);
      }
    }
    return [...values.values()].sort(compareValues);
  }

  aggregate(pipeline: Document[]): Document[] {
    return aggregate([...this.documents.values()], pipeline);
  }
}

/** A copy as the driver would read it back. (`structuredClone` makes dates of another realm under Jest.) */
function copyOf(document: Document): Document {
  return deserialize(serialize(document));
}
