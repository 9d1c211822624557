import { documentValue, fieldsOf, type RawValue } from '../../bson/raw-value.js';
import { CommandError, ErrorCode } from '../../errors.js';
import type { DocumentStream } from '../../execution/query-stream.js';
import type { Store } from '../../execution/store.js';
import type { Steps } from '../../storage/commit-queue.js';
import type { Variables } from '../../expressions/expression.js';

/** A parsed pipeline stage: turns one stream of documents into another. */
export type Stage = (input: DocumentStream) => DocumentStream;

/** Services for stages, besides their input. */
export interface PipelineContext {
  readonly store: Store;
  readonly database: string;
  readonly variables: Variables;
  readonly now: () => Date;
  /** Nesting depth of this pipeline. */
  readonly depth: number;
}

/** A stage as the client sent it. */
export interface StageRequest {
  readonly name: string;
  readonly operand: RawValue;
}

/** Splits each stage of a pipeline into name and operand. */
export function parseStages(pipeline: readonly RawValue[]): StageRequest[] {
  return pipeline.map((stage) => {
    const fields = stage.isDocument ? fieldsOf(stage) : [];
    if (!stage.isDocument)
      throw new CommandError(ErrorCode.TypeMismatch, "Each element of the 'pipeline' array must be an object");
    const [first] = fields;
    if (fields.length !== 1 || !first) {
      throw new CommandError(40323, 'A pipeline stage specification object must contain exactly one field.');
    }
    return { name: first[0], operand: first[1] };
  });
}

/** Documents processed before other work may run. */
const DOCUMENTS_PER_STEP = 64;

/** A stream whose documents a generator produces from its input. */
class GeneratedStream implements DocumentStream {
  private readonly output: Generator<Buffer | undefined, void, void>;

  constructor(
    private readonly input: DocumentStream,
    generate: (input: DocumentStream) => Generator<Buffer | undefined, void, void>,
  ) {
    this.output = generate(input);
  }

  *next(): Steps<Buffer | undefined> {
    for (;;) {
      const step = this.output.next();
      if (step.done) return undefined;
      if (step.value) return step.value;
      yield;
    }
  }

  pause(): void {
    this.input.pause();
  }
}

/**
 * A stage implemented by a generator, which yields a document, or undefined where other work may run. Use `pull` to
 * take documents from the input.
 */
export function generatedStage(generate: (input: DocumentStream) => Generator<Buffer | undefined, void, void>): Stage {
  return (input) => new GeneratedStream(input, generate);
}

/** Takes the next document of a stream inside a stage's generator. */
export function* pull(input: DocumentStream): Generator<undefined, Buffer | undefined, void> {
  const steps = input.next();
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    input.pause();
    yield undefined;
  }
}

/** Takes all documents of a stream inside a stage's generator. */
export function* pullAll(input: DocumentStream): Generator<undefined, Buffer[], void> {
  const documents: Buffer[] = [];
  for (;;) {
    const document = yield* pull(input);
    if (!document) return documents;
    documents.push(document);
    if (documents.length % DOCUMENTS_PER_STEP === 0) {
      input.pause();
      yield undefined;
    }
  }
}

/** A stage that maps each document to any number of documents. */
export function expandingStage(expand: (document: RawValue) => Iterable<Buffer>): Stage {
  return generatedStage(function* (input) {
    for (let count = 1; ; count++) {
      const document = yield* pull(input);
      if (!document) return;
      yield* expand(documentValue(document));
      if (count % DOCUMENTS_PER_STEP === 0) {
        input.pause();
        yield undefined;
      }
    }
  });
}

/** A stage that maps each document to one document. */
export function mappingStage(transform: (document: RawValue) => Buffer): Stage {
  return expandingStage((document) => [transform(document)]);
}

/** A stage that needs all documents before it returns the first. */
export function collectingStage(transform: (documents: Buffer[]) => Iterable<Buffer>): Stage {
  return generatedStage(function* (input) {
    const documents = yield* pullAll(input);
    input.pause();
    yield* transform(documents);
  });
}
