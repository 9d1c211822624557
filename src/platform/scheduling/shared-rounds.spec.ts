import { setImmediate } from 'node:timers/promises';
import { SharedRounds } from './shared-rounds.js';

describe('Z7: rounds in which owners share', () => {
  let now: number;
  let rounds: SharedRounds;
  /** The owners of the work that has begun. */
  let begun: string;
  /** End the work in progress, oldest first. */
  let ends: { owner: string; end: () => void }[];
  let timers: Set<{ at: number; call: () => void }>;

  beforeEach(() => {
    now = 0;
    timers = new Set();
    const setTimeout = (call: () => void, milliseconds: number) => {
      const timer = { at: now + milliseconds, call };
      timers.add(timer);
      return timer;
    };
    const clearTimeout = (timer: { at: number; call: () => void }) => timers.delete(timer);
    rounds = new SharedRounds({ pieces: 3, piecesWithoutPause: 1, pauseMs: 20 }, () => now, {
      setTimeout,
      clearTimeout,
    } as never);
    begun = '';
    ends = [];
  });

  /** Requests a piece of work that ends when it is told; `fails`: with an error. */
  const piece = (owner: string, fails = false) =>
    rounds.run(owner, async () => {
      begun += owner;
      await new Promise<void>((end) => ends.push({ owner, end }));
      if (fails) throw new Error(owner);
      return owner;
    });
  /** Requests pieces of work, one for each letter. */
  const request = (owners: string): void => {
    for (const owner of owners) void piece(owner);
  };
  /** What has begun since the last look. */
  const since = async (): Promise<string> => {
    await setImmediate();
    const seen = begun;
    begun = '';
    return seen;
  };
  /** Ends the oldest work in progress of each of these owners. */
  const end = async (owners: string) => {
    for (const owner of owners) {
      await setImmediate();
      const oldest = ends.find((one) => one.owner === owner)!;
      ends.splice(ends.indexOf(oldest), 1);
      oldest.end();
      await setImmediate();
    }
  };
  const forward = (milliseconds: number) => {
    now += milliseconds;
    for (const timer of [...timers].filter(({ at }) => at <= now)) {
      timers.delete(timer);
      timer.call();
    }
  };

  it('none for an owner that is alone', async () => {
    request('aaaaa');
    expect(await since()).toBe('aaaaa');
    await end('aa');
    request('a');
    expect(await since()).toBe('a');
  });

  it('what is requested during a round begins together when it and its pause are over', async () => {
    request('ba');
    expect(await since()).toBe('ba');
    request('aa');
    await end('a');
    request('a');
    forward(19);
    expect(await since()).toBe('');
    forward(1);
    expect(await since()).toBe('aaa');
  });

  it('a round has a limited number of pieces, in the order of their requests, and ends with the last of them', async () => {
    request('baaaaaa');
    expect(await since()).toBe('ba');
    await end('a');
    forward(20);
    expect(await since()).toBe('aaa');
    await end('aa');
    forward(20);
    expect(await since()).toBe('');
    await end('a');
    forward(20);
    expect(await since()).toBe('aa');
  });

  it('one that requests few pieces at a time has no pauses', async () => {
    request('b');
    for (let time = 0; time < 3; time += 1) {
      request('a');
      expect(await since()).toBe(time === 0 ? 'ba' : 'a');
      await end('a');
    }
    expect(timers.size).toBe(0);
  });

  it('work that had begun before there was another owner ends; what is requested then waits for it', async () => {
    request('aaaa');
    request('ba');
    expect(await since()).toBe('aaaab');
    await end('aaa');
    forward(20);
    expect(await since()).toBe('');
    await end('a');
    forward(20);
    expect(await since()).toBe('a');
  });

  it('when the other has done nothing for a second all that waits begins', async () => {
    request('baaaaaa');
    await end('b');
    expect(await since()).toBe('ba');
    now = 1001;
    await end('a');
    expect(await since()).toBe('aaaaa');
  });

  it('what is in progress may hang: nothing waits for longer than a quarter of a second', async () => {
    request('baa');
    expect(await since()).toBe('ba');
    forward(249);
    expect(await since()).toBe('');
    forward(1);
    expect(await since()).toBe('a');
    expect(timers.size).toBe(0);
  });

  it('a failure ends a piece like its success, and only its own caller sees it', async () => {
    request('b');
    const failed = piece('a', true).catch((error: Error) => `failed ${error.message}`);
    const second = piece('a');
    await end('a');
    expect(await failed).toBe('failed a');
    forward(20);
    await end('a');
    expect(await second).toBe('a');
  });

  it('tell whether others are active', async () => {
    expect(rounds.isShared('a')).toBe(false);
    request('a');
    expect(rounds.isShared('a')).toBe(false);
    expect(rounds.isShared('b')).toBe(true);
    now = 2000;
    expect(rounds.isShared('b')).toBe(true);
    await end('a');
    expect(rounds.isShared('b')).toBe(false);
  });
});
