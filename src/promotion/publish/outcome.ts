import type { ResourceName } from '../definitions/definition.js';

/** What became of one resource. */
export type Outcome = ResourceName & { name: string } & (
    | { result: 'created' | 'updated' | 'deleted' }
    | { result: 'skipped'; reason: string }
    | { result: 'failed'; error: Error }
  );
