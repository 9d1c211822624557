import type { Document } from 'bson';
import { fromDocument } from '../bson/convert.js';
import { BsonType } from '../bson/bson-type.js';
import { findField, isEmptyContainer, type RawValue } from '../bson/raw-value.js';
import { CommandError, ErrorCode } from '../errors.js';
import type { CursorRegistry } from '../execution/cursor-registry.js';
import type { Store } from '../execution/store.js';
import type { CommandInput } from './command-input.js';

/** What commands have access to. */
export interface CommandContext {
  readonly store: Store;
  readonly cursors: CursorRegistry;
  readonly connectionId: number;
  /** Whose documents the command reads: tenants take turns. */
  readonly tenant?: string;
  /** The current time; injected so that tests can set it. */
  readonly now: () => Date;
  readonly server: ServerFacts;
}

/** What the server reports about itself. */
export interface ServerFacts {
  readonly startedAt: Date;
  readonly openConnections: () => number;
}

/** Runs one command; returns a complete reply document with `ok`. */
export type Command = (input: CommandInput, context: CommandContext) => Promise<Buffer> | Buffer;

/** A reply with `ok: 1`. */
export function reply(fields: Document): Buffer {
  return fromDocument({ ...fields, ok: 1 });
}

/** Refuses unsupported options that would change the meaning of a command. */
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

/** Refuses every collation except the simple one, which is byte order. */
export function checkCollation(collation: RawValue | undefined): void {
  if (!collation || isEmptyContainer(collation)) return;
  const locale = findField(collation, Buffer.from('locale'));
  if (locale?.type === BsonType.String && locale.text() === 'simple') return;
  throw new CommandError(ErrorCode.NotImplemented, 'the embedded store knows only the simple collation');
}
