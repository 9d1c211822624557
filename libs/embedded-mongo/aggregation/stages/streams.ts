import { documentValue, type RawValue } from '../../bson/raw-value.js';
import type { DocumentStream } from '../../execution/document-stream.js';
import type { Steps } from '../../storage/commit-queue.js';
import type { Stage } from './stage.js';

/** Documents handled between two points where other work may go on. */
const DOCUMENTS_PER_STEP = 64;

/** A stream that passes on what a generator makes of its input. */
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
 * A stage from a generator: it yields a document, or undefined where other work may go on. Use `pull` to take
 * documents from the input.
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

/** A stage that makes any number of documents of each. */
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

/** A stage that makes one document of each. */
export function mappingStage(transform: (document: RawValue) => Buffer): Stage {
  return expandingStage((document) => [transform(document)]);
}

/** A stage that needs all documents before it delivers the first. */
export function collectingStage(transform: (documents: Buffer[]) => Iterable<Buffer>): Stage {
  return generatedStage(function* (input) {
    const documents = yield* pullAll(input);
    input.pause();
    yield* transform(documents);
  });
}
