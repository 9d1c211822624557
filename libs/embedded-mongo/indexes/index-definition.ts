import type { FieldPath } from '../bson/field-path.js';
import type { RawValue } from '../bson/raw-value.js';
import type { Filter } from '../query/filter.js';

/** One field of an index key. */
export interface IndexField {
  readonly path: FieldPath;
  readonly descending: boolean;
}

/** An index as the catalog holds it. */
export interface IndexDefinition {
  /** Number under which its entries are stored; never used again. */
  readonly id: number;
  readonly name: string;
  /** The key document as the client gave it, for answers. */
  readonly keyPattern: RawValue;
  readonly fields: readonly IndexField[];
  readonly unique: boolean;
  readonly sparse: boolean;
  readonly partial?: { readonly document: RawValue; readonly filter: Filter };
  /** Seconds after which a document expires, counted from the date in the indexed field. */
  expireAfterSeconds?: number;
  /** For each field: whether some document ever had an array there. Such a field has several entries per document. */
  readonly multikey: boolean[];
  /** Whether some key ever was too long and was cut; then the order of entries is not the order of values. */
  cut: boolean;
  /** Whether readers may use it; false until the commit that built it. */
  ready: boolean;
}

export const ID_INDEX_NAME = '_id_';

export function isMultikey(index: IndexDefinition): boolean {
  return index.multikey.includes(true);
}
