import { Types } from 'mongoose';
import { readTrackedToken, toTrackedToken, type TrackedClaims, trackingKey } from './tracked-token.js';

const key = trackingKey('k'.repeat(64));
const messageId = new Types.ObjectId();
const opened: TrackedClaims = { kind: 'opened', messageId };
const clicked: TrackedClaims = { kind: 'clicked', messageId, url: 'https://a.example/ü?x=1', link: 2, links: 7 };
const token = toTrackedToken(clicked, key);

describe('CS81: tokens of tracked addresses', () => {
  it.each<[string, TrackedClaims]>([
    ['of a picture', opened],
    ['of a link', clicked],
  ])('say what was put in: %s', (_case, claims) => {
    const made = toTrackedToken(claims, key);
    expect(made).toMatch(/^[\w-]+$/u);
    expect(readTrackedToken(made, key)).toEqual(claims);
    expect(toTrackedToken(claims, key)).toBe(made);
  });

  it('are short', () => {
    expect(toTrackedToken(opened, key)).toHaveLength(39);
    expect(token.length).toBeLessThan(80);
  });

  it('count no more links than a byte can', () => {
    const many = toTrackedToken({ ...clicked, link: 300, links: 900 }, key);
    expect(readTrackedToken(many, key)).toMatchObject({ link: 255, links: 255 });
  });

  it.each<[string, string]>([
    ['nothing', ''],
    ['a word', 'unsubscribe'],
    ['another key', toTrackedToken(clicked, trackingKey('j'.repeat(64)))],
    ['the first character changed', `${token[0] === 'A' ? 'B' : 'A'}${token.slice(1)}`],
    ['the last character changed', `${token.slice(0, -1)}${token.endsWith('A') ? 'Q' : 'A'}`],
    ['a part', token.slice(0, -1)],
    ['more', `${token}A`],
    ['padding', `${token}=`],
    ['other letters of base64', token.replaceAll('-', '+').replaceAll('_', '/') + '+'],
    ['a space', ` ${token}`],
    ['a picture as a link', `AQ${toTrackedToken(opened, key).slice(2)}`],
    ['much too long', 'A'.repeat(5000)],
  ])('are refused: %s', (_case, changed) => {
    expect(readTrackedToken(changed, key)).toBeUndefined();
  });
});
