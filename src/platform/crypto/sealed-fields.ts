import type { Model, Schema } from 'mongoose';
import type { Key } from '../ids.js';

/** A sealed value of a document. */
export interface SealedField {
  /** Path as in updates, such as `apiKeys.0.sealedKey`. */
  path: string;
  value: string;
  /** The id it was sealed for. */
  recordId: Key;
}

/** Finds the sealed values in the documents of a schema. */
export interface SealedFields<Document> {
  /** The fields that `find` reads. */
  fields: readonly (keyof Document & string)[];
  find(document: Document): SealedField[];
}

const NAME = 'sealedFields';

/** Declares where documents have sealed values, so that they are re-encrypted when `SECRET_KEY` is changed. */
export function declareSealed<Document>(schema: Schema<Document>, sealed: SealedFields<Document>): void {
  schema.static(NAME, sealed as never);
}

/** The declaration for the documents of a model; undefined when they have no sealed values. */
export function sealedFieldsOf<Document>(model: Model<Document>): SealedFields<Document> | undefined {
  return (model as unknown as Record<typeof NAME, SealedFields<Document> | undefined>)[NAME];
}
