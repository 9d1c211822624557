import { hashRecoveryCode, newRecoveryCodes, otpauthUri, stepOf } from './one-time-codes.js';

/** The secret of RFC 6238, appendix B: `12345678901234567890` in base32. */
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

describe('AC9: one-time codes', () => {
  it.each([
    [59, '287082', 1],
    [1_111_111_109, '081804', 37_037_036],
    [1_234_567_890, '005924', 41_152_263],
    [2_000_000_000, '279037', 66_666_666],
    [20_000_000_000, '353130', 666_666_666],
  ])('at %d seconds %s belongs to step %d', (seconds, code, step) => {
    expect(stepOf(code, SECRET, new Date(seconds * 1000))).toBe(step);
  });

  it.each([
    [-31, undefined],
    [-30, 41_152_263],
    [0, 41_152_263],
    [59, 41_152_263],
    [60, undefined],
  ])('005924 is that of step 41152263 when it is entered %d seconds after the step began: %s', (seconds, step) => {
    expect(stepOf('005924', SECRET, new Date((41_152_263 * 30 + seconds) * 1000))).toBe(step);
  });

  it.each(['005925', '5924', '0059240', '', 'abcdef', '٠٠٥٩٢٤', '005924x'])('%s is none', (code) => {
    expect(stepOf(code, SECRET, new Date(1_234_567_890_000))).toBeUndefined();
  });

  it('may have spaces in it, as apps show it', () => {
    expect(stepOf(' 005 924', SECRET, new Date(1_234_567_890_000))).toBe(41_152_263);
  });

  it('has an address for authenticator apps', () => {
    const uri = new URL(otpauthUri(SECRET, 'ada@example.com'));
    expect(uri.href).toMatch(/^otpauth:\/\/totp\/Carillon:ada(@|%40)example\.com\?/);
    expect(Object.fromEntries(uri.searchParams)).toMatchObject({ secret: SECRET, issuer: 'Carillon' });
  });
});

describe('AC10: recovery codes', () => {
  it('are ten different ones, found however they are typed', () => {
    const codes = newRecoveryCodes();
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) {
      expect(code).toMatch(/^([a-z2-7]{4}-){3}[a-z2-7]{4}$/);
      const typed = ` ${code.toUpperCase().replaceAll('-', ' ')}`;
      expect(hashRecoveryCode(typed)).toBe(hashRecoveryCode(code));
    }
  });
});
