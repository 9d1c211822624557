import fc from 'fast-check';
import { contrast } from '#libs/rendering/contrast.js';
import { brandOf } from './page-brand.js';

const acme = { name: 'Acme', color: '#0b3d91', logoUrl: 'https://acme.example.com/logo.png' };

describe('CS57: the brand of a page', () => {
  it.each<[string, Parameters<typeof brandOf>, object | undefined]>([
    ['nothing', [undefined, []], undefined],
    ['a colour without a name', [{ color: '#0b3d91' }, []], undefined],
    ['the environment', [acme, []], { name: 'Acme', logoUrl: acme.logoUrl }],
    ['a context alone', [undefined, [{ brand: acme }]], { name: 'Acme', logoUrl: acme.logoUrl }],
    ['a context, in part', [acme, [{ brand: { name: ' Shop ' } }]], { name: 'Shop', logoUrl: acme.logoUrl }],
    [
      'the first context that says it',
      [acme, [{ brand: {} }, { brand: { name: 'A' } }, { brand: { name: 'B' } }]],
      { name: 'A' },
    ],
    [
      'what cannot be shown',
      [acme, [{ brand: { name: 7, color: 'red;}', logoUrl: 'http://acme.example.com/logo.png' } }, { brand: 'x' }, {}]],
      { name: 'Acme', logoUrl: acme.logoUrl },
    ],
    [
      'an address of another kind',
      [{ name: 'Acme' }, [{ brand: { logoUrl: 'javascript:alert(1)' } }]],
      { name: 'Acme' },
    ],
  ])('%s', (_case, given, expected) => {
    const brand = brandOf(...given);
    if (expected) expect(brand).toMatchObject(expected);
    else expect(brand).toBeUndefined();
  });

  it('a colour that can be read stays as it is', () => {
    expect(brandOf(acme, [])?.accent?.light).toBe('#0b3d91');
    expect(brandOf({ name: 'Acme', color: '#ffd54a' }, [])?.accent?.dark).toBe('#ffd54a');
  });

  it('any colour can be read on light and on dark pages, and text on it', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 0xff_ff_ff }), (value) => {
        const color = `#${value.toString(16).padStart(6, '0')}`;
        const { light, dark } = brandOf({ name: 'Acme', color }, [])!.accent!;
        for (const ground of ['#ffffff', '#f5f6f8']) expect(contrast(light, ground)).toBeGreaterThanOrEqual(4.5);
        for (const ground of ['#101217', '#191c23']) expect(contrast(dark, ground)).toBeGreaterThanOrEqual(4.5);
      }),
    );
  });
});
