import { cutTo, fit, lengthOf } from './fit.js';
import { smsSegments } from './sms-segments.js';
import { CHAT_ADAPTERS, PUSH_ADAPTERS, SMS_ADAPTERS } from '../providers.js';

const FAMILY = '👨‍👩‍👧‍👦';

describe('a text that is too long', () => {
  it.each([
    ['abcdef', { max: 6, unit: 'units' }, 'abcdef'],
    ['abcdefg', { max: 6, unit: 'units' }, 'abcde…'],
    ['one two', { max: 5, unit: 'units' }, 'one…'],
    [`ab${FAMILY}cd`, { max: 6, unit: 'units' }, 'ab…'],
    [`ab${FAMILY}cd`, { max: 6, unit: 'characters' }, 'ab…'],
    [`ab${FAMILY}cdefgh`, { max: 11, unit: 'characters' }, `ab${FAMILY}c…`],
    ['äöüäöü', { max: 9, unit: 'bytes' }, 'äöü…'],
    ['e\u0301e\u0301e\u0301', { max: 4, unit: 'characters' }, 'e\u0301…'],
  ] as const)('%j within %j is cut at a visible character', (text, limit, expected) => {
    const cut = cutTo(text, limit);
    expect(cut).toBe(expected);
    expect(lengthOf(cut, limit.unit)).toBeLessThanOrEqual(limit.max);
  });

  it('of half a million units is cut as quickly as a short one', () => {
    for (const hostile of ['x', FAMILY, 'e\u0301', 'x\u0301\u0301\u0301\u0301'])
      expect(lengthOf(cutTo(hostile.repeat(500_000 / hostile.length), { max: 40_000, unit: 'units' }), 'units')).toBe(
        40_000 - ((40_000 - 1) % hostile.length),
      );
  });

  it('is cut to a number of segments, and stays in their alphabet', () => {
    const cut = cutTo('x'.repeat(2000), { max: 9, unit: 'segments' });
    expect(smsSegments(cut)).toEqual({ encoding: 'GSM-7', units: 9 * 153, segments: 9 });
    expect(cut.endsWith('x...')).toBe(true);
  });

  it('is reported, and the message stays as it was otherwise', () => {
    const content = {
      channel: 'chat' as const,
      target: { kind: 'phone' as const, number: '+1' },
      body: 'x'.repeat(50),
    };
    const limits = { body: { max: 10, unit: 'units' as const } };
    expect(fit(content, limits)).toEqual({
      content: { ...content, body: `${'x'.repeat(9)}…` },
      cuts: [{ field: 'body', max: 10, unit: 'units', length: 50 }],
    });
    expect(fit({ ...content, body: 'short' }, limits).cuts).toEqual([]);
    expect(fit(content).content).toEqual(content);
  });

  it('of a push notification has what title and data leave', () => {
    const content = {
      channel: 'push' as const,
      token: 'a',
      title: 'Order',
      body: 'ü"'.repeat(900),
      data: { order: '7'.repeat(1000) },
    };
    const { content: cut } = fit(content, { body: { max: 2000, unit: 'bytes' } });
    const { title, body, data } = cut;
    expect(Buffer.byteLength(JSON.stringify({ title, body, data }))).toBeLessThanOrEqual(2000);
    expect(body.length).toBeGreaterThan(400);
  });

  it('is never refused for its length by a service that states a limit', () => {
    const limits = [...CHAT_ADAPTERS, ...SMS_ADAPTERS, ...PUSH_ADAPTERS].flatMap((one) => one.limits?.body ?? []);
    expect(limits.length).toBeGreaterThan(25);
    for (const limit of limits)
      expect(lengthOf(cutTo(`${FAMILY}ß`.repeat(9000), limit), limit.unit)).toBeLessThanOrEqual(limit.max);
  });
});
