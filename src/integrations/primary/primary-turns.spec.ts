import { setImmediate } from 'node:timers/promises';
import { Types } from 'mongoose';
import { PrimaryTurns } from './primary-turns.js';

describe('turns for the primary mark', () => {
  const environment = new Types.ObjectId();

  /** Work that notes when it begins and ends. */
  function work(story: string[], name: string, error?: Error) {
    return async () => {
      story.push(`${name} begins`);
      await setImmediate();
      story.push(`${name} ends`);
      if (error) throw error;
      return name;
    };
  }

  it('are taken one after the other, also when one fails, and give what the work gives', async () => {
    const turns = new PrimaryTurns();
    const story: string[] = [];
    const results = await Promise.allSettled([
      turns.take(environment, 'email', work(story, 'a')),
      turns.take(environment, 'email', work(story, 'b', new Error('no'))),
      turns.take(environment, 'email', work(story, 'c')),
    ]);
    expect(story).toEqual(['a', 'b', 'c'].flatMap((name) => [`${name} begins`, `${name} ends`]));
    expect(results).toMatchObject([{ value: 'a' }, { reason: new Error('no') }, { value: 'c' }]);
    expect(await turns.take(environment, 'email', work(story, 'd'))).toBe('d');
  });

  it('of other channels and environments are taken meanwhile', async () => {
    const turns = new PrimaryTurns();
    const story: string[] = [];
    await Promise.all([
      turns.take(environment, 'email', work(story, 'a')),
      turns.take(environment, 'sms', work(story, 'b')),
      turns.take(new Types.ObjectId(), 'email', work(story, 'c')),
    ]);
    expect(story.slice(0, 3)).toEqual(['a begins', 'b begins', 'c begins']);
  });
});
