import { smsSegments, unicodeCharacters } from './sms-segments.js';

describe('segments of a text message', () => {
  it.each([
    ['', 'GSM-7', 0, 1],
    ['a'.repeat(160), 'GSM-7', 160, 1],
    ['a'.repeat(161), 'GSM-7', 161, 2],
    ['a'.repeat(306), 'GSM-7', 306, 2],
    ['a'.repeat(307), 'GSM-7', 307, 3],
    ['€'.repeat(80), 'GSM-7', 160, 1],
    ['€'.repeat(81), 'GSM-7', 162, 2],
    // A character of two units is not split: 153 has room for 76 of them.
    ['€'.repeat(153), 'GSM-7', 306, 3],
    ['ç', 'UCS-2', 1, 1],
    ['é', 'GSM-7', 1, 1],
    ['“quoted”', 'UCS-2', 8, 1],
    ['я'.repeat(70), 'UCS-2', 70, 1],
    ['я'.repeat(71), 'UCS-2', 71, 2],
    ['😀'.repeat(35), 'UCS-2', 70, 1],
    ['😀'.repeat(67), 'UCS-2', 134, 3],
    // A surrogate pair is not split: 67 has room for 33 of them and one unit.
    [`${'😀'.repeat(33)}я😀`.repeat(2), 'UCS-2', 138, 3],
    [`${'a'.repeat(66)}😀aaa`, 'UCS-2', 71, 2],
  ] as const)('%j', (text, encoding, units, segments) => {
    expect(smsSegments(text)).toEqual({ encoding, units, segments });
  });
});

describe('characters because of which a text message is Unicode', () => {
  it.each([
    ['', []],
    ['Total: 20 € {net} ~ [a|b]', []],
    ['Hello ä Å Δ ñ', []],
    ['“quoted” and “again”', ['“', '”']],
    ['garçon – 😀😀', ['ç', '–', '😀']],
    ['👨‍👩', ['👨', '\u200d', '👩']],
  ])('%j', (text, characters) => {
    expect(unicodeCharacters(text)).toEqual(characters);
    expect(smsSegments(text).encoding).toBe(characters.length === 0 ? 'GSM-7' : 'UCS-2');
  });
});
