import { fstatSync } from 'node:fs';
import { type FileHandle, mkdtemp, open, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { Types } from 'mongoose';
import { loadConfig } from '../../platform/config/config.js';
import { AttachmentFiles } from './attachment-files.js';

describe('AttachmentFiles', () => {
  let root: string;
  let files: AttachmentFiles;

  beforeEach(async () => {
    root = join(await mkdtemp(join(tmpdir(), 'carillon-files-')), 'attachments');
    files = new AttachmentFiles(loadConfig({ ATTACHMENTS_DIR: root }));
  });

  afterEach(() => jest.restoreAllMocks());
  afterEach(() => rm(join(root, '..'), { recursive: true }));

  const id = () => new Types.ObjectId();
  const anOwner = (environmentId = id()) => ({ environmentId, eventId: id() });
  const list = async () => (await readdir(root, { recursive: true })).toSorted();
  const ownersThere = async () => {
    const found = [];
    for await (const owner of files.owners()) found.push(owner);
    return found;
  };

  it('E4: keeps what it was given, byte by byte, and tells its size', async () => {
    const owner = anOwner();
    const content = Buffer.from(Array.from({ length: 256 }, (_, index) => index));
    const [first, second] = [id(), id()];
    await files.write(owner, [
      { id: first, content },
      { id: second, content: Buffer.alloc(0) },
    ]);
    const opened = await files.open(owner, first);
    expect(opened?.size).toBe(256);
    expect((await buffer(opened!.stream)).equals(content)).toBe(true);
    const empty = await files.open(owner, second);
    expect((await buffer(empty!.stream)).length).toBe(0);
  });

  it('names files by ids alone, and lets nobody else read them', async () => {
    const owner = anOwner();
    const one = id();
    await files.write(owner, [{ id: one, content: Buffer.from('x') }]);
    const event = join(String(owner.environmentId), String(owner.eventId));
    const file = join(event, String(one));
    expect(await list()).toEqual([String(owner.environmentId), event, file]);
    for (const path of await list()) expect((await stat(join(root, path))).mode & 0o077).toBe(0);
  });

  it.each(['..', '../x', '', 'A'.repeat(24), `${'a'.repeat(23)}/`])('takes no other name: %p', async (name) => {
    const content = Buffer.from('x');
    await expect(files.write({ environmentId: name, eventId: id() }, [])).rejects.toThrow(TypeError);
    await expect(files.write({ environmentId: id(), eventId: name }, [])).rejects.toThrow(TypeError);
    await expect(files.write(anOwner(), [{ id: name, content }])).rejects.toThrow(TypeError);
    await expect(files.open(anOwner(), name)).rejects.toThrow(TypeError);
    await expect(files.remove({ environmentId: id(), eventId: name })).rejects.toThrow(TypeError);
  });

  it('leaves nothing of an event when one of its files cannot be written', async () => {
    const owner = anOwner();
    const good = { id: id(), content: Buffer.from('x') };
    await files.write(owner, [good]);
    await expect(files.write(anOwner(owner.environmentId), [good, { ...good, id: 'none' }])).rejects.toThrow(
      'is not an id',
    );
    expect(await ownersThere()).toEqual([toText(owner)]);
  });

  it('has none of what was never written', async () => {
    expect(await files.open(anOwner(), id())).toBeUndefined();
    expect(await files.remove(anOwner())).toBe(false);
    expect(await files.removeEnvironment(id())).toBe(false);
    expect(await ownersThere()).toEqual([]);
  });

  it('E4, EN3: removes those of an event, or of an environment, and no others', async () => {
    const [first, second] = [id(), id()];
    const [ended, waiting, elsewhere] = [anOwner(first), anOwner(first), anOwner(second)];
    for (const owner of [ended, waiting, elsewhere])
      await files.write(owner, [{ id: id(), content: Buffer.from('x') }]);
    expect(await files.remove(ended)).toBe(true);
    expect(await ownersThere()).toEqual(expect.arrayContaining([waiting, elsewhere].map(toText)));
    expect(await ownersThere()).toHaveLength(2);
    expect(await files.removeEnvironment(first)).toBe(true);
    expect(await ownersThere()).toEqual([toText(elsewhere)]);
  });

  it('several may remove the same at once', async () => {
    const owner = anOwner();
    const contents = Array.from({ length: 20 }, () => ({ id: id(), content: Buffer.from('x') }));
    await files.write(owner, contents);
    await Promise.all(Array.from({ length: 5 }, () => files.remove(owner)));
    expect(await ownersThere()).toEqual([]);
  });

  it('E4: who is reading reads on when it is removed', async () => {
    const owner = anOwner();
    const one = id();
    const content = Buffer.alloc(1_000_000, 'x');
    await files.write(owner, [{ id: one, content }]);
    const opened = await files.open(owner, one);
    await files.remove(owner);
    expect((await buffer(opened!.stream)).equals(content)).toBe(true);
  });

  it('looks at nothing that is not its own', async () => {
    await files.write(anOwner(), [{ id: id(), content: Buffer.from('x') }]);
    const stranger = new AttachmentFiles(loadConfig({ DATA_DIR: join(root, '..') }));
    const found = [];
    for await (const { eventId } of stranger.owners()) found.push(eventId);
    // The default is the same folder.
    expect(found).toHaveLength(1);
    const above = new AttachmentFiles(loadConfig({ ATTACHMENTS_DIR: join(root, '..') }));
    expect((await above.owners().next()).done).toBe(true);
  });

  it('has a file under its name only when it is complete', async () => {
    const owner = anOwner();
    const one = id();
    const writing = files.write(owner, [{ id: one, content: Buffer.alloc(5_000_000, 'x') }]);
    const path = join(root, String(owner.environmentId), String(owner.eventId), String(one));
    const seen = new Set<number>();
    const state = { writing: true };
    void writing.finally(() => (state.writing = false));
    while (state.writing) seen.add((await readFile(path).catch(() => Buffer.alloc(0))).length);
    expect([...seen].filter((size) => size !== 0 && size !== 5_000_000)).toEqual([]);
    await writing;
  });

  it('E4: flushes every folder it writes to, also those it makes above its own', async () => {
    const deep = join(root, 'data', 'of', 'carillon');
    const owner = anOwner();
    const flushed = new Set<number>();
    const handles = await handlePrototype();
    const flush = Reflect.get<FileHandle, 'sync'>(handles, 'sync');
    jest.spyOn(handles, 'sync').mockImplementation(function (this: FileHandle) {
      flushed.add(fstatSync(this.fd).ino);
      return flush.call(this);
    });
    await new AttachmentFiles(loadConfig({ ATTACHMENTS_DIR: deep })).write(owner, []);
    const missed = [];
    let folder = join(deep, String(owner.environmentId), String(owner.eventId));
    for (; folder !== dirname(dirname(root)); folder = dirname(folder))
      if (!flushed.has((await stat(folder)).ino)) missed.push(folder);
    expect(missed).toEqual([]);
  });

  it('closes a file whose size it cannot read', async () => {
    const owner = anOwner();
    const one = id();
    await files.write(owner, [{ id: one, content: Buffer.from('x') }]);
    const opened: FileHandle[] = [];
    jest.spyOn(await handlePrototype(), 'stat').mockImplementation(function (this: FileHandle) {
      opened.push(this);
      return Promise.reject(new Error('disk away'));
    });
    await expect(files.open(owner, one)).rejects.toThrow('disk away');
    // A closed file has no descriptor.
    expect(opened.map(({ fd }) => fd)).toEqual([-1]);
  });
});

/** What all open files have their methods from. */
async function handlePrototype(): Promise<FileHandle> {
  const handle = await open(tmpdir(), 'r');
  await handle.close();
  return Object.getPrototypeOf(handle) as FileHandle;
}

function toText({ environmentId, eventId }: { environmentId: Types.ObjectId; eventId: Types.ObjectId }) {
  return { environmentId: String(environmentId), eventId: String(eventId) };
}
