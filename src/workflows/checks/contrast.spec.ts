import { contrastOf, over, readColour } from './colours.js';
import { faintTexts } from './contrast.js';

describe('colours', () => {
  it.each([
    ['#fff', [255, 255, 255, 1]],
    ['#0f08', [0, 255, 0, 0.53]],
    ['#336699', [51, 102, 153, 1]],
    ['#33669980', [51, 102, 153, 0.5]],
    ['White', [255, 255, 255, 1]],
    ['rgb(1, 2, 3)', [1, 2, 3, 1]],
    ['rgb(1 2 3 / 50%)', [1, 2, 3, 0.5]],
    ['rgba(100%,0%,0%,.5)', [255, 0, 0, 0.5]],
    ['transparent', [0, 0, 0, 0]],
    ['hsl(120, 100%, 25%)', [0, 127.5, 0, 1]],
    ['hsla(-120deg 50% 50% / .5)', [63.75, 63.75, 191.25, 0.5]],
    ['rebeccapurple', [102, 51, 153, 1]],
  ])('%s', (text, expected) => {
    const { red, green, blue, opacity } = readColour(text)!;
    expect([red, green, blue, Math.round(opacity * 100) / 100]).toEqual(expected);
  });

  it.each(['', '#12', '#ggg', 'inherit', 'rgb(1,2)', 'url(a.png)', undefined])('not: %p', (text) => {
    expect(readColour(text)).toBeUndefined();
  });

  it.each([
    ['#000', '#fff', 21],
    ['#fff', '#fff', 1],
    ['#777', '#fff', 4.48],
    ['#767676', '#fff', 4.54],
    ['rgba(0,0,0,0.5)', '#fff', 3.98],
  ])('contrast of %s on %s', (one, other, expected) => {
    const background = readColour(other)!;
    expect(contrastOf(over(readColour(one)!, background), background)).toBeCloseTo(expected, 1);
  });
});

const found = (html: string): string[] => faintTexts(html).map(({ text }) => text);

describe('CK6: a text is hard to read', () => {
  it.each([
    ['grey on white', '<p style="color:#999">Hi</p>'],
    ['black on black', '<td style="background:#000"><p>Hi</p></td>'],
    ['by attributes', '<table bgcolor="#ffff00"><tr><td><font color="white">Hi</font></td></tr></table>'],
    ['a button', '<td style="background-color:#fde047"><a href="#" style="color:#ffffff">Hi</a></td>'],
    ['a link without a colour', '<td style="background-color:#000080"><a href="#">Hi</a></td>'],
    ['a colour with a hue', '<p style="color:hsl(60 100% 80%)">Hi</p>'],
    ['within a colour that is unknown', '<b style="color:oklch(1 0 0)"><i style="color:#eee">Hi</i></b>'],
    ['half transparent', '<p style="color:rgba(0,0,0,.3)">Hi</p>'],
    ['small and bold', '<b style="color:#8a8a8a;font-size:14px">Hi</b>'],
    ['a background that is a list', '<p style="background:#eee no-repeat;color:#aaa">Hi</p>'],
    [
      'a colour on a picture',
      '<td style="background:url(a.png)"><p style="background-color:#fff;color:#eee">Hi</p></td>',
    ],
  ])('%s', (_what, html) => {
    expect(found(html)).toEqual(['Hi']);
  });

  it.each([
    ['black on white', '<p>Hi</p>'],
    ['white on black', '<td style="background:#000"><p style="color:#fff">Hi</p></td>'],
    ['large and grey', '<p style="color:#888;font-size:24px">Hi</p>'],
    ['large and bold', '<h2 style="color:#888;font-size:19px">Hi</h2>'],
    ['on a picture', '<td background="a.png"><p style="color:#fff">Hi</p></td>'],
    ['hidden', '<div style="display:none;color:#fff">Hi</div>'],
    ['a preheader', '<div style="font-size:0;color:#fff">Hi</div>'],
    ['nothing to read', '<p style="color:#fff">&nbsp;&#8203;</p>'],
    ['styles', '<style>p{color:#fff}</style>'],
    ['a colour around', '<p style="color:inherit">Hi</p>'],
    [
      'a link in the colour around',
      '<td style="background:#111"><p style="color:#fff"><a href="#" style="color:inherit">Hi</a></p></td>',
    ],
    ['a colour that is unknown', '<td style="background:#000"><b style="color:oklch(1 0 0)"><i>Hi</i></b></td>'],
    ['on a gradient', '<td style="background:linear-gradient(#000, #111)"><p style="color:#fff">Hi</p></td>'],
    ['on a gradient, in full', '<td style="background-image:linear-gradient(#000,#111);color:#fff">Hi</td>'],
    ['on a colour that is unknown', '<td style="background-color:oklch(0 0 0);color:#fff">Hi</td>'],
    ['ivory on navy', '<td style="background:navy;color:ivory">Hi</td>'],
    ['a comment', '<!-- <p style="color:#fff">Hi</p> -->'],
    ['after a box has ended', '<div style="background:#000"></div><p>Hi</p>'],
    ['after an element without an end', '<div style="color:#000"><br><img src="a"></div><p>Hi</p>'],
  ])('not: %s', (_what, html) => {
    expect(found(html)).toEqual([]);
  });

  it('does not round a contrast up to one that is enough', () => {
    expect(faintTexts('<p style="color:#777">Hi</p>').map(({ contrast }) => contrast)).toEqual([4.4]);
  });

  it('names each pair of colours once, with its contrast', () => {
    expect(faintTexts('<p style="color:#999">One</p><p style="color:#999">Two</p>')).toEqual([
      { text: 'One', contrast: 2.8, colour: '#999', background: '#ffffff' },
    ]);
  });
});
