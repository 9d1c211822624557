import type { Document } from 'bson';
import { CommandError } from '../../errors/command-error.js';

/** Collects the failures of single statements of a bulk write. */
export class WriteErrors {
  private readonly errors: Document[] = [];

  constructor(private readonly ordered: boolean) {}

  /** Notes a failed statement; true when the rest must not be tried. Errors that are not the statement's are thrown on. */
  add(index: number, error: unknown): boolean {
    if (!(error instanceof CommandError)) throw error;
    this.errors.push({ index, code: error.code, ...error.details, errmsg: error.message });
    return this.ordered;
  }

  /** The field for the answer; absent when nothing failed. */
  field(): { writeErrors?: Document[] } {
    return this.errors.length > 0 ? { writeErrors: this.errors } : {};
  }
}
