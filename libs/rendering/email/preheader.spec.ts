import { withPreheader } from './preheader.js';

const hidden = (text: string): string =>
  `<div style="display:none;max-height:0;overflow:hidden;opacity:0;mso-hide:all">${text}</div>`;

describe('E11: a preheader', () => {
  it.each([
    ['<p>x</p>', 'Soon', `${hidden('Soon')}<p>x</p>`],
    [
      '<html><BODY style="a>b"><p>x</p></BODY></html>',
      'Soon',
      `<html><BODY style="a>b">${hidden('Soon')}<p>x</p></BODY></html>`,
    ],
    ['<body><p>x</p>', '<b>&\n "x"', `<body>${hidden('&lt;b&gt;&amp; &quot;x&quot;')}<p>x</p>`],
    ['<body><p>x</p>', '$& $1', `<body>${hidden('$&amp; $1')}<p>x</p>`],
    ['<bodywork>x', 'Soon', `${hidden('Soon')}<bodywork>x`],
    ['<p>x</p>', ' \n ', '<p>x</p>'],
  ])('of %j is at its beginning: %j', (html, text, expected) => {
    expect(withPreheader(html, text)).toBe(expected);
  });
});
