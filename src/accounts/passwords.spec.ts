import { PasswordCost, Passwords } from './passwords.js';

const CHEAP = { N: 256, r: 8, p: 1 };

describe('passwords', () => {
  const passwords = new Passwords(CHEAP);

  it('AC8: are hashed with the work that OWASP recommends, and verified against their hash, which says how much', async () => {
    const present = new Passwords(new PasswordCost());
    const stored = await present.hash('correct horse battery');
    expect(stored.scrypt).toEqual({ N: 131_072, r: 8, p: 1 });
    expect(await present.verify('correct horse battery', stored)).toBe(true);
    expect(await present.verify('correct horse batterz', stored)).toBe(false);
    expect(JSON.stringify(stored)).not.toContain('horse');
  });

  it.each([
    ['less', { N: 128, r: 8, p: 1 }, true],
    ['as much', CHEAP, false],
    ['more', { N: 512, r: 8, p: 2 }, false],
  ])(
    'AC8: are verified against a hash that took %s work, which is replaced if that was less',
    async (_much, cost, isWeaker) => {
      const stored = await new Passwords(cost).hash('correct horse battery');
      expect(await passwords.verify('correct horse battery', stored)).toBe(true);
      expect(await passwords.verify('correct horse batterz', stored)).toBe(false);
      expect(passwords.isWeaker(stored)).toBe(isWeaker);
    },
  );

  it('have a salt of their own each time', async () => {
    const one = await passwords.hash('correct horse battery');
    expect((await passwords.hash('correct horse battery')).hash).not.toBe(one.hash);
  });

  it('are the same however their characters were composed', async () => {
    const stored = await passwords.hash('Zürich is long'.normalize('NFC'));
    expect(await passwords.verify('Zürich is long'.normalize('NFD'), stored)).toBe(true);
  });

  it('are never right for an account without one', async () => {
    expect(await passwords.verify('', undefined)).toBe(false);
  });
});
