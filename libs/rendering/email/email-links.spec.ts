import { emailLinks, withLinks } from './email-links.js';

const rewritten = (html: string): string => withLinks(html, emailLinks(html), ({ url }) => `[${url}]`, '<img>');

describe('CS81: links of an email', () => {
  it.each<[string, string, string]>([
    ['in double quotes', '<a href="https://a.example/x">x</a>', '<a href="[https://a.example/x]">x</a>'],
    [
      'in single quotes',
      "<A class='b' HREF='http://a.example/x'>x</A>",
      "<A class='b' HREF='[http://a.example/x]'>x</A>",
    ],
    ['without quotes', '<a href=https://a.example/x>x</a>', '<a href=[https://a.example/x]>x</a>'],
    [
      'without quotes, before others',
      '<a href=https://a.example/x id=y>x</a>',
      '<a href=[https://a.example/x] id=y>x</a>',
    ],
    ['with spaces', '<a href = " https://a.example/x\n">x</a>', '<a href = "[https://a.example/x]">x</a>'],
    [
      'with entities',
      '<a href="https://a.example/?a=1&amp;b=2&copy">x</a>',
      '<a href="[https://a.example/?a=1&b=2%C2%A9]">x</a>',
    ],
    [
      'with an entity at the end',
      '<a href="https://a.example/?a&amp;">x</a>',
      '<a href="[https://a.example/?a&]">x</a>',
    ],
    [
      'with other letters',
      '<a href="https://ä.example/ü?x=ö">x</a>',
      '<a href="[https://xn--4ca.example/%C3%BC?x=%C3%B6]">x</a>',
    ],
    ['with a line break within', '<a href="https://a.example/a\r\nb">x</a>', '<a href="[https://a.example/ab]">x</a>'],
    [
      'of several',
      '<a href="https://a.example/">x</a><a href="https://b.example/">y</a>',
      '<a href="[https://a.example/]">x</a><a href="[https://b.example/]">y</a>',
    ],
    ['of an area', '<map><area href="https://a.example/" /></map>', '<map><area href="[https://a.example/]" /></map>'],
    ['in any case of the scheme', '<a href="HTTPS://A.example/X">x</a>', '<a href="[https://a.example/X]">x</a>'],
  ])('%s', (_case, html, expected) => {
    expect(rewritten(html)).toBe(`${expected}<img>`);
  });

  it.each([
    '<a href="mailto:a@example.com">x</a>',
    '<a href="tel:+4930123">x</a>',
    '<a href="#chapter">x</a>',
    '<a href="/path">x</a>',
    '<a href="//a.example/x">x</a>',
    '<a href="javascript:alert(1)">x</a>',
    '<a href="">x</a>',
    '<a href>x</a>',
    '<a>x</a>',
    '<a href="https://">x</a>',
    '<a data-track="off" href="https://a.example/">x</a>',
    '<a href="https://a.example/" data-track=OFF>x</a>',
    '<a data-href="https://a.example/">x</a>',
    '<a href="#" href="https://a.example/">x</a>',
    '<link href="https://a.example/style.css"><img src="https://a.example/x.png">',
    '<!-- <a href="https://a.example/">x</a> -->',
    '<!--[if mso]><v:rect href="https://a.example/"><a href="https://a.example/">x</a></v:rect><![endif]-->',
    '<style>a[href="https://a.example/"] { color: red }</style>',
    '<title><a href="https://a.example/">x</a></title>',
    'https://a.example/ &lt;a href="https://a.example/"&gt;',
    '<a href="https://a.example/',
  ])('leaves %s', (html) => {
    expect(rewritten(html)).toBe(`${html}<img>`);
  });

  it.each([
    ['<html><body><p>x</p></body></html>', '<html><body><p>x</p><img></body></html>'],
    ['<BODY>x</BODY >\n</HTML>', '<BODY>x<img></BODY >\n</HTML>'],
    ['<p>x', '<p>x<img>'],
    ['<!-- </body> --><p>x</p>', '<!-- </body> --><p>x</p><img>'],
    ['', '<img>'],
  ])('CS82: the picture comes last in %j', (html, expected) => {
    expect(rewritten(html)).toBe(expected);
  });

  it.each([['<a "'], ["<a '"], ['<a href="'], ['<a '], ['<!--'], ['<a href=https://a.example/ ']])(
    'read %j fifty thousand times only once',
    (part) => {
      expect(emailLinks(part.repeat(50_000)).links.length).toBeLessThanOrEqual(1);
    },
  );
});
