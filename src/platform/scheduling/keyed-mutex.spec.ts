import { setImmediate } from 'node:timers/promises';
import { KeyedMutex } from './keyed-mutex.js';

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
    expect(await Promise.all(['a', 'b', 'c'].map((name) => mutex.runExclusive('key', work(name))))).toEqual([
      'a',
      'b',
      'c',
    ]);
    expect(story).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends']);
  });

  it('does not let it wait for other keys', async () => {
    const { story, work } = recorder();
    const mutex = new KeyedMutex();
    await Promise.all([mutex.runExclusive('one', work('a')), mutex.runExclusive('two', work('b'))]);
    expect(story.slice(0, 2)).toEqual(['a begins', 'b begins']);
  });

  it('goes on after a failure, which only its own caller sees', async () => {
    const { work } = recorder();
    const mutex = new KeyedMutex();
    const [failed, next] = await Promise.allSettled([
      mutex.runExclusive('key', work('a', true)),
      mutex.runExclusive('key', work('b')),
    ]);
    expect(failed).toMatchObject({ status: 'rejected', reason: new Error('a') });
    expect(next).toEqual({ status: 'fulfilled', value: 'b' });
  });
});
