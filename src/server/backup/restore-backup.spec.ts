import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { Header, type HeaderData } from 'tar';
import { openStore } from '#libs/embedded-mongo/execution/open-store.js';
import { loadConfig } from '../../platform/config/config.js';
import { makeBackup } from './make-backup.js';
import type { Manifest } from './manifest.js';
import { restoreBackup } from './restore-backup.js';

const BLOCK = 512;
const END = Buffer.alloc(2 * BLOCK);

let folder: string;
/** A backup that can be restored, with one attachment. */
let backup: Buffer;
let entries: Entry[];
let manifest: Manifest;

interface Entry {
  header: HeaderData;
  body: Buffer;
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'restore-'));
  const DATA_DIR = join(folder, 'data');
  await mkdir(join(DATA_DIR, 'attachments'), { recursive: true });
  await writeFile(join(DATA_DIR, 'attachments', 'terms'), 'the terms');
  await writeFile(join(DATA_DIR, 'secret.key'), 'the key');
  const { store, lock } = await openStore(join(DATA_DIR, 'store'));
  await store.close();
  await lock.release();
  await makeBackup(loadConfig({ DATA_DIR }), join(folder, 'backup'), () => undefined);
  backup = await readFile(join(folder, 'backup'));
  entries = entriesOf(gunzipSync(backup));
  manifest = JSON.parse(String(entries[0]?.body)) as Manifest;
});

afterAll(() => rm(folder, { recursive: true }));

function entriesOf(tar: Buffer): Entry[] {
  const found: Entry[] = [];
  for (let at = 0; tar[at] !== 0 && at < tar.length;) {
    const header = new Header(tar, at);
    const start = at + BLOCK;
    const { path, type, mode, size } = header;
    found.push({ header: { path, type, mode, size }, body: tar.subarray(start, start + header.size!) });
    at = start + Math.ceil(header.size! / BLOCK) * BLOCK;
  }
  return found;
}

function packed(list: readonly Entry[], end = END): Buffer {
  const blocks = list.flatMap(({ header, body }) => {
    const head = Buffer.alloc(BLOCK);
    new Header(header).encode(head);
    return [head, body, Buffer.alloc((BLOCK - (body.length % BLOCK)) % BLOCK)];
  });
  return gzipSync(Buffer.concat([...blocks, end]));
}

const entry = (path: string, fields: HeaderData = {}, body = Buffer.from('x')): Entry => ({
  header: { path, type: 'File', mode: 0o600, size: body.length, ...fields },
  body,
});
const special = (path: string, type: HeaderData['type'], linkpath?: string) =>
  entry(path, { type, linkpath }, Buffer.alloc(0));
/** The backup with other words in its manifest; without seal, as earlier releases made it. */
const withManifest = (change: (own: Manifest) => object, rest = entries.slice(1), end = END) =>
  packed([entry('manifest.json', {}, Buffer.from(JSON.stringify(change(manifest)))), ...rest], end);
const unsealed = ({ sealed: _sealed, ...own }: Manifest): Manifest => own;
/** The files of the backup, and others. */
const withFiles = (...more: Entry[]) => withManifest(unsealed, [...more, ...entries.slice(1)]);
const replaced = (path: string, by: Entry) =>
  withManifest(
    unsealed,
    entries.slice(1).map((one) => (one.header.path === path ? by : one)),
  );

/** Why it is refused; undefined when it was restored. Either way nothing is left beside it. */
async function refusalOf(bytes: Buffer): Promise<string | undefined> {
  const [source, dataDir] = [join(folder, 'source'), join(folder, 'target', 'data')];
  await mkdir(dataDir, { recursive: true });
  await writeFile(source, bytes);
  const before = await readdir(folder, { recursive: true });
  try {
    await restoreBackup(loadConfig({ DATA_DIR: dataDir }), source, () => undefined);
    return undefined;
  } catch (error) {
    expect(error).toMatchObject({ name: 'BackupError' });
    expect(await readdir(folder, { recursive: true })).toEqual(before);
    return (error as Error).message;
  } finally {
    await rm(join(folder, 'target'), { recursive: true });
  }
}

it('BK5 a backup is restored, also one of a release that wrote no seal', async () => {
  expect(await refusalOf(backup)).toBeUndefined();
  expect(await refusalOf(withFiles())).toBeUndefined();
});

describe('BK7 an archive is refused', () => {
  it.each<[string, () => Buffer, RegExp]>([
    ['a path upwards', () => withFiles(entry('../outside')), /"\.\.\/outside" is not in its manifest/],
    ['a path upwards within', () => withFiles(entry('store/../../../outside')), /is not in its manifest/],
    ['an absolute path', () => withFiles(entry(join(folder, 'outside'))), /is not in its manifest/],
    ['an unknown file', () => withFiles(entry('store/other')), /"store\/other" is not in its manifest/],
    ['a symbolic link', () => withFiles(special('store', 'SymbolicLink', folder)), /"store" is a SymbolicLink/],
    [
      'a link in place of a file',
      () => replaced('secret.key', special('secret.key', 'Link', '/etc/passwd')),
      /is a Link/,
    ],
    ['a device', () => withFiles(special('store/null', 'CharacterDevice')), /is a CharacterDevice/],
    ['a pipe', () => withFiles(special('store/pipe', 'FIFO')), /is a FIFO/],
    ['a folder', () => withFiles(special('store/', 'Directory')), /is a Directory/],
    ['a file twice', () => withFiles(entries.at(-1)!), /is there twice/],
    ['a second manifest', () => withFiles(entry('manifest.json')), /is there twice/],
    ['another size', () => replaced('secret.key', entry('secret.key')), /"secret.key" has 1 bytes instead of 7/],
    ['other bytes', () => replaced('secret.key', entry('secret.key', {}, Buffer.from('the kez'))), /secret.key is not/],
    ['a missing file', () => withManifest(unsealed, entries.slice(2)), /is not what was written/],
    ['an endless file', () => replaced('secret.key', entry('secret.key', { size: 2 ** 40 })), /instead of 7/],
    [
      'an endless end',
      () => withManifest(unsealed, undefined, Buffer.alloc(20_000_000)),
      /unpacks to more than its manifest says/,
    ],
    ['an endless manifest', () => packed([entry('manifest.json', { size: 2 ** 40 })]), /is not a backup/],
    ['no manifest', () => packed(entries.slice(1)), /is not a backup of Carillon/],
    ['a manifest that is not the first', () => packed(entries.toReversed()), /is not a backup of Carillon/],
    ['an archive without compression', () => gunzipSync(backup), /is not a backup of Carillon/],
    ['an archive in an archive', () => gzipSync(backup), /is not a backup of Carillon/],
    ['nothing', () => Buffer.alloc(0), /is not a backup of Carillon/],
  ])('with %s', async (_case, bytes, reason) => {
    expect(await refusalOf(bytes())).toMatch(reason);
  });

  it.each<[string, object]>([
    ['no files', { files: undefined }],
    ['files that are none', { files: [null] }],
    ['no collections', { collections: null }],
    ['a path upwards', { files: [{ path: 'store/../../x', bytes: 1, sha256: '' }] }],
    ['an absolute path', { files: [{ path: '/etc/x', bytes: 1, sha256: '' }] }],
    ['a foreign folder', { files: [{ path: 'queue/x', bytes: 1, sha256: '' }] }],
    ['a negative size', { files: [{ path: 'store/x', bytes: -1, sha256: '' }] }],
    ['no version', { version: 7 }],
  ])('whose manifest has %s', async (_case, wrong) => {
    expect(await refusalOf(withManifest((own) => ({ ...unsealed(own), ...wrong })))).toMatch(/its manifest is damaged/);
  });

  it('that was cut anywhere', async () => {
    const lengths = Array.from({ length: 24 }, (_, index) => Math.floor((backup.length * index) / 24));
    for (const length of [...lengths, backup.length - 1, backup.length - 9, backup.length - 90])
      expect({ length, reason: await refusalOf(backup.subarray(0, length)) }).toMatchObject({
        reason: expect.stringMatching(/./),
      });
  });

  it('BK8 with a single wrong bit', async () => {
    const restored: number[] = [];
    // All of the head and the end, where compression has bits that mean nothing, and a sample of what is between.
    const places = Array.from({ length: backup.length }, (_, at) => at).filter(
      (at) => at < 12 || at >= backup.length - 100 || at % 29 === 0,
    );
    for (const at of places) {
      const wrong = Buffer.from(backup);
      wrong.writeUInt8(wrong.readUInt8(at) ^ (1 << (at % 8)), at);
      if ((await refusalOf(wrong)) === undefined) restored.push(at);
    }
    expect(restored).toEqual([]);
  });
});
