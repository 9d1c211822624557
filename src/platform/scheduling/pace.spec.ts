import { Pace } from './pace.js';

describe('Z7: the work on a large body', () => {
  it('pauses after each quarter of a megabyte, counted since the last pause', async () => {
    const pace = new Pace();
    const pauses: boolean[] = [];
    for (const bytes of [200_000, 62_143, 1, 262_143, 1_000_000, 100]) {
      const pause = pace.after(bytes);
      pauses.push(pause !== undefined);
      await pause;
    }
    expect(pauses).toEqual([false, false, true, false, true, false]);
  });
});
