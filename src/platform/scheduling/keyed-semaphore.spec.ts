import { setImmediate } from 'node:timers/promises';
import { KeyedMutex, KeyedSemaphore } from './keyed-semaphore.js';

describe('KeyedSemaphore', () => {
  it('lets so much work of a key run at a time, in order, and that of other keys beside it', async () => {
    const slots = new KeyedSemaphore(2);
    const begun: string[] = [];
    const ends = new Map<string, () => void>();
    const start = (key: string, name: string) =>
      slots.run(key, () => {
        begun.push(name);
        return new Promise<void>((resolve) => ends.set(name, resolve));
      });
    const all = [start('a', 'a1'), start('a', 'a2'), start('a', 'a3'), start('a', 'a4'), start('b', 'b1')];
    expect(begun).toEqual(['a1', 'a2', 'b1']);
    ends.get('a2')!();
    await all[1];
    expect(begun).toEqual(['a1', 'a2', 'b1', 'a3']);
    ends.get('a1')!();
    await all[0];
    expect(begun).toEqual(['a1', 'a2', 'b1', 'a3', 'a4']);
    for (const end of ends.values()) end();
    await Promise.all(all);
  });

  it('frees the slot of work that fails', async () => {
    const slots = new KeyedSemaphore(1);
    await expect(slots.run('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    await expect(slots.run('a', () => Promise.resolve(1))).resolves.toBe(1);
  });

  it('refuses above its limits for each key and in all, and has room again afterwards', () => {
    const slots = new KeyedSemaphore(2, 3);
    const releases = ['a', 'a', 'a', 'b', 'b'].map((key) => slots.tryTake(key));
    expect(releases.map((one) => one !== undefined)).toEqual([true, true, false, true, false]);
    releases[0]!();
    // Freeing it twice frees no other.
    releases[0]!();
    expect(['a', 'b'].map((key) => slots.isFull(key))).toEqual([false, false]);
    expect([slots.tryTake('a'), slots.tryTake('b')].map((one) => one !== undefined)).toEqual([true, false]);
  });

  it('lets keys take turns where they wait for the limit in all', async () => {
    const slots = new KeyedSemaphore(2, 2);
    const begun: string[] = [];
    const work = (key: string, name: string) =>
      slots.run(key, async () => {
        begun.push(name);
        await setImmediate();
      });
    await Promise.all([
      work('a', 'a1'),
      work('a', 'a2'),
      work('a', 'a3'),
      work('a', 'a4'),
      work('b', 'b1'),
      work('c', 'c1'),
    ]);
    expect(begun).toEqual(['a1', 'a2', 'a3', 'b1', 'c1', 'a4']);
  });
});

describe('a mutex by key', () => {
  /** Works that note when they begin and end. */
  function recorder() {
    const story: string[] = [];
    const work =
      (name: string, fails = false) =>
      async () => {
        story.push(`${name} begins`);
        await setImmediate();
        story.push(`${name} ends`);
        if (fails) throw new Error(name);
        return name;
      };
    return { story, work };
  }

  it('runs work one after the other for one key, in its order', async () => {
    const { story, work } = recorder();
    const mutex = new KeyedMutex();
    expect(await Promise.all(['a', 'b', 'c'].map((name) => mutex.run('key', work(name))))).toEqual(['a', 'b', 'c']);
    expect(story).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends']);
  });

  it('does not let it wait for other keys', async () => {
    const { story, work } = recorder();
    const mutex = new KeyedMutex();
    await Promise.all([mutex.run('one', work('a')), mutex.run('two', work('b'))]);
    expect(story.slice(0, 2)).toEqual(['a begins', 'b begins']);
  });

  it('goes on after a failure, which only its own caller sees', async () => {
    const { work } = recorder();
    const mutex = new KeyedMutex();
    const [failed, next] = await Promise.allSettled([mutex.run('key', work('a', true)), mutex.run('key', work('b'))]);
    expect(failed).toMatchObject({ status: 'rejected', reason: new Error('a') });
    expect(next).toEqual({ status: 'fulfilled', value: 'b' });
  });
});
