import { contrast, readableOn } from '#libs/rendering/contrast.js';
import { contrastWarnings } from './brand.dto.js';

describe('BR4: colours that make a text hard to read are named', () => {
  it.each<[string, Parameters<typeof contrastWarnings>[0], string[]]>([
    ['nothing', {}, []],
    ['a dark button', { color: '#0b6b5c' }, []],
    ['white on yellow', { color: '#805500', linkColor: '#111111', buttonTextColor: '#aa7711' }, ['buttonTextColor']],
    ['a light button, whose text is black, and so are links', { color: '#ffee00', linkColor: '#111111' }, []],
    ['links in the colour of light buttons', { color: '#ffee00' }, ['color']],
    ['links of their own', { linkColor: '#ffee00' }, ['linkColor']],
    ['grey text', { textColor: '#aaaaaa' }, ['textColor']],
    ['headings on their own colour', { headingColor: '#ffffff' }, ['headingColor']],
    ['a dark background', { backgroundColor: '#111111' }, ['textColor', 'headingColor', 'color']],
  ])('%s', (_what, brand, fields) => {
    expect(contrastWarnings(brand).map((sentence) => sentence.split(' ')[0])).toEqual(fields);
  });

  it('in a sentence that says how much is needed', () => {
    expect(contrastWarnings({ color: '#ffee00', linkColor: '#111111', buttonTextColor: '#ffffff' })).toEqual([
      'buttonTextColor #ffffff on color #ffee00 has a contrast of 1.2 to 1; at least 4.5 is needed to read it',
    ]);
  });

  it('black or white can be read on every colour', () => {
    for (let shade = 0; shade < 256; shade += 1) {
      const color = `#${shade.toString(16).padStart(2, '0').repeat(3)}`;
      expect(contrast(readableOn(color), color)).toBeGreaterThanOrEqual(4.5);
    }
  });
});
