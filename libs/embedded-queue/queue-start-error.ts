/**
 * Why the embedded queue could not start.
 *
 * - `LOCKED`: another process uses the folder
 * - `NOT_WRITABLE`: the folder cannot be created or written
 * - `DISK_FULL`: no space is left for it
 * - `ADDRESS`: the address to listen on is in use or not available to this process
 * - `UNSUPPORTED_FORMAT`: a later version of PostgreSQL has written the files
 * - `UNUSABLE`: the database does not open, not even in a new folder
 */
export type EmbeddedQueueStartCode =
  | 'LOCKED'
  | 'NOT_WRITABLE'
  | 'DISK_FULL'
  | 'ADDRESS'
  | 'UNSUPPORTED_FORMAT'
  | 'UNUSABLE';

/** The embedded queue did not start. The message is one line that says what to do. */
export class EmbeddedQueueStartError extends Error {
  constructor(
    readonly code: EmbeddedQueueStartCode,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = 'EmbeddedQueueStartError';
  }
}

/** Returns the error unchanged if it is a start error, otherwise a start error derived from the system's error code. */
export function toStartError(error: unknown, folder: string): EmbeddedQueueStartError {
  if (error instanceof EmbeddedQueueStartError) return error;
  const code = systemErrorCode(error);
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    return new EmbeddedQueueStartError('DISK_FULL', `No space is left for the queue's data in ${folder}`, {
      cause: error,
    });
  }
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS' || code === 'ENOTDIR') {
    return new EmbeddedQueueStartError('NOT_WRITABLE', `The queue's folder ${folder} cannot be written (${code})`, {
      cause: error,
    });
  }
  return new EmbeddedQueueStartError('UNUSABLE', `The queue cannot use the folder ${folder}: ${reasonOf(error)}`, {
    cause: error,
  });
}

/** The `code` of an error of the operating system, if it has one. */
export function systemErrorCode(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}

/** The first line of an error's message. */
export function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.split('\n')[0] ?? message;
}
