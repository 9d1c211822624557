import { BsonType } from '../bson/bson-type.js';
import { findField, isEmptyContainer, type RawValue } from '../bson/raw-value.js';
import { CommandError } from '../errors/command-error.js';
import { ErrorCode } from '../errors/error-codes.js';
import type { CommandInput } from './command-input.js';

/** Refuses options that would change the meaning of a command and that this store does not have. */
export function checkOptions(input: CommandInput): void {
  if (input.has('startTransaction') || input.has('autocommit') || input.has('txnNumber')) {
    throw new CommandError(
      ErrorCode.IllegalOperation,
      'Transaction numbers are only allowed on a replica set member or mongos',
    );
  }
  const version = input.string('apiVersion');
  if (version !== undefined && version !== '1') {
    throw new CommandError(ErrorCode.ApiVersionError, `API version must be "1"; got ${version}`);
  }
  const readConcern = input.document('readConcern');
  const level = readConcern && findField(readConcern, Buffer.from('level'));
  if (level?.type === BsonType.String && (level.text() === 'linearizable' || level.text() === 'snapshot')) {
    throw new CommandError(123, `read concern level ${level.text()} needs a replica set`);
  }
  checkCollation(input.document('collation'));
}

/** Only the simple collation, byte order, is known. */
export function checkCollation(collation: RawValue | undefined): void {
  if (!collation || isEmptyContainer(collation)) return;
  const locale = findField(collation, Buffer.from('locale'));
  if (locale?.type === BsonType.String && locale.text() === 'simple') return;
  throw new CommandError(ErrorCode.NotImplemented, 'the embedded store knows only the simple collation');
}
