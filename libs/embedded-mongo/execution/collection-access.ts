import type { CollectionEntry } from '../storage/collection-entry.js';
import type { Store } from './store.js';

/** The collection of that name, made if there is none. Runs inside a write transaction. */
export function ensureCollection(store: Store, database: string, name: string): CollectionEntry {
  return store.catalog.find(database, name) ?? store.catalog.create(database, name);
}
