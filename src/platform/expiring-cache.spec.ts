import { Clock } from './clock.js';
import { ExpiringCache } from './expiring-cache.js';

function withResolvers<T>() {
  let [resolve, reject]: [(value: T) => void, (error: Error) => void] = [() => undefined, () => undefined];
  const promise = new Promise<T>((...functions) => ([resolve, reject] = functions));
  return { promise, resolve, reject };
}

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

  it('loads once for all who miss a value at the same time, also when that fails', async () => {
    const cache = new ExpiringCache<number>(new SetClock(), 60, 10);
    const [broken, sound] = [withResolvers<number>(), withResolvers<number>()];
    const loads = [broken, sound];
    const ask = () => cache.getOrLoad('a', () => loads.shift()!.promise);
    const failing = [ask(), ask()];
    broken.reject(new Error('no store'));
    for (const one of failing) await expect(one).rejects.toThrow('no store');
    const asking = [ask(), ask(), ask()];
    sound.resolve(1);
    expect(await Promise.all(asking)).toEqual([1, 1, 1]);
    expect(await ask()).toBe(1);
  });

  it('shares no load that began before a deletion, and keeps only what was loaded after it', async () => {
    const cache = new ExpiringCache<string>(new SetClock(), 60, 10);
    const [old, fresh] = [withResolvers<string>(), withResolvers<string>()];
    const before = cache.getOrLoad('a', () => old.promise);
    cache.delete('a');
    const after = cache.getOrLoad('a', () => fresh.promise);
    old.resolve('old');
    expect(await before).toBe('old');
    fresh.resolve('new');
    expect([await after, cache.get('a')]).toEqual(['new', 'new']);
  });

  it('shares nothing when switched off with zero seconds', async () => {
    const cache = new ExpiringCache<number>(new SetClock(), 0, 10);
    let loads = 0;
    const ask = () => cache.getOrLoad('a', () => Promise.resolve(++loads));
    expect(await Promise.all([ask(), ask()])).toEqual([1, 2]);
  });

  it('loads all that it does not know together, and remembers what was found', async () => {
    const cache = new ExpiringCache<number>(new SetClock(), 60, 10);
    const keyOf = (name: string) => `own ${name}`;
    const loads: string[][] = [];
    const load = (missing: string[]) => {
      loads.push(missing);
      return Promise.resolve(new Map(missing.filter((name) => name !== 'none').map((name) => [name, name.length])));
    };
    cache.set('own a', 0);
    const found = await cache.getMany(['a', 'bb', 'none', 'bb'], keyOf, load);
    expect(Object.fromEntries(found)).toEqual({ a: 0, bb: 2 });
    expect(Object.fromEntries(await cache.getMany(['bb', 'a', 'none'], keyOf, load))).toEqual({ a: 0, bb: 2 });
    expect(Object.fromEntries(await cache.getMany(['a', 'bb'], keyOf, load))).toEqual({ a: 0, bb: 2 });
    expect(loads).toEqual([['bb', 'none'], ['none']]);
    expect(cache.get('bb')).toBeUndefined();
  });

  it('remembers that there is nothing when a null says so', async () => {
    const cache = new ExpiringCache<null>(new SetClock(), 60, 10);
    const loads: string[][] = [];
    const load = (missing: string[]) => {
      loads.push(missing);
      return Promise.resolve(new Map(missing.map((name) => [name, null])));
    };
    for (let time = 0; time < 2; time += 1) {
      expect(await cache.getMany(['a'], String, load)).toEqual(new Map([['a', null]]));
    }
    expect(loads).toEqual([['a']]);
  });

  it('returns all that it has loaded, even more than it can keep', async () => {
    const cache = new ExpiringCache<string>(new SetClock(), 60, 2);
    const load = (missing: string[]) => Promise.resolve(new Map(missing.map((name) => [name, name])));
    expect([...(await cache.getMany(['a', 'b', 'c'], String, load)).values()]).toEqual(['a', 'b', 'c']);
    expect([cache.get('a'), cache.get('b'), cache.get('c')]).toEqual([undefined, 'b', 'c']);
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
    const loadMany = async (): Promise<Map<string, string>> => new Map([['a', await load()]]);
    expect(await cache.getMany(['a'], String, loadMany)).toEqual(new Map([['a', 'old']]));
    expect(cache.get('a')).toBeUndefined();
  });

  it('remembers nothing when switched off with zero seconds', () => {
    const cache = new ExpiringCache<number>(new Clock(), 0, 2);
    cache.set('a', 1);
    expect(cache.get('a')).toBeUndefined();
  });
});
