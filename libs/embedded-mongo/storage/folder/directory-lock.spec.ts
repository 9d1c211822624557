import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { EmbeddedMongoStartError } from '../../store-error.js';
import { DirectoryLock, LOCK_FILE } from './directory-lock.js';

describe('the lock of a data folder', () => {
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lock-'));
  });

  afterEach(async () => {
    await rm(folder, { recursive: true });
  });

  const holder = async (content: object): Promise<void> => writeFile(join(folder, LOCK_FILE), JSON.stringify(content));

  it('is held by one, who is named, and free again afterwards', () => {
    const lock = DirectoryLock.acquire(folder);
    expect(() => DirectoryLock.acquire(folder)).toThrow(EmbeddedMongoStartError);
    expect(() => DirectoryLock.acquire(folder)).toThrow(`in use by process ${process.pid}`);
    lock.release();
    DirectoryLock.acquire(folder).release();
  });

  it('is taken over from a process that is gone', async () => {
    const child = spawn(process.execPath, ['-e', '']);
    await once(child, 'exit');
    await holder({ pid: child.pid, host: hostname(), processStart: 'earlier' });
    DirectoryLock.acquire(folder).release();
  });

  it('is taken over when the number now belongs to another process', async () => {
    await holder({ pid: process.pid, host: hostname(), processStart: 'another boot:1' });
    DirectoryLock.acquire(folder).release();
  });

  it('is respected on another machine while it shows life', async () => {
    await holder({ pid: 1, host: 'elsewhere', processStart: 'x' });
    expect(() => DirectoryLock.acquire(folder)).toThrow('on elsewhere');
    const longAgo = new Date(Date.now() - 60_000);
    await utimes(join(folder, LOCK_FILE), longAgo, longAgo);
    DirectoryLock.acquire(folder).release();
  });

  it('is not taken from its new holder by the old one', async () => {
    const old = DirectoryLock.acquire(folder);
    await holder({ pid: 1, host: 'elsewhere', processStart: 'x' });
    old.release();
    expect(await readFile(join(folder, LOCK_FILE), 'utf8')).toContain('elsewhere');
  });
});
