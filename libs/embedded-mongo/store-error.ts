/** Why the embedded store could not start. */
export type StartErrorCode =
  'LOCKED' | 'FOREIGN_DATA' | 'DAMAGED_DATA' | 'UNSUPPORTED_FORMAT' | 'DISK_FULL' | 'ADDRESS' | 'IO';

/** A failed start. The message names the folder or address and says what to do about it. */
export class EmbeddedMongoStartError extends Error {
  constructor(
    readonly code: StartErrorCode,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = 'EmbeddedMongoStartError';
  }
}
