import { setImmediate } from 'node:timers/promises';
import { SharedSlots } from './shared-slots.js';

describe('Z7: slots that owners share', () => {
  let now: number;
  let slots: SharedSlots;
  let running: string[];
  let ends: (() => void)[];
  /** What begins waiting work after its time, by the milliseconds. */
  let timers: Map<unknown, { begin: () => void; milliseconds?: number }>;

  beforeEach(() => {
    now = 0;
    timers = new Map();
    const setTimeout = (begin: () => void, milliseconds?: number) => {
      const timer = Symbol();
      timers.set(timer, { begin, milliseconds });
      return timer;
    };
    const clearTimeout = (timer: unknown) => timers.delete(timer);
    slots = new SharedSlots(2, () => now, { setTimeout, clearTimeout } as never);
    running = [];
    ends = [];
  });

  /** Begins work that ends when it is told, in the order of its beginning. */
  const begin = (owner: string, fails = false) =>
    slots.run(owner, async () => {
      running.push(owner);
      await new Promise<void>((end) => ends.push(end));
      if (fails) throw new Error(owner);
      return owner;
    });
  const begun = async (): Promise<string> => {
    await setImmediate();
    return running.join('');
  };
  const endAt = (index: number) => ends.splice(index, 1).forEach((end) => end());
  const endNext = () => endAt(0);

  it('are not limited for one that is alone', async () => {
    for (let n = 0; n < 5; n++) void begin('a');
    expect(await begun()).toBe('aaaaa');
  });

  it('are limited while another one is active, for both, and keep the order of each', async () => {
    void begin('b');
    for (let n = 0; n < 4; n++) void begin('a');
    for (let n = 0; n < 2; n++) void begin('b');
    expect(await begun()).toBe('baab');
    endNext();
    expect(await begun()).toBe('baabb');
    endNext();
    expect(await begun()).toBe('baabba');
  });

  it('are not taken from work that had begun before there was another', async () => {
    for (let n = 0; n < 4; n++) void begin('a');
    void begin('b');
    void begin('a');
    expect(await begun()).toBe('aaaab');
    endNext();
    endNext();
    expect(await begun()).toBe('aaaab');
    endNext();
    expect(await begun()).toBe('aaaaba');
  });

  it('are unlimited again when the other has done nothing for a second: all that waits begins', async () => {
    void begin('b');
    for (let n = 0; n < 5; n++) void begin('a');
    endNext();
    now = 999;
    endNext();
    expect(await begun()).toBe('baaa');
    now = 1001;
    endNext();
    expect(await begun()).toBe('baaaaa');
  });

  it('do not hold work up for longer than a quarter of a second, because what is in progress may hang', async () => {
    void begin('b');
    for (let n = 0; n < 4; n++) void begin('a');
    expect(await begun()).toBe('baa');
    expect([...timers.values()].map(({ milliseconds }) => milliseconds)).toEqual([250, 250]);
    [...timers.values()].at(0)?.begin();
    expect(await begun()).toBe('baaa');
    endAt(1);
    endAt(1);
    expect(await begun()).toBe('baaaa');
    expect(timers.size).toBe(0);
  });

  it('are free again after a failure, which only its own caller sees', async () => {
    void begin('b');
    const failed = begin('a', true).catch((error: Error) => `failed ${error.message}`);
    void begin('a');
    const third = begin('a');
    await setImmediate();
    endAt(1);
    expect(await failed).toBe('failed a');
    expect(await begun()).toBe('baaa');
    endAt(2);
    expect(await third).toBe('a');
  });

  it('tell whether others are active', async () => {
    expect(slots.isShared('a')).toBe(false);
    void begin('a');
    expect(slots.isShared('a')).toBe(false);
    expect(slots.isShared('b')).toBe(true);
    now = 2000;
    expect(slots.isShared('b')).toBe(true);
    endNext();
    await begun();
    expect(slots.isShared('b')).toBe(false);
  });
});
