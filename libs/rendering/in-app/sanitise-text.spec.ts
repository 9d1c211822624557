import fc from 'fast-check';
import sanitizeHtml from 'sanitize-html';
import { sanitiseText } from './sanitise-text.js';

const clean = (text: string): string => sanitiseText(text, 'body');

describe('L4 harmless text', () => {
  it.each([
    'R&D: Q&A',
    'a < b & b > c',
    '1<2 and 3>2',
    'I <3 you',
    '<- left, right ->',
    'say "it\'s" 100 %',
    '&amp; &lt;b&gt; &copy;',
    '**bold** text',
    'a <= b',
    '<',
    '',
  ])('keeps %j to the character', (text) => {
    expect(clean(text)).toBe(text);
  });

  it.each([
    ['<b>R&D</b> a < b', '<b>R&D</b> a < b'],
    ['<b>x</b> 1 > 0 && 2 <3', '<b>x</b> 1 > 0 && 2 <3'],
    ['<b>Q&amp;A</b>', '<b>Q&A</b>'],
    ['a<b', 'a&lt;b'],
    ['<i>a</i> x<y', '<i>a</i> x&lt;y'],
  ])('keeps the text of %j around markup', (text, expected) => {
    expect(clean(text)).toBe(expected);
  });
});

describe('L5 sanitising', () => {
  it.each([
    ['a script', 'Hi<script>alert(1)</script>!', 'Hi!'],
    ['a script in capitals', 'Hi<SCRIPT SRC=//x>alert(1)</SCRIPT>!', 'Hi!'],
    ['a script in a script', '<scr<script>ipt>alert(1)</scr</script>ipt>', 'ipt>alert(1)ipt>'],
    ['a style', '<style>body{display:none}</style>x', 'x'],
    ['an event handler', '<b onclick="alert(1)" ONMOUSEOVER=x>x</b>', '<b>x</b>'],
    [
      'an event handler on a picture',
      '<img src="https://a.example/x.png" onerror=alert(1)>',
      '<img src="https://a.example/x.png" />',
    ],
    ['a javascript link', '<a href="javascript:alert(1)">x</a>', '<a>x</a>'],
    ['a javascript link in references', '<a href="java&#x73;cript&colon;alert(1)">x</a>', '<a>x</a>'],
    ['a javascript link with a tab', '<a href="java\tscript:alert(1)">x</a>', '<a>x</a>'],
    ['a data picture', '<img src="data:text/html,x">', '<img />'],
    ['a protocol-relative link', '<a href="//evil.example">x</a>', '<a>x</a>'],
    ['a frame', '<iframe src="https://a.example"></iframe>x', 'x'],
    ['a drawing', '<svg><script>alert(1)</script><a href="javascript:x">y</a></svg>', '<a>y</a>'],
    ['styles, classes and ids', '<p style="position:fixed" class="x" id="y">x</p>', '<p>x</p>'],
    ['a comment', 'a<!-- <b>x</b> -->b', 'ab'],
    ['a form', '<form action="https://a.example"><input name=x><button>Go</button></form>', 'Go'],
  ])('drops %s', (_name, text, expected) => {
    expect(clean(text)).toBe(expected);
  });

  it.each([
    ['<b>escaped</b> &lt;script&gt;alert(1)&lt;/script&gt;', '<b>escaped</b> &lt;script>alert(1)&lt;/script>'],
    ['<b>twice</b> &amp;lt;script&amp;gt;', '<b>twice</b> &amp;lt;script&amp;gt;'],
    ['<b>by number</b> &#60;img src=x onerror=alert(1)&#62;', '<b>by number</b> &lt;img src=x onerror=alert(1)>'],
    ['<<u0>img src=x onerror=alert(1)>', '&lt;img src=x onerror=alert(1)>'],
    ['open <img src=x onerror=alert(1) ', 'open &lt;img src=x onerror=alert(1) '],
  ])('never makes a tag of the text in %j', (text, expected) => {
    expect(clean(text)).toBe(expected);
  });

  it.each([
    'Hi <b>Ann</b>, <em>well</em> <code>done</code><br />',
    '<ul><li>one</li><li>two</li></ul>',
    '<a href="https://shop.example/?a=1&amp;b=2" title="&quot;x&quot;">shop</a>',
    '<a href="/orders/7">order</a>',
    '<a href="mailto:a@b.example">mail</a>',
  ])('keeps %s', (text) => {
    expect(clean(text)).toBe(text);
  });

  it('gives a page opened from a message no hold of the page that shows it', () => {
    expect(clean('<a href="/x" target="_blank" rel="opener">x</a>')).toBe(
      '<a href="/x" target="_blank" rel="noopener noreferrer">x</a>',
    );
    expect(clean('<a href="/x" target="_top" rel="opener">x</a>')).toBe('<a href="/x">x</a>');
  });

  it.each([
    ['deeply nested', '<b>'.repeat(100_000)],
    ['full of comments', '<!--'.repeat(100_000)],
    ['nested and wrongly closed', `${'<b>'.repeat(50_000)}${'</i>'.repeat(50_000)}`],
  ])('refuses a text that is %s, by the number of its tags', (_name, text) => {
    expect(() => clean(text)).toThrow(
      expect.objectContaining({
        field: 'body',
        reason: 'value',
        message: expect.stringContaining('at most 2000 tags'),
      }),
    );
  });

  it('cleans the most markup it accepts', () => {
    const ends = '</b>'.repeat(50);
    const text = '&'.repeat(100_000);
    expect(clean(`${'<b>'.repeat(1000)}${'</i>'.repeat(1000)}${text}`)).toBe(`${'<b>'.repeat(50)}${text}${ends}`);
    expect(() => clean('<b>'.repeat(2001))).toThrow('at most 2000 tags');
  });
});

/** Pieces of which attacks are made, in any order. */
const delimiters = [
  '<',
  '>',
  '</',
  '/>',
  '<!--',
  '-->',
  '<![CDATA[',
  ']]>',
  '<?',
  '"',
  "'",
  '`',
  '=',
  ' ',
  '\n',
  '\t',
  '\0',
];
const references = ['&', ';', '#', '&lt;', '&gt;', '&amp;', '&amp;lt;', '&#60;', '&#x3c', '&colon;', '&quot;'];
const markup =
  '<script </script> <style> </style> <svg <math> <mi> <textarea> </textarea> <title> <xmp> <noscript> <template> ' +
  '<b <a <img <p> </p> <iframe';
const attributes = [' href=', ' src=', ' target=_blank', ' title="', ' onerror=', ' onclick="', ' style='];
const values = ['javascript:', 'JAVA\tSCRIPT:', 'data:text/html,', 'alert(1)', '//evil.example', 'script', 'x', 'R&D'];
const pieces = fc.constantFrom(
  ...delimiters,
  ...references,
  ...markup.split(' '),
  ...attributes,
  ...values,
  '\u2028',
  '\uD800',
);
const attacks = fc.oneof(
  fc.array(pieces, { maxLength: 30 }).map((parts) => parts.join('')),
  fc.string({ unit: 'binary', maxLength: 60 }),
);

/** Every tag and attribute a parser finds in a text. */
function parsed(text: string): { tag: string; attributes: Record<string, string> }[] {
  const found: { tag: string; attributes: Record<string, string> }[] = [];
  sanitizeHtml(text, {
    allowedTags: false,
    allowedAttributes: false,
    allowVulnerableTags: true,
    onOpenTag: (tag, attributes) => found.push({ tag, attributes: { ...attributes } }),
  });
  return found;
}

describe('L5 whatever the text', () => {
  it('no script, event handler or script address is left, as a parser reads it', () => {
    fc.assert(
      fc.property(attacks, (text) => {
        for (const { tag, attributes } of parsed(clean(text))) {
          expect(tag).not.toBe('script');
          for (const [name, value] of Object.entries(attributes)) {
            expect(name).toMatch(/^(?:href|src|title|alt|target|rel|width|height)$/);
            if (name === 'href' || name === 'src') {
              // Browsers ignore control characters and white space in a scheme.
              expect(value.replace(/[\0-\x20]/g, '')).not.toMatch(/^(?:javascript|data|vbscript):/i);
            }
          }
        }
      }),
      { numRuns: 2000 },
    );
  });

  it('all that is left of markup is whole allowed tags, for every reader', () => {
    const allowedTag =
      /^<\/?(?:a|abbr|b|blockquote|br|code|del|div|em|h[1-6]|hr|i|img|ins|kbd|li|mark|ol|p|pre|s|small|span|strong|sub|sup|u|ul)(?: [a-z]+="[^"<>]*")*(?: \/)?>/;
    fc.assert(
      fc.property(attacks, (text) => {
        const result = clean(text);
        for (const { index } of result.matchAll(/<[a-z/!?]/gi)) {
          expect(result.slice(index)).toMatch(allowedTag);
        }
      }),
      { numRuns: 2000 },
    );
  });

  it('text in which nothing can begin a tag is kept', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const harmless = text.replace(/<(?=[a-z/!?])/gi, '< ');
        expect(clean(harmless)).toBe(harmless);
      }),
    );
  });

  it('cleaning twice makes no tag of text', () => {
    fc.assert(
      fc.property(attacks, (text) => {
        const once = clean(text);
        expect(parsed(clean(once)).map(({ tag }) => tag)).toEqual(parsed(once).map(({ tag }) => tag));
      }),
    );
  });
});
