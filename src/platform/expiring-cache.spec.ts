import { Clock } from './clock.js';
import { ExpiringCache } from './expiring-cache.js';

class SetClock extends Clock {
  time = 0;
  override now(): Date {
    return new Date(this.time);
  }
}

describe('expiring cache', () => {
  it('forgets a value when its time is over', () => {
    const clock = new SetClock();
    const cache = new ExpiringCache<number>(clock, 10, 5);
    cache.set('a', 1);
    clock.time = 9_999;
    expect(cache.get('a')).toBe(1);
    clock.time = 10_000;
    expect(cache.get('a')).toBeUndefined();
  });

  it('keeps no more than its capacity and drops the oldest first', () => {
    const cache = new ExpiringCache<number>(new Clock(), 10, 2);
    cache.set('a', 1);
    cache.set('b', 2);
    cache.set('a', 3);
    cache.set('c', 4);
    expect([cache.get('a'), cache.get('b'), cache.get('c')]).toEqual([3, undefined, 4]);
  });

  it('loads what it does not know, once, and does not remember that there is nothing', async () => {
    const cache = new ExpiringCache<boolean>(new SetClock(), 60, 10);
    const answers = [undefined, false, true];
    const load = () => Promise.resolve(answers.shift());
    expect([await cache.getOrLoad('a', load), await cache.getOrLoad('a', load)]).toEqual([undefined, false]);
    expect([await cache.getOrLoad('a', load), answers]).toEqual([false, [true]]);
  });

  it.each<[string, (cache: ExpiringCache<string>) => void]>([
    ['deleted', (cache) => cache.delete('a')],
    ['cleared', (cache) => cache.clear()],
  ])('forgets what is %s, also what was being loaded then', async (_how, forget) => {
    const cache = new ExpiringCache<string>(new SetClock(), 60, 10);
    cache.set('a', 'old');
    forget(cache);
    expect(cache.get('a')).toBeUndefined();
    const load = async (): Promise<string> => {
      forget(cache);
      return 'old';
    };
    expect(await cache.getOrLoad('a', load)).toBe('old');
    expect(cache.get('a')).toBeUndefined();
  });

  it('remembers nothing when switched off with zero seconds', () => {
    const cache = new ExpiringCache<number>(new Clock(), 0, 2);
    cache.set('a', 1);
    expect(cache.get('a')).toBeUndefined();
  });
});
