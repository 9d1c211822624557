import { setImmediate } from 'node:timers/promises';
import { Turns } from './turns.js';

describe('turns', () => {
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

  it('come one after the other for one key, in their order', async () => {
    const { story, work } = recorder();
    const turns = new Turns();
    expect(await Promise.all(['a', 'b', 'c'].map((name) => turns.take('key', work(name))))).toEqual(['a', 'b', 'c']);
    expect(story).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends']);
  });

  it('do not wait for other keys', async () => {
    const { story, work } = recorder();
    const turns = new Turns();
    await Promise.all([turns.take('one', work('a')), turns.take('two', work('b'))]);
    expect(story.slice(0, 2)).toEqual(['a begins', 'b begins']);
  });

  it('go on after a failure, which only its own caller sees', async () => {
    const { work } = recorder();
    const turns = new Turns();
    const [failed, next] = await Promise.allSettled([turns.take('key', work('a', true)), turns.take('key', work('b'))]);
    expect(failed).toMatchObject({ status: 'rejected', reason: new Error('a') });
    expect(next).toEqual({ status: 'fulfilled', value: 'b' });
  });
});
