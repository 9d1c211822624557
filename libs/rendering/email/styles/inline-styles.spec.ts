import { inlineStyles, styleInlining } from './inline-styles.js';
import { createStyleInliner } from './juice-client.js';

describe('style blocks', () => {
  it.each<[string, string, string]>([
    ['a class', '<style>.a { color: red }</style><p class="a">x</p>', '<p class="a" style="color: red;">x</p>'],
    ['a tag', '<style>p{margin:0}</style><p>x</p>', '<p style="margin: 0;">x</p>'],
    [
      'a child',
      '<style>td > p{margin:0}</style><td><p>x</p></td><p>y</p>',
      '<td><p style="margin: 0;">x</p></td><p>y</p>',
    ],
    [
      'the more specific rule, whatever the order',
      '<style>p.a{color:red} p{color:blue}</style><p class="a">x</p>',
      '<p class="a" style="color: red;">x</p>',
    ],
    [
      'an own style before all',
      '<style>p{color:blue;margin:0}</style><p style="color:red">x</p>',
      '<p style="margin: 0; color: red;">x</p>',
    ],
    [
      'several blocks',
      '<style>p{margin:0}</style><style>i{color:red}</style><p><i>x</i></p>',
      '<p style="margin: 0;"><i style="color: red;">x</i></p>',
    ],
    [
      'what looks like a template',
      '<style>p{margin:0}</style><p>{{ a }}<% b %></p>',
      '<p style="margin: 0;">{{ a }}<% b %></p>',
    ],
    [
      'nothing that data says',
      '<style>p{margin:0}</style><p>&lt;i class=&quot;a&quot;&gt; & ü €</p>',
      '<p style="margin: 0;">&lt;i class=&quot;a&quot;&gt; & ü €</p>',
    ],
    [
      'void elements',
      '<style>img{border:0}</style><br><img src="/a.png?x=1&y=2" alt="a > b">',
      '<br><img src="/a.png?x=1&y=2" alt="a > b" style="border: 0;">',
    ],
    [
      'comments',
      '<style>p{margin:0}</style><!--[if mso]><p class="x"><![endif]--><p>x</p>',
      '<!--[if mso]><p class="x"><![endif]--><p style="margin: 0;">x</p>',
    ],
    [
      'selectors that read an address',
      '<style>a[href="/x"]{color:red}</style><a href="/x">x</a><a href="/y">y</a>',
      '<a href="/x" style="color: red;">x</a><a href="/y">y</a>',
    ],
    [
      'selectors that read an address, behind a comment',
      '<style><!-- --> a[href="/x"]{color:red} p{margin:0}</style><a href="/x">x</a><p>y</p>',
      '<a href="/x">x</a><p style="margin: 0;">y</p>',
    ],
    ['letters that grow in lower case', '<p>İİ</p><STYLE>p{margin:0}</STYLE>', '<p style="margin: 0;">İİ</p>'],
    [
      'positions and exceptions',
      '<style>td:first-child{color:red} td:not(.a){margin:0; background:url(x.png)}</style><td>x</td><td class="a">y</td>',
      '<td style="color: red; margin: 0; background: url(x.png);">x</td><td class="a">y</td>',
    ],
    [
      'attributes of tables',
      '<style>td{width:10px;background-color:#fff}</style><table><tr><td>x</td></tr></table>',
      '<table><tr><td style="width: 10px; background-color: #fff;" width="10" bgcolor="#fff">x</td></tr></table>',
    ],
    [
      'a document',
      '<!doctype html><html><head><title>x</title><style>p{margin:0}</style></head><body><p>x</p></body></html>',
      '<!doctype html><html><head><title>x</title></head><body><p style="margin: 0;">x</p></body></html>',
    ],
  ])('are applied: %s', async (_case, html, expected) => {
    expect(await inlineStyles(html)).toBe(expected);
    // Again, from what is kept of the first time.
    expect(await inlineStyles(html)).toBe(expected);
  });

  it.each([
    ['media queries', '@media (max-width: 600px)'],
    ['the mouse', 'a:hover'],
    ['fonts', '@font-face'],
  ])('keep what an attribute cannot say: %s', async (_case, rule) => {
    const inner = rule.startsWith('@media') ? '{ p { color: red } }' : '{ font-family: x }';
    const html = await inlineStyles(`<style>p{margin:0} ${rule} ${inner}</style><p><a>x</a></p>`);
    expect(html).toContain(rule);
    expect(html).toContain('<p style="margin: 0;">');
  });

  it.each([
    ['without any style', '<p class="a">x < y</P>'],
    ['with an empty one', '<style> </style><p>x</p>'],
    ['that stop in a tag', '<style>p{margin:0}</style><p>x</p><a href="'],
    ['that stop in a comment', '<style>p{margin:0}</style><p>x</p><!-- '],
    ['that stop in the style', '<p>x</p><style>p{margin:0}'],
    ['with characters that are used as marks', '<style>p{margin:0}</style><p>\uE0F0\u0030\uE0F1</p>'],
    ['with a remote style sheet only', '<link rel="stylesheet" href="https://example.org/x.css"><p>x</p>'],
  ])('leave documents as they are: %s', async (_case, html) => {
    expect(await inlineStyles(html)).toBe(html);
  });

  it('import nothing', async () => {
    const html = '<style>@import url("https://example.org/x.css"); p{margin:0}</style><p>x</p>';
    expect(await inlineStyles(html)).toContain('<p style="margin: 0;">x</p>');
  });

  it('are applied to the next message of a template without reading them again', async () => {
    const rules = (padding: number) =>
      Array.from({ length: 40 }, (_, index) => `.c${index} { color: #${100 + index}; padding: ${padding}px }`).join(
        '\n',
      );
    const message = (name: string, padding = 4) =>
      `<style>${rules(padding)}</style>${Array.from({ length: 100 }, (_, index) => `<p class="c${index % 40}">${name} <a href="/${name}/${index}">x</a></p>`).join('')}`;
    const [first, second] = [await inlineStyles(message('ada')), await inlineStyles(message('bob'))];
    expect(second).toBe(first.replaceAll('ada', 'bob'));
    expect(second).toContain('style="color: #100; padding: 4px;"');
    const library = createStyleInliner();
    let applied = 0;
    const counted = styleInlining(async () => (html) => {
      applied += 1;
      return library(html);
    });
    for (let reader = 0; reader < 50; reader += 1) await counted(message(`reader-${reader}`));
    expect(applied).toBe(1);
    await counted(message('ada', 5));
    expect(applied).toBe(2);
  });
});

describe('hostile styles', () => {
  const many = (count: number, text: (index: number) => string) =>
    Array.from({ length: count }, (_, i) => text(i)).join('');

  it.each<[string, string, 'applied' | 'left']>([
    ['very many rules', `<style>${many(5000, (i) => `.a${i}{x:y}`)}</style>${'<p>'.repeat(10_000)}`, 'left'],
    ['siblings of siblings', `<style>${'p~'.repeat(30)}p{x:y}</style>${'<p>x</p>'.repeat(3000)}`, 'left'],
    [
      'siblings behind a comment',
      `<style>${'p~p~p~p/*}*/{x:y}'.repeat(500)}</style>${'<p>x</p>'.repeat(1000)}`,
      'left',
    ],
    ['siblings behind a text', `<style>${`p~p~p~p[a="}"]{x:y}`.repeat(500)}</style>${'<p>x</p>'.repeat(1000)}`, 'left'],
    ['descendants of descendants', `<style>${'p '.repeat(300)}i{x:y}</style>${'<p>'.repeat(1000)}<i>`, 'applied'],
    [
      'many descendants',
      `<style>${many(50, () => `${'div '.repeat(50)}i,`)}i{x:y}</style>${'<div>'.repeat(2000)}${'<i>x</i>'.repeat(2000)}`,
      'left',
    ],
    [
      'selectors inside selectors',
      `<style>${':not('.repeat(500)}p${')'.repeat(500)}{x:y}</style>${'<p>x</p>'.repeat(100)}`,
      'left',
    ],
    ['what elements contain', `<style>:has(:has(:has(p))){x:y}</style>${'<div>'.repeat(1000)}`, 'left'],
    ['positions', `<style>${many(100, (i) => `p:nth-child(${i}n+1){x:y}`)}</style>${'<p>x</p>'.repeat(5000)}`, 'left'],
    [
      'variables that name each other',
      `<style>p{${many(30, (i) => `--a${i}:var(--a${i + 1}) var(--a${i + 1});`)}color:var(--a0)}</style><p>x</p>`,
      'applied',
    ],
    ['a long space before important', `<style>p{color:red${' '.repeat(40_000)}x !important}</style><p>x</p>`, 'left'],
    [
      'a long space in a style',
      `<style>p{x:y}</style><p style="color:red${' '.repeat(150_000)}x !important">x</p>`,
      'left',
    ],
    [
      'many spaces',
      `<style>p{x:y}</style><p style="color:${`red${' '.repeat(490)}`.repeat(300)}x !important">x</p>`,
      'applied',
    ],
    ['comments without end', `<style>${'/*'.repeat(49_000)}</style><p>x</p>`, 'applied'],
    ['braces without end', `<style>${'{'.repeat(95_000)}</style><p>x</p>`, 'left'],
    [
      'braces inside each other',
      `<style>${'{'.repeat(2900)}${' '.repeat(400)}${'x'.repeat(90_000)}</style><p>x</p>`,
      'applied',
    ],
    ['media in media', `<style>${'@media print{'.repeat(3000)}p{x:y}${'}'.repeat(3000)}</style><p>x</p>`, 'left'],
    ['texts without end', `<style>${`p{x:"`.repeat(18_000)}</style><p>x</p>`, 'left'],
    ['brackets without end', `<style>${'[a='.repeat(32_000)}{x:y}</style><p>x</p>`, 'applied'],
    ['backslashes', `<style>${'\\'.repeat(95_000)}{x:y}</style><p>x</p>`, 'applied'],
    ['a selector without end', `<style>${'p.a'.repeat(32_000)}{x:y}</style>${'<p class=a>x</p>'.repeat(5)}`, 'applied'],
    ['many declarations', `<style>p{${many(4000, (i) => `a${i}:b;`)}}</style>${'<p>x</p>'.repeat(500)}`, 'left'],
    ['elements inside each other', `<style>p{x:y}</style>${'<div>'.repeat(35_000)}`, 'left'],
    ['tags that never end', `<style>p{x:y}</style>${'<a '.repeat(60_000)}`, 'left'],
    ['quotes that never end', `<style>p{x:y}</style>${'<a b="'.repeat(30_001)}`, 'left'],
    ['many style blocks', `${'<style>p{x:y}</style>'.repeat(5000)}<p>x</p>`, 'left'],
    ['styles that never end', `<p>x</p>${'<style>'.repeat(25_000)}`, 'left'],
    ['own styles', `<style>p{x:y}</style>${`<p style="${'a:b;'.repeat(10)}">x</p>`.repeat(3000)}`, 'applied'],
    ['urls', `<style>td{background-image:url(${'"'.repeat(40_000)}}</style><table><td>x</td></table>`, 'applied'],
  ])('%s are applied or left as they are by a count', async (_case, html, expected) => {
    const document = `${html}the end`;
    const outcome = (await inlineStyles(document)) === document ? 'left' : 'applied';
    expect(outcome).toBe(expected);
  });
});
