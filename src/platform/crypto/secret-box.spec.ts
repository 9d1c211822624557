import { SecretBox, SecretBoxError } from './secret-box.js';

const box = new SecretBox('k'.repeat(32));

describe('secret box', () => {
  it('opens what it sealed for the same record', () => {
    expect(box.open(box.seal('key ü 🔔', 'record'), 'record')).toBe('key ü 🔔');
  });

  it('seals the same text differently each time', () => {
    expect(box.seal('x', 'r')).not.toBe(box.seal('x', 'r'));
  });

  it.each<[string, () => string]>([
    ['another record', () => box.open(box.seal('x', 'a'), 'b')],
    ['another key', () => new SecretBox('j'.repeat(32)).open(box.seal('x', 'a'), 'a')],
    ['a changed value', () => box.open(box.seal('x', 'a').slice(0, -8) + 'AAAAAAA=', 'a')],
    ['something that was never sealed', () => box.open('plain', 'a')],
    ['a value that is too short', () => box.open(`${box.keyId}:AAAA`, 'a')],
    ['a value without content', () => box.open(`${box.keyId}:`, 'a')],
  ])('refuses %s', (_case, open) => {
    expect(open).toThrow(SecretBoxError);
  });
});
