import { codeName } from './error-codes.js';

/** A failure that is answered to the client with MongoDB's number for it. */
export class CommandError extends Error {
  constructor(
    readonly code: number,
    message: string,
    /** Further fields of the answer, such as `keyPattern` and `keyValue` of a duplicate key. */
    readonly details: Readonly<Record<string, unknown>> = {},
  ) {
    super(message);
    this.name = 'CommandError';
  }

  get codeName(): string {
    return codeName(this.code);
  }
}
