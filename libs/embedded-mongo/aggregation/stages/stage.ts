import type { RawValue } from '../../bson/raw-value.js';
import type { DocumentStream } from '../../execution/document-stream.js';
import type { Store } from '../../execution/store.js';
import type { Filter } from '../../query/filter.js';
import type { Variables } from '../../query/parse-filter.js';

/** What stages may use beside their input. */
export interface PipelineContext {
  readonly store: Store;
  readonly database: string;
  readonly variables: Variables;
  readonly now: () => Date;
  /** How many pipelines this one is nested in. */
  readonly depth: number;
  /** For stages that contain pipelines themselves. */
  readonly pipelines: PipelineRunner;
}

/** Opens collections and runs pipelines for stages that need others. */
export interface PipelineRunner {
  /** The documents of a collection that pass a filter. */
  open(context: PipelineContext, collection: string, filter: Filter): DocumentStream;
  /** Puts the stages of a pipeline behind a stream. */
  run(context: PipelineContext, input: DocumentStream, pipeline: readonly RawValue[]): DocumentStream;
}

/** A pipeline stage, parsed: makes a stream of documents of another. */
export type Stage = (input: DocumentStream) => DocumentStream;
