import { setImmediate as nextTurn } from 'node:timers/promises';
import { TooManyRequestsException } from '../errors/exceptions.js';
import { LimitedWork } from './limited-work.js';

/** Work whose pieces end in the order in which they were begun, when the test says so. */
function scene(atOnce: number, limits: { perKey: number; inAll: number }) {
  const limited = new LimitedWork(atOnce, { ...limits, refusal: 'Too many' });
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const refused: string[] = [];
  const run = (name: string, key: string, isKnown = false): Promise<void> =>
    limited
      .run({ key, isKnown }, () => {
        begun.push(name);
        return new Promise<void>((resolve) => ends.push(resolve));
      })
      .catch((error: unknown) => {
        expect(error).toBeInstanceOf(TooManyRequestsException);
        refused.push(name);
      });
  const finish = async (all: Promise<void>[]): Promise<void> => {
    const over = Promise.all(all).then(() => true);
    do ends.shift()?.();
    while (!(await Promise.race([over, nextTurn(false)])));
  };
  return { limited, run, finish, begun, refused };
}

describe('AC8: limited work', () => {
  it('runs two at a time, of one caller in their order, and refuses what would wait behind three', async () => {
    const { limited, run, finish, begun, refused } = scene(2, { perKey: 3, inAll: 10 });
    const all = ['1', '2', '3', '4', '5', '6'].map((name) => run(name, 'a', true));
    await Promise.resolve();
    expect(begun).toEqual(['1', '2']);
    await finish(all);
    expect({ begun, refused }).toEqual({ begun: ['1', '2', '3', '4', '5'], refused: ['6'] });
    await expect(limited.run({ key: 'a', isKnown: false }, () => Promise.resolve('free again'))).resolves.toBe(
      'free again',
    );
  });

  it('goes on after work that fails', async () => {
    const limited = new LimitedWork(1, { perKey: 1, inAll: 1, refusal: 'Too many' });
    const turn = { key: 'a', isKnown: false };
    const failing = limited.run(turn, () => Promise.reject(new Error('failed')));
    const next = limited.run(turn, () => Promise.resolve('done'));
    await expect(failing).rejects.toThrow('failed');
    await expect(next).resolves.toBe('done');
  });

  it('keeps a place for those who are known', async () => {
    const { run, finish, begun } = scene(2, { perKey: 3, inAll: 10 });
    const all = [run('a1', 'a'), run('a2', 'a'), run('k1', 'k', true)];
    await Promise.resolve();
    expect(begun).toEqual(['a1', 'k1']);
    await finish(all);
    expect(begun).toEqual(['a1', 'k1', 'a2']);
  });

  it('lets callers take turns, and those who are known go first', async () => {
    const { run, finish, begun } = scene(1, { perKey: 5, inAll: 30 });
    const all = ['a1', 'a2', 'a3', 'b1', 'c1'].map((name) => run(name, name.charAt(0)));
    all.push(...['k1', 'k2', 'l1'].map((name) => run(name, name.charAt(0), true)));
    await finish(all);
    expect(begun).toEqual(['a1', 'k1', 'l1', 'k2', 'a2', 'b1', 'c1', 'a3']);
  });

  it('makes room for a caller among strangers who wait with much', async () => {
    const { run, finish, begun, refused } = scene(1, { perKey: 3, inAll: 4 });
    const all = ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1', 'd1'].map((name) => run(name, name.charAt(0)));
    await finish(all);
    expect(refused).toEqual(['a4', 'a3', 'b2']);
    expect(begun).toEqual(['a1', 'a2', 'b1', 'c1', 'd1']);
  });
});
