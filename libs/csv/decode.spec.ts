import { decodeSheet } from './decode.js';

const TEXT = 'key,de\ngreeting,Grüß Gott 👋\n';
const bigEndian = (text: string) => Buffer.from(text, 'utf16le').swap16();

describe('TX5: a file of a spreadsheet', () => {
  it.each<[string, Buffer]>([
    ['UTF-8', Buffer.from(TEXT)],
    ['UTF-8 with a mark', Buffer.from(`\ufeff${TEXT}`)],
    ['UTF-16, as Windows writes it', Buffer.from(`\ufeff${TEXT}`, 'utf16le')],
    ['UTF-16 in the other order', bigEndian(`\ufeff${TEXT}`)],
    ['UTF-16 without a mark', Buffer.from(TEXT, 'utf16le')],
    ['UTF-16 in the other order, without a mark', bigEndian(TEXT)],
  ])('is read as %s', (_encoding, file) => {
    expect(decodeSheet(file)).toBe(TEXT);
  });

  it('is refused in another encoding', () => {
    expect(decodeSheet(Buffer.from('Gr\xfc\xdfe', 'latin1'))).toBeUndefined();
  });
});
