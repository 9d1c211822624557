/** Why the embedded store could not start. */
export type StartErrorCode =
  | 'LOCKED'
  | 'FOREIGN_DATA'
  | 'DAMAGED_DATA'
  | 'UNSUPPORTED_FORMAT'
  | 'DISK_FULL'
  | 'ADDRESS'
  | 'IO';

/** The store could not start. The message names the folder or address and says what to do. */
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

/** MongoDB's codes for the errors that this store reports; drivers depend on them. */
export const ErrorCode = {
  InternalError: 1,
  BadValue: 2,
  GraphContainsCycle: 5,
  FailedToParse: 9,
  Unauthorized: 13,
  TypeMismatch: 14,
  Overflow: 15,
  InvalidLength: 16,
  IllegalOperation: 20,
  NamespaceNotFound: 26,
  IndexNotFound: 27,
  PathNotViable: 28,
  ConflictingUpdateOperators: 40,
  CursorNotFound: 43,
  NamespaceExists: 48,
  DollarPrefixedFieldName: 52,
  InvalidIdField: 53,
  NotSingleValueField: 54,
  EmptyFieldName: 56,
  CommandNotFound: 59,
  ImmutableField: 66,
  CannotCreateIndex: 67,
  IndexAlreadyExists: 68,
  InvalidOptions: 72,
  InvalidNamespace: 73,
  IndexOptionsConflict: 85,
  IndexKeySpecsConflict: 86,
  OperationFailed: 96,
  InvalidPipelineOperator: 168,
  CannotIndexParallelArrays: 171,
  QueryPlanKilled: 175,
  InvalidIndexSpecificationOption: 197,
  NotImplemented: 238,
  QueryExceededMemoryLimit: 292,
  ApiVersionError: 322,
  UnsupportedOpQueryCommand: 352,
  InterruptedAtShutdown: 11600,
  DuplicateKey: 11000,
  BSONObjectTooLarge: 10334,
  OutOfDiskSpace: 14031,
  CappedPositionLost: 136,
} as const;

const NAMES = new Map<number, string>(Object.entries(ErrorCode).map(([name, code]) => [code, name]));

/** The name of a code, as in the `codeName` of a reply. Codes without a name become `Location<number>`. */
export function codeName(code: number): string {
  return NAMES.get(code) ?? `Location${code}`;
}

/** An error that the client receives, with MongoDB's code. */
export class CommandError extends Error {
  constructor(
    readonly code: number,
    message: string,
    /** Further fields of the reply, such as `keyPattern` and `keyValue` of a duplicate key. */
    readonly details: Readonly<Record<string, unknown>> = {},
  ) {
    super(message);
    this.name = 'CommandError';
  }

  get codeName(): string {
    return codeName(this.code);
  }
}
