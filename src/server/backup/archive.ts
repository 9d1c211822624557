import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { Parser, type ReadEntry } from 'tar';
import { BackupError, type Manifest, MANIFEST_FILE, readManifest } from './manifest.js';

const MAX_MANIFEST_BYTES = 64 * 1024 * 1024;
/** What an archive has for each file besides its bytes: headers, long names, and padding. */
const BYTES_PER_FILE = 8192;

type Take = (entry: ReadEntry, signal: AbortSignal) => Promise<void>;

/** The manifest, which is the first file in a backup. Throws {@link BackupError}. */
export async function manifestOf(file: string, version: string): Promise<Manifest> {
  const found: { content?: string; isFirst: boolean } = { isFirst: true };
  const complete = new Error('The manifest was read');
  try {
    await readEntries(file, MAX_MANIFEST_BYTES, async (entry) => {
      // The next entries may come before this has ended.
      if (!found.isFirst) return;
      found.isFirst = false;
      if (entry.path !== MANIFEST_FILE || !isFile(entry) || entry.size > MAX_MANIFEST_BYTES)
        throw new BackupError('it is not a backup of Carillon');
      found.content = await text(entry);
      throw complete;
    });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw new BackupError(`There is no file ${file}`);
  }
  try {
    return readManifest(found.content ?? '', version);
  } catch (error) {
    throw new BackupError(`${file} cannot be restored: ${(error as Error).message}`);
  }
}

/**
 * Unpacks the files of the manifest into an empty folder, each once and with its size. Anything else in the archive is
 * refused before it is written. Throws {@link BackupError}, and errors of streams.
 */
export async function unpack(file: string, folder: string, manifest: Manifest): Promise<void> {
  const sizes = new Map([
    [MANIFEST_FILE, undefined],
    ...manifest.files.map(({ path, bytes }) => [path, bytes] as const),
  ]);
  const taken = new Set<string>();
  const bytes = manifest.files.reduce((sum, one) => sum + one.bytes + BYTES_PER_FILE, MAX_MANIFEST_BYTES / 4);
  await readEntries(file, bytes, async (entry, signal) => {
    const { path, size } = entry;
    const name = JSON.stringify(path);
    if (!isFile(entry)) throw damaged(`${name} is a ${entry.type}`);
    if (taken.has(path)) throw damaged(`${name} is there twice`);
    if (!sizes.has(path)) throw damaged(`${name} is not in its manifest`);
    taken.add(path);
    if (path === MANIFEST_FILE) {
      entry.resume();
      return;
    }
    if (size !== sizes.get(path)) throw damaged(`${name} has ${size} bytes instead of ${sizes.get(path)}`);
    const target = join(folder, path);
    await mkdir(dirname(target), { recursive: true, mode: 0o700 });
    const written = createWriteStream(target, { flags: 'wx', mode: 0o600 });
    await pipeline(entry as unknown as NodeJS.ReadableStream, written, { signal });
  });
}

/** Hands over the entries of an archive until one is refused, or more than `limit` bytes were unpacked. */
async function readEntries(file: string, limit: number, take: Take): Promise<void> {
  const stop = new AbortController();
  const { signal } = stop;
  const refuse = (error: unknown): void => stop.abort(error);
  const work: Promise<void>[] = [];
  const parser = new Parser({
    strict: true,
    onReadEntry: (entry) => void work.push(take(entry, signal).catch(refuse)),
  });
  const state = { isAtEnd: false };
  parser.on('eof', () => (state.isAtEnd = true));
  parser.on('error', refuse);
  parser.on('ignoredEntry', ({ path, type }: ReadEntry) => refuse(damaged(`${JSON.stringify(path)} is a ${type}`)));
  const end = once(parser, 'end', { signal });
  // It is awaited at the end.
  end.catch(() => undefined);
  const parse = async (chunks: AsyncIterable<Buffer>): Promise<void> => {
    let unpacked = 0;
    for await (const chunk of chunks) {
      // The parser would unpack an archive in an archive, which has no limit.
      if (unpacked === 0 && !chunk.toString('latin1').startsWith(MANIFEST_FILE.slice(0, chunk.length)))
        return refuse(damaged('its manifest is not the first file'));
      unpacked += chunk.length;
      if (unpacked > limit) return refuse(damaged('it unpacks to more than its manifest says'));
      // The parser collects what follows the end, ever more slowly. It is only counted.
      if (!state.isAtEnd && !parser.write(chunk)) await once(parser, 'drain', { signal });
    }
    parser.end();
    await end;
  };
  try {
    await pipeline(createReadStream(file), createGunzip(), parse, { signal });
  } catch (error) {
    refuse(error);
  }
  if (signal.aborted) throw signal.reason;
  await Promise.all(work);
  signal.throwIfAborted();
}

function isFile({ type }: ReadEntry): boolean {
  return type === 'File' || type === 'OldFile';
}

function damaged(what: string): BackupError {
  return new BackupError(`The backup is damaged: ${what}`);
}
