import { smsSegments } from './sms-segments.js';
import { plainSms } from './gsm-text.js';

describe('M3: a text message without typographic characters', () => {
  it.each([
    ['“It’s here” – today…', '"It\'s here" - today...'],
    ['a\u00a0b\u202fc\u2009d\te', 'a b c d e'],
    ['so\u00adft\u200b', 'soft'],
    ['• one\u2028• two', '* one\n* two'],
    ['cafe\u0301', 'café'],
    ['5 € ~ Grüße', '5 € ~ Grüße'],
  ])('%j is %j', (text, expected) => {
    expect(plainSms(text)).toBe(expected);
    expect(smsSegments(expected).encoding).toBe('GSM-7');
  });

  it.each([['“Hi” 😀'], ['Привет – “мир”'], ['Hi'], ['']])('%j stays as it is', (text) => {
    expect(plainSms(text)).toBe(text);
  });
});
