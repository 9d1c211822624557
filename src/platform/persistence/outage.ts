import { mongo } from 'mongoose';

/** A temporary failure of the installation: the same request may succeed later. */
export type Outage =
  /** The store cannot be reached, did not respond in time, or is being stopped. */
  | 'unreachable'
  /** The server gave up a write because of a concurrent one. Nothing of it was stored. */
  | 'conflict'
  /** The disk of the store or of attachments is full. */
  | 'full'
  /** The process may open no more files and connections. */
  | 'descriptors';

/** MongoDB's error code for a full disk; the embedded store uses the same. */
const OUT_OF_DISK_SPACE = 14_031;

const WRITE_CONFLICT = 112;

/**
 * Whether the server gave up a write because of a concurrent one. MongoDB itself repeats such writes and hardly ever reports
 * them; servers that implement its protocol on another database do, with the message of that database.
 */
export function isWriteConflict(error: { code?: unknown; message?: string; errmsg?: string }): boolean {
  return error.code === WRITE_CONFLICT || /\bdeadlock\b/i.test(error.errmsg ?? error.message ?? '');
}

/**
 * MongoDB's error codes for a server that is being stopped, is starting, is no longer primary, or has lost a cursor because
 * of that.
 */
const UNAVAILABLE = new Set([6, 7, 43, 89, 91, 134, 189, 237, 262, 9001, 10_107, 11_600, 11_602, 13_435, 13_436]);

/** The driver's labels of temporary errors. */
const TEMPORARY = ['RetryableWriteError', 'RetryableError', 'TransientTransactionError', 'SystemOverloadedError'];

/** The driver's errors for a missing connection, by name: it does not export all the classes. */
const NO_CONNECTION = new Set([
  'MongoNotConnectedError',
  'MongoTopologyClosedError',
  'MongoServerClosedError',
  'MongoClientClosedError',
  'MongoPoolClosedError',
  'MongoWaitQueueTimeoutError',
  'MongoOperationTimeoutError',
  // The connection ended, or a message was cut off.
  'MongoUnexpectedServerResponseError',
]);

const OUTAGE_OF_SYSTEM_CODE: Readonly<Record<string, Outage>> = {
  ENOSPC: 'full',
  EDQUOT: 'full',
  EMFILE: 'descriptors',
  ENFILE: 'descriptors',
};

/** Levels of nested errors that are searched. */
const MAX_DEPTH = 6;

/** The outage that an error or one of its causes reports; undefined for any other error. */
export function outageOf(error: unknown): Outage | undefined {
  // The cause is more specific than the error itself.
  const outages = [...causesOf(error, MAX_DEPTH)].map(outageOfOne);
  return outages.findLast((outage) => outage !== undefined && outage !== 'unreachable') ?? outages.find(Boolean);
}

function outageOfOne(error: object): Outage | undefined {
  const { code } = error as { code?: unknown };
  if (typeof code === 'string' && code in OUTAGE_OF_SYSTEM_CODE) return OUTAGE_OF_SYSTEM_CODE[code];
  if (error instanceof mongo.MongoError && isAway(error)) return 'unreachable';
  // The failure of one write of a bulk is a plain object, not an Error.
  if (typeof code !== 'number' || (error instanceof Error && !(error instanceof mongo.MongoServerError))) {
    return undefined;
  }
  if (code === OUT_OF_DISK_SPACE) return 'full';
  if (isWriteConflict(error)) return 'conflict';
  return UNAVAILABLE.has(code) ? 'unreachable' : undefined;
}

function isAway(error: mongo.MongoError): boolean {
  if (error instanceof mongo.MongoNetworkError || error instanceof mongo.MongoServerSelectionError) return true;
  return NO_CONNECTION.has(error.name) || TEMPORARY.some((label) => error.hasErrorLabel(label));
}

function* causesOf(error: unknown, depth: number): Generator<object> {
  if (typeof error !== 'object' || error === null || depth === 0) return;
  yield error;
  const { cause } = error as { cause?: unknown };
  yield* causesOf(cause, depth - 1);
  if (error instanceof mongo.MongoBulkWriteError) {
    // The driver puts the failure of a whole command here, although the type does not say so.
    yield* causesOf(error.errorResponse, depth - 1);
    for (const failure of [error.writeErrors].flat()) yield* causesOf(failure, depth - 1);
  }
  if (error instanceof mongo.MongoServerSelectionError) {
    for (const server of error.reason?.servers.values() ?? []) yield* causesOf(server.error, depth - 1);
  }
}
