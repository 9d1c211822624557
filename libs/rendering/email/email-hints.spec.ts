import { emailHints } from './email-hints.js';

describe('E13: hints about an email', () => {
  it.each<[string, string[], string[]]>([
    ['<a href="https://example.org">x</a>', [], []],
    ['<a href="">x</a>', ['1 link leads nowhere'], []],
    ["<A class='b' HREF='#'>x</A><a href=>y</a><a href>z</a>", ['3 links lead nowhere'], []],
    ['<a href="https://">x</a>', ['1 link leads nowhere'], []],
    ['<a href="mailto:">x</a>', ['1 link leads nowhere'], []],
    ['<a href="#chapter">x</a><a name="chapter"></a><a data-href="">y</a>', [], []],
    ['<abbr href="">x</abbr><area href="">', [], []],
    ['<!-- <a href=""> <img src="x"> -->', [], []],
    ['<img src="a.png">', [], ['1 image has no alternative text']],
    ['<img src="a.png" alt="">', [], []],
    ['<img alt="a > b" src="a.png"/><img src="b.png" data-alt="x">', [], ['1 image has no alternative text']],
    ['x'.repeat(102 * 1024), [], []],
    ['x'.repeat(102 * 1024 + 1), ['The email has 103 KB, and Gmail cuts it at 102 KB'], []],
  ])('%.60s', (html, ofData, ofAuthor) => {
    expect(emailHints(html)).toEqual({ ofData, ofAuthor });
  });

  it.each([['<a "'], ["<a '"], ['<a href="'], ['<a '], ['<!--'], ['<img alt']])(
    'read %j a hundred thousand times only once',
    (part) => {
      // A reading that starts anew at each tag would not end within the time of a test.
      expect(emailHints(part.repeat(100_000)).ofData).not.toContain('never');
    },
  );
});
