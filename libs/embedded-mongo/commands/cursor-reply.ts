import { BsonType } from '../bson/bson-type.js';
import { BsonWriter } from '../bson/bson-writer.js';
import type { DocumentStream } from '../execution/document-stream.js';
import { runSteps } from '../storage/step-runner.js';
import type { Steps } from '../storage/commit-queue.js';
import type { CommandContext } from './command.js';
import { CommandInput } from './command-input.js';

/** Most bytes of documents in one batch. */
const MAX_BATCH_BYTES = 16 * 1024 * 1024;

/** Documents in a first batch when the client names no number. */
export const DEFAULT_FIRST_BATCH = 101;

interface Batch {
  readonly documents: readonly Buffer[];
  readonly exhausted: boolean;
}

/** A stream that can take back a document that did not fit into a batch. */
export class BatchedStream implements DocumentStream {
  private held: Buffer | undefined;

  constructor(private readonly inner: DocumentStream) {}

  *next(): Steps<Buffer | undefined> {
    const { held } = this;
    this.held = undefined;
    return held ?? (yield* this.inner.next());
  }

  giveBack(document: Buffer): void {
    this.held = document;
  }

  pause(): void {
    this.inner.pause();
  }
}

/** Takes the next batch of at most so many documents. One document always fits. */
export async function takeBatch(stream: BatchedStream, size: number): Promise<Batch> {
  const batch = await runSteps(collect(stream, size));
  return batch;
}

function* collect(stream: BatchedStream, size: number): Steps<Batch> {
  const documents: Buffer[] = [];
  let bytes = 0;
  try {
    while (documents.length < size) {
      const document = yield* stream.next();
      if (!document) return { documents, exhausted: true };
      bytes += document.length;
      if (documents.length > 0 && bytes > MAX_BATCH_BYTES) {
        stream.giveBack(document);
        break;
      }
      documents.push(document);
    }
    return { documents, exhausted: false };
  } finally {
    stream.pause();
  }
}

/** What the first answer of a cursor depends on. */
export interface FirstBatchRequest {
  readonly namespace: string;
  readonly stream: DocumentStream;
  /** Documents wanted in the first batch; 0 only opens the cursor. */
  readonly batchSize: number;
  readonly singleBatch?: boolean;
  readonly noTimeout?: boolean;
  /** Most documents the stream can deliver at all, when known. */
  readonly limit?: number;
}

/** Answers with the first batch and keeps a cursor when there may be more. */
export async function firstBatch(request: FirstBatchRequest, { cursors }: CommandContext): Promise<Buffer> {
  const stream = new BatchedStream(request.stream);
  const { documents, exhausted } = await takeBatch(stream, request.batchSize);
  const isComplete = documents.length === request.limit && request.limit > 0;
  const isOver = exhausted || request.singleBatch === true || isComplete;
  const id = isOver ? 0n : cursors.add(request.namespace, stream, request.noTimeout);
  return cursorReply('firstBatch', documents, id, request.namespace);
}

/** A cursor's answer; documents go in as they are. */
export function cursorReply(
  field: 'firstBatch' | 'nextBatch',
  documents: readonly Buffer[],
  id: bigint,
  namespace: string,
): Buffer {
  const size = documents.reduce((sum, document) => sum + document.length + 8, 256);
  const writer = new BsonWriter(size);
  const reply = writer.begin();
  const cursor = writer.beginField(BsonType.Object, 'cursor');
  const batch = writer.beginField(BsonType.Array, field);
  for (const [i, document] of documents.entries()) writer.document(String(i), document);
  writer.end(batch);
  writer.int64('id', id);
  writer.string('ns', namespace);
  writer.end(cursor);
  writer.double('ok', 1);
  writer.end(reply);
  return writer.take();
}

/** The batch size of commands that take it in a `cursor` document. */
export function batchSizeOf(input: CommandInput): number | undefined {
  const cursor = input.document('cursor');
  return cursor && new CommandInput(cursor, new Map(), input.database).count('batchSize');
}
