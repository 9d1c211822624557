import { SharedWork } from './shared-work.js';

describe('work that callers share', () => {
  const shared = new SharedWork<string>();

  /** Work that resolves when it is told to end, or when `finish` is called. */
  function start() {
    let begun = 0;
    let finish = (_result: string): void => undefined;
    const work = (signal: AbortSignal): Promise<string> =>
      new Promise((resolve) => {
        begun += 1;
        finish = resolve;
        signal.addEventListener('abort', () => resolve('ended'));
      });
    return { work, finish: (result: string) => finish(result), begun: () => begun };
  }

  it('runs once for all who ask for the same, and again afterwards', async () => {
    const { work, finish, begun } = start();
    const { signal } = new AbortController();
    const results = [shared.join('a', signal, work), shared.join('a', signal, work)];
    finish('done');
    expect(await Promise.all(results)).toEqual(['done', 'done']);
    expect(begun()).toBe(1);
    const again = shared.join('a', signal, work);
    finish('again');
    expect(await again).toBe('again');
  });

  it('ends when the last caller has left; a later caller begins it again', async () => {
    const { work, finish, begun } = start();
    const [first, second] = [new AbortController(), new AbortController()];
    const results = [shared.join('a', first.signal, work), shared.join('a', second.signal, work)];
    first.abort();
    const third = new AbortController();
    results.push(shared.join('a', third.signal, work));
    second.abort();
    expect(begun()).toBe(1);
    third.abort();
    expect(await Promise.all(results)).toEqual(['ended', 'ended', 'ended']);
    const later = shared.join('a', new AbortController().signal, work);
    finish('done');
    expect(await later).toBe('done');
    expect(begun()).toBe(2);
  });

  it('ends for a caller who has left before', async () => {
    expect(await shared.join('a', AbortSignal.abort(), start().work)).toBe('ended');
  });
});
