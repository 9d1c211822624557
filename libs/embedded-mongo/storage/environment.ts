import { join } from 'node:path';
import { open, type Database, type RootDatabase } from 'lmdb';

/** A table of raw keys and values. */
export type Table = Database<Buffer, Buffer>;

/** The LMDB environment: one file, three ordered tables. */
export interface Environment {
  readonly root: RootDatabase<Buffer, Buffer>;
  /** Catalog entries, counters and pending deletions. */
  readonly catalog: Table;
  /** Documents: collection number and record number to BSON. */
  readonly records: Table;
  /** Index entries: index number, key and record number. */
  readonly entries: Table;
}

export const DATA_FILE = 'data.mdb';

/**
 * Other users of the machine can read neither the data nor the lock file. The option is missing in the library's types.
 */
const OWN_FILES = { permissionsMode: 0o600 };

/** Options that every opening of the data file needs. */
function fileOptions(dataDir: string) {
  const path = join(dataDir, DATA_FILE);
  return { path, noSubdir: true, maxDbs: 8, ...OWN_FILES, encoding: 'binary', keyEncoding: 'binary' } as const;
}

/** Opens or creates the environment in a folder. `durable`: commits complete only when they are on the disk. */
export function openEnvironment(dataDir: string, durable: boolean): Environment {
  const root = open<Buffer, Buffer>({
    ...fileOptions(dataDir),
    // A commit completes when it is on the disk. The overlapping mode would let readers see data that a power cut can
    // still undo.
    overlappingSync: false,
    noSync: !durable,
    // The CommitQueue groups transactions; the library's grouping leaves an unhandled rejection behind when a commit
    // fails.
    eventTurnBatching: false,
  });
  return withTables(root);
}

/** Opens an existing environment to read it, also while another process writes it. */
export function openToRead(dataDir: string): Environment {
  return withTables(open<Buffer, Buffer>({ ...fileOptions(dataDir), readOnly: true }));
}

function withTables(root: RootDatabase<Buffer, Buffer>): Environment {
  const table = (name: string): Table =>
    root.openDB<Buffer, Buffer>({ name, encoding: 'binary', keyEncoding: 'binary' });
  return { root, catalog: table('catalog'), records: table('records'), entries: table('entries') };
}

/** Bytes of a record number. */
export const RECORD_NUMBER_LENGTH = 6;

/** A record number as stored: six bytes, so that byte order is numeric order. */
export function recordNumberBytes(recordNumber: number): Buffer {
  const bytes = Buffer.allocUnsafe(RECORD_NUMBER_LENGTH);
  bytes.writeUIntBE(recordNumber, 0, RECORD_NUMBER_LENGTH);
  return bytes;
}

/** Key of a document. */
export function recordKey(collectionId: number, recordNumber: number): Buffer {
  const key = Buffer.allocUnsafe(4 + RECORD_NUMBER_LENGTH);
  key.writeUInt32BE(collectionId, 0);
  key.writeUIntBE(recordNumber, 4, RECORD_NUMBER_LENGTH);
  return key;
}

/** The record number in a record key. */
export function recordNumberOf(key: Uint8Array): number {
  return readRecordNumber(key, 4);
}

/** Reads the six bytes of a record number. */
export function readRecordNumber(bytes: Uint8Array, at: number): number {
  let number = 0;
  for (let i = 0; i < RECORD_NUMBER_LENGTH; i++) number = number * 256 + (bytes[at + i] ?? 0);
  return number;
}

/** The key of an index entry. Keys of other than unique indexes have the record number appended. */
export function entryKey(indexId: number, key: Buffer, recordNumber: number | undefined): Buffer {
  const length = 4 + key.length + (recordNumber === undefined ? 0 : RECORD_NUMBER_LENGTH);
  const result = Buffer.allocUnsafe(length);
  result.writeUInt32BE(indexId, 0);
  key.copy(result, 4);
  if (recordNumber !== undefined) result.writeUIntBE(recordNumber, 4 + key.length, RECORD_NUMBER_LENGTH);
  return result;
}

/** The record number an index entry points to. */
export function recordNumberOfEntry(unique: boolean, key: Uint8Array, value: Uint8Array | undefined): number {
  return unique ? readRecordNumber(value ?? key, 0) : readRecordNumber(key, key.length - RECORD_NUMBER_LENGTH);
}

/** Four bytes for a collection or index number. */
export function idBytes(id: number): Buffer {
  const bytes = Buffer.allocUnsafe(4);
  bytes.writeUInt32BE(id, 0);
  return bytes;
}
