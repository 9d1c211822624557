import { Types } from 'mongoose';
import { SecretBox } from '../../platform/crypto/secret-box.js';
import { isExpired, type LinkClaims, readClaims, readToken, toToken } from './link-token.js';

const box = new SecretBox('k'.repeat(64));
const now = new Date('2026-03-01T00:00:00.000Z');
const least: LinkClaims = {
  opens: 'choices',
  environmentId: new Types.ObjectId(),
  subscriberId: new Types.ObjectId(),
  contextKeys: [],
};
const most: LinkClaims = {
  ...least,
  opens: 'unsubscribe',
  contextKeys: ['tenant:acme', 'app:é'],
  workflowId: new Types.ObjectId(),
  category: 'Product news 📣',
  channel: 'email',
  expiresAt: new Date('2026-03-01T00:00:01.000Z'),
};

describe('tokens of links', () => {
  it.each<[string, LinkClaims]>([
    ['least', least],
    ['most', most],
  ])('say what was put in: %s', (_case, claims) => {
    const token = toToken(claims, box);
    expect(token).toMatch(/^[\w-]+$/u);
    expect(readToken(token, box, now)).toEqual(claims);
  });

  it('are the same for the same claims, so that an attempt does not change its message', () => {
    expect(toToken(most, box)).toBe(toToken({ ...most }, box));
    expect(toToken(most, box)).not.toBe(toToken({ ...most, channel: 'sms' }, box));
  });

  it('say nothing without the key', () => {
    const token = Buffer.from(toToken(most, box), 'base64url');
    for (const part of ['tenant', 'Product', String(most.subscriberId)]) expect(token.includes(part)).toBe(false);
    expect(token.includes(Buffer.from(most.subscriberId.id))).toBe(false);
  });

  it.each<[string, (token: string) => string | undefined]>([
    ['nothing', () => ''],
    ['another key', (token) => token && toToken(least, new SecretBox('j'.repeat(64)))],
    ['a changed character', (token) => `${token.slice(0, 30)}${token[30] === 'A' ? 'B' : 'A'}${token.slice(31)}`],
    ['a part', (token) => token.slice(0, -2)],
    ['another text', () => 'preferences'],
    ['what the key sealed for another use', () => box.seal('[0]', 'other').split(':')[1]],
  ])('are refused: %s', (_case, change) => {
    expect(readToken(change(toToken(least, box)) ?? '', box, now)).toBeUndefined();
  });

  it.each([0, 1, 2])('are refused in any other spelling: %s characters more', (more) => {
    // Tokens of three lengths: the last character has spare bits in two of them.
    const token = toToken({ ...least, contextKeys: ['a:b'.padEnd(3 + more, 'b')] }, box);
    expect(readToken(token, box, now)).toBeDefined();
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    const others = Array.from(alphabet, (last) => token.slice(0, -1) + last).filter((one) => one !== token);
    const longer = ['A', '=', '==', '.', ' ', '%', '!', '\n', 'ä'].map((end) => token + end);
    const inside = ['.', '=', ' ', '+'].map((one) => `${token.slice(0, 9)}${one}${token.slice(9)}`);
    const accepted = [...others, ...longer, ...inside].filter((one) => readToken(one, box, now));
    expect(accepted).toEqual([]);
  });

  it('expire', () => {
    const end = new Date('2026-03-01T00:00:01.000Z');
    expect(readToken(toToken(most, box), box, end)).toBeUndefined();
    expect(readClaims(toToken(most, box), box)).toEqual(most);
    expect(isExpired(most, end)).toBe(true);
    expect(isExpired(least, end)).toBe(false);
  });
});
