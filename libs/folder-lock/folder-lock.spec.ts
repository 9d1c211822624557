import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readFile, readdir, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { FolderInUseError, FolderLock } from './folder-lock.js';

describe('FolderLock', () => {
  let folder: string;
  let path: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lock-'));
    path = join(folder, 'data.lock');
  });

  afterEach(() => rm(folder, { recursive: true, force: true }));

  /** Leaves a lock as a process does that was killed; by default one that is gone. */
  const left = async (holder: object, place = path): Promise<string> => {
    const content = JSON.stringify({ pid: 2 ** 30, host: hostname(), processStart: '1:1', id: 'theirs', ...holder });
    await writeFile(`${place}.left`, content);
    await rename(`${place}.left`, place);
    return content;
  };

  const expectFree = async (): Promise<void> => {
    await (await FolderLock.take(path)).release();
    expect(await readdir(folder)).toEqual([]);
  };

  it('is held by one, who is named, and free again afterwards', async () => {
    const lock = await FolderLock.take(path);
    const refusal = FolderLock.take(path);
    await expect(refusal).rejects.toBeInstanceOf(FolderInUseError);
    await expect(refusal).rejects.toMatchObject({
      message: `in use by process ${process.pid}`,
      holder: { pid: process.pid, host: hostname() },
    });
    expect(await FolderLock.holderOf(path)).toMatchObject({ pid: process.pid });
    await lock.release();
    expect(await FolderLock.holderOf(path)).toBeUndefined();
    await expectFree();
  });

  it('is taken over from a process that has ended', async () => {
    const gone = spawn(process.execPath, ['-e', ''], { stdio: 'ignore' });
    await once(gone, 'exit');
    await left({ pid: gone.pid, processStart: '' });
    await expectFree();
  });

  it('is respected while its process lives, also where the system does not tell when it started', async () => {
    const other = spawn(process.execPath, ['-e', 'process.stdin.resume()'], { stdio: ['pipe', 'ignore', 'ignore'] });
    await once(other, 'spawn');
    await left({ pid: other.pid, processStart: '' });
    await expect(FolderLock.take(path)).rejects.toThrow(`in use by process ${other.pid}`);
    other.stdin.end();
    await once(other, 'exit');
    await expectFree();
  });

  it('is taken over when the number of its process is our own now', async () => {
    await left({ pid: process.pid, processStart: '' });
    await expectFree();
  });

  // Only Linux tells when a process started.
  (process.platform === 'linux' ? it : it.skip)(
    'is taken over when the number of its process was given to another',
    async () => {
      await left({ pid: process.ppid, processStart: 'another boot:1' });
      await expectFree();
    },
  );

  it('does not hold a copy of the folder, while the original stays held', async () => {
    const original = join(folder, 'original');
    const copy = join(folder, 'copy');
    await mkdir(original);
    const lock = await FolderLock.take(join(original, 'data.lock'));
    await cp(original, copy, { recursive: true, preserveTimestamps: true });
    const ofCopy = await FolderLock.take(join(copy, 'data.lock'));
    for (const place of [original, copy])
      await expect(FolderLock.take(join(place, 'data.lock'))).rejects.toBeInstanceOf(FolderInUseError);
    await ofCopy.release();
    await lock.release();
    expect(await readdir(copy)).toEqual([]);
  });

  it('is respected in a folder that was renamed', async () => {
    const [before, after] = [join(folder, 'before'), join(folder, 'after')];
    await mkdir(before);
    await FolderLock.take(join(before, 'data.lock'));
    await rename(before, after);
    await expect(FolderLock.take(join(after, 'data.lock'))).rejects.toBeInstanceOf(FolderInUseError);
  });

  it('goes to one of many that find the same copied lock', async () => {
    for (let round = 0; round < 20; round++) {
      await left({ pid: process.pid, processStart: '', file: '1' });
      await expectOneOf(12);
    }
  });

  it('is taken over when its file is incomplete', async () => {
    await writeFile(path, '{"pid": 1');
    await expectFree();
  });

  it('is respected on another machine while it shows life', async () => {
    await left({ host: 'elsewhere', pid: 1 });
    await expect(FolderLock.take(path)).rejects.toThrow('in use by process 1 on elsewhere');
    const longAgo = new Date(Date.now() - 60_000);
    await utimes(path, longAgo, longAgo);
    await expectFree();
  });

  it('goes to one of many that find the same stale lock', async () => {
    for (let round = 0; round < 20; round++) {
      await left({ id: `stale ${round}` });
      await expectOneOf(12);
    }
  });

  it('goes to one of many when the process that was taking it over was killed too', async () => {
    for (let round = 0; round < 20; round++) {
      const content = await left({ id: `stale ${round}` });
      const digest = createHash('sha256').update(content).digest('hex').slice(0, 16);
      await left({ id: `next ${round}` }, `${path}.after-${digest}`);
      await expectOneOf(12);
    }
  });

  it('is never held twice while it is taken and released all the time', async () => {
    await left({});
    let holders = 0;
    let most = 0;
    let taken = 0;
    const compete = async (): Promise<void> => {
      while (taken < 200) {
        const lock = await FolderLock.take(path).catch((error: unknown) => {
          if (!(error instanceof FolderInUseError)) throw error;
        });
        if (lock === undefined) continue;
        most = Math.max(most, ++holders);
        taken++;
        await readdir(folder);
        holders--;
        // Now and then as if killed: the file stays and no process holds it.
        if (taken % 5 === 0) await left({ id: `stale ${taken}` });
        else await lock.release();
      }
    };
    await Promise.all(Array.from({ length: 8 }, compete));
    expect(most).toBe(1);
  });

  it('is not taken from its new holder by the old one', async () => {
    const old = await FolderLock.take(path);
    await left({ host: 'elsewhere' });
    await old.release();
    expect(await readFile(path, 'utf8')).toContain('elsewhere');
  });

  it('needs a folder', async () => {
    await expect(FolderLock.take(join(folder, 'none', 'data.lock'))).rejects.toMatchObject({ code: 'ENOENT' });
  });

  async function expectOneOf(count: number): Promise<void> {
    const attempts = await Promise.allSettled(Array.from({ length: count }, () => FolderLock.take(path)));
    const locks = attempts.flatMap((attempt) => (attempt.status === 'fulfilled' ? [attempt.value] : []));
    for (const attempt of attempts)
      if (attempt.status === 'rejected') expect(attempt.reason).toBeInstanceOf(FolderInUseError);
    expect(locks).toHaveLength(1);
    await locks[0]?.release();
    expect(await readdir(folder)).toEqual([]);
  }
});
