import { defaultIdentifier } from './identifier.js';

describe('the identifier of a subscription that is given none', () => {
  it('names the topic and the subscriber', () => {
    expect(defaultIdentifier('orders', 'ada', [])).toBe('tk_orders:si_ada');
  });

  it('C6: names the contexts in one order', () => {
    expect(defaultIdentifier('orders', 'ada', ['tenant:acme', 'app:shop'])).toBe(
      'tk_orders:si_ada:ctx_app:shop,tenant:acme',
    );
  });

  it('TS1: has at most 512 characters and still tells long ones apart', () => {
    const long = (last: string) => defaultIdentifier('t'.repeat(256), `${'s'.repeat(511)}${last}`, []);
    expect(long('a')).toHaveLength(512);
    expect(long('a')).not.toBe(long('b'));
    expect(long('a')).toBe(long('a'));
    expect(long('a')).toMatch(/^tk_t+:si_s+~[0-9a-f]{64}$/);
  });

  it('is not cut within a character', () => {
    for (const start of ['', 'x']) {
      const identifier = defaultIdentifier('orders', start + '🎈'.repeat(255), ['tenant:acme']);
      expect(identifier.length).toBeLessThanOrEqual(512);
      expect(identifier).not.toMatch(/\p{Cs}/u);
    }
  });
});
