import { assertEnoughOpenFiles, connectionShares, parseOpenFileLimit } from './open-files.js';

const LIMITS = (soft: string) =>
  `Limit                     Soft Limit           Hard Limit           Units     \nMax open files            ${soft}                 65536                files     \n`;

describe('the limit of open files', () => {
  it.each([
    ['1024', 1024],
    ['unlimited', undefined],
  ])('%s is read as %s', (soft, limit) => {
    expect(parseOpenFileLimit(LIMITS(soft))).toBe(limit);
  });

  it('that is too low to start keeps the process from starting, with what to do', () => {
    expect(() => assertEnoughOpenFiles(256)).toThrow(
      /^this process may have 256 files .* \(ulimit -n\), and needs 1024 at least: raise the limit with `ulimit -n 65536`/,
    );
    for (const limit of [1024, 65_536]) expect(() => assertEnoughOpenFiles(limit)).not.toThrow();
  });

  it.each([
    [1024, true, { main: 384, legacy: 128 }],
    [1024, false, { main: 512, legacy: 0 }],
    [65_536, true, { main: 48_768, legacy: 16_256 }],
    [300, false, { main: 150, legacy: 0 }],
  ])('%d leaves clients some, and keeps the rest for the process (legacy API: %s)', (limit, servesLegacy, shares) => {
    expect(connectionShares(limit, servesLegacy)).toEqual(shares);
  });
});
