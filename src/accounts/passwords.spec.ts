import { hashPassword, verifyPassword } from './passwords.js';

describe('passwords', () => {
  it('are verified against their hash, which contains the parameters', async () => {
    const stored = await hashPassword('correct horse battery');
    expect(stored.scrypt).toEqual({ N: 131_072, r: 8, p: 1 });
    expect(await verifyPassword('correct horse battery', stored)).toBe(true);
    expect(await verifyPassword('correct horse batterz', stored)).toBe(false);
    expect(JSON.stringify(stored)).not.toContain('horse');
  });

  it('have a salt of their own each time', async () => {
    const [one, other] = await Promise.all([
      hashPassword('correct horse battery'),
      hashPassword('correct horse battery'),
    ]);
    expect(one.hash).not.toBe(other.hash);
  });

  it('are the same however their characters were composed', async () => {
    const stored = await hashPassword('Zürich is long'.normalize('NFC'));
    expect(await verifyPassword('Zürich is long'.normalize('NFD'), stored)).toBe(true);
  });

  it('are never right for an account without one', async () => {
    expect(await verifyPassword('', undefined)).toBe(false);
  });
});
