import fc from 'fast-check';
import { fileNameOf } from './file-name.js';

describe('the file of a resource', () => {
  it.each([
    ['order-shipped', 'order-shipped.yaml'],
    ['a', 'a.yaml'],
    ['2024_report', '2024_report.yaml'],
  ])('%s is %s', (id, name) => {
    expect(fileNameOf(id)).toBe(name);
  });

  it.each([
    ['with a capital', 'Order', /^order~[0-9a-f]{12}\.yaml$/],
    ['of a Windows device', 'con', /^con~[0-9a-f]{12}\.yaml$/],
    ['that leads elsewhere', '../../etc/passwd', /^etc-passwd~[0-9a-f]{12}\.yaml$/],
    ['with a dot at its end', 'orders.', /^orders~[0-9a-f]{12}\.yaml$/],
    ['of another script', 'заказ', /^x~[0-9a-f]{12}\.yaml$/],
    ['that is too long', 'a'.repeat(256), /^a{60}~[0-9a-f]{12}\.yaml$/],
  ])('an identifier %s is marked by a checksum', (_kind, id, name) => {
    expect(fileNameOf(id)).toMatch(name);
  });

  it('is another one for another identifier, also where capitals do not count', () => {
    const similar = fc.stringMatching(/^[aAbB ._~-]{1,6}$/);
    fc.assert(
      fc.property(similar, similar, (one, other) => {
        fc.pre(one !== other);
        expect(fileNameOf(one).toLowerCase()).not.toBe(fileNameOf(other).toLowerCase());
      }),
    );
  });

  it('is a file name everywhere', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 1, maxLength: 256 }), (id) => {
        expect(fileNameOf(id)).toMatch(/^[a-z0-9_-][a-z0-9_~-]{0,120}\.yaml$/);
      }),
    );
  });
});
