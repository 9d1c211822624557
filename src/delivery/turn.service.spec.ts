import { Shares } from './turn.service.js';

describe('shares of a worker', () => {
  it('an environment has so many turns at a time, whatever others have', () => {
    const shares = new Shares(2);
    expect(['a', 'a', 'a', 'b', 'b', 'b'].map((one) => shares.begin(one))).toEqual([
      true,
      true,
      false,
      true,
      true,
      false,
    ]);
  });

  it('a turn that was refused is made up for once, by the first that ends', () => {
    const shares = new Shares(2);
    for (const one of ['a', 'a', 'a', 'a', 'b']) shares.begin(one);
    expect([shares.end('b'), shares.end('a'), shares.end('a')]).toEqual([false, true, false]);
  });

  it('has room again when a turn has ended', () => {
    const shares = new Shares(1);
    expect([shares.begin('a'), shares.begin('a')]).toEqual([true, false]);
    expect(shares.end('a')).toBe(true);
    expect([shares.begin('a'), shares.end('a')]).toEqual([true, false]);
  });
});
