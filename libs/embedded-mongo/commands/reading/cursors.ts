import { Long } from 'bson';
import { integer } from '../../expressions/arithmetic.js';
import { BsonType } from '../../bson/bson-type.js';
import { BsonWriter } from '../../bson/bson-writer.js';
import { CommandError, ErrorCode } from '../../errors.js';
import type { DocumentStream } from '../../execution/query-stream.js';
import { runSteps, type Steps } from '../../storage/commit-queue.js';
import { CommandInput } from '../command-input.js';
import { type Command, type CommandContext, reply } from '../command.js';

/** Maximum bytes of documents in one batch. */
const MAX_BATCH_BYTES = 16 * 1024 * 1024;

/** Default number of documents in a first batch. */
export const DEFAULT_FIRST_BATCH = 101;

interface Batch {
  readonly documents: readonly Buffer[];
  readonly exhausted: boolean;
}

/** A stream that can take back a document that did not fit into a batch. */
class BatchedStream implements DocumentStream {
  private held: Buffer | undefined;

  constructor(
    private readonly inner: DocumentStream,
    readonly tenant: string | undefined,
  ) {}

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

/** Takes the next batch of at most `size` documents. One document always fits. */
async function takeBatch(stream: BatchedStream, size: number): Promise<Batch> {
  const batch = await runSteps(collect(stream, size), stream.tenant);
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

/** What the first reply of a cursor depends on. */
interface FirstBatchRequest {
  readonly namespace: string;
  readonly stream: DocumentStream;
  /** Documents wanted in the first batch; 0 only opens the cursor. */
  readonly batchSize: number;
  readonly singleBatch?: boolean;
  readonly noTimeout?: boolean;
  /** Maximum number of documents that the stream can return, if known. */
  readonly limit?: number;
}

/** Replies with the first batch and keeps a cursor if there may be more. */
export async function firstBatch(request: FirstBatchRequest, { cursors, tenant }: CommandContext): Promise<Buffer> {
  const stream = new BatchedStream(request.stream, tenant);
  const { documents, exhausted } = await takeBatch(stream, request.batchSize);
  const isComplete = documents.length === request.limit && request.limit > 0;
  const isOver = exhausted || request.singleBatch === true || isComplete;
  const id = isOver ? 0n : cursors.add(request.namespace, stream, request.noTimeout);
  return cursorReply('firstBatch', documents, id, request.namespace);
}

/** The reply of a cursor; documents are copied as they are. */
function cursorReply(
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

/** Default number of documents in a later batch: only the size in bytes limits it. */
const UNLIMITED = Number.MAX_SAFE_INTEGER;

/** `getMore`. */
export const getMore: Command = async (input, { cursors }) => {
  const idValue = input.raw('getMore');
  if (idValue?.type !== BsonType.Int64)
    throw new CommandError(ErrorCode.TypeMismatch, "Field 'getMore' must be of type long");
  const id = integer(idValue);
  const namespace = `${input.database}.${input.string('collection') ?? ''}`;
  const batchSize = input.count('batchSize') || UNLIMITED;
  const stream = cursors.take(id, namespace);
  try {
    if (!(stream instanceof BatchedStream))
      throw new CommandError(ErrorCode.CursorNotFound, `cursor id ${id} not found`);
    const { documents, exhausted } = await takeBatch(stream, batchSize);
    if (exhausted) cursors.kill(id);
    return cursorReply('nextBatch', documents, exhausted ? 0n : id, namespace);
  } catch (error) {
    cursors.kill(id);
    throw error;
  } finally {
    cursors.release(id);
  }
};

/** `killCursors`. */
export const killCursors: Command = (input, { cursors }) => {
  const namespace = `${input.database}.${input.string('killCursors') ?? ''}`;
  const killed: Long[] = [];
  const missing: Long[] = [];
  for (const value of input.list('cursors') ?? []) {
    const id = integer(value);
    (cursors.kill(id, namespace) ? killed : missing).push(Long.fromBigInt(id));
  }
  return reply({ cursorsKilled: killed, cursorsNotFound: missing, cursorsAlive: [], cursorsUnknown: [] });
};
