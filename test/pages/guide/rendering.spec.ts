import { renderPage } from '../../../scripts/guide/markdown.mjs';
import { navigationHtml, readGroups } from '../../../scripts/guide/navigation.mjs';
import { addressesOf, headingId, resolveLink } from '../../../scripts/guide/pages.mjs';

const PATHS = [
  'README.md',
  'docs/README.md',
  'docs/steps.md',
  'docs/rules/README.md',
  'docs/rules/q.md',
  'SECURITY.md',
];
const addresses = addressesOf(PATHS);
const picture = (source: string) => ({ address: `/guide/${source}`, width: 4, height: 3 });
const render = (source: string, path = 'docs/steps.md') => renderPage(source, { path, addresses, picture });

/** Without the heading that every page has. */
const html = (source: string, path?: string) =>
  render(`# Page\n\n${source}`, path)
    .html.replace(/^<h1 id="page">Page<\/h1>\n/, '')
    .trimEnd();

describe('the addresses of pages', () => {
  it('follow from their paths, and a README stands for its folder', () => {
    expect(Object.fromEntries(addresses)).toEqual({
      'README.md': '/guide/readme',
      'docs/README.md': '/guide',
      'docs/steps.md': '/guide/steps',
      'docs/rules/README.md': '/guide/rules',
      'docs/rules/q.md': '/guide/rules/q',
      'SECURITY.md': '/guide/security',
    });
  });

  it.each([
    ['docs/rules.md', 'docs/rules/README.md'],
    ['docs/search.md', 'docs/steps.md'],
  ])('are not given twice: %s and %s', (...paths) => {
    expect(() => addressesOf(paths)).toThrow(/are both \/guide\/.*: rename docs/);
  });
});

describe('a link', () => {
  it.each([
    ['steps.md', 'docs/README.md', { address: '/guide/steps' }],
    ['steps.md#delay', 'docs/README.md', { address: '/guide/steps#delay' }],
    ['../steps.md#delay', 'docs/rules/q.md', { address: '/guide/steps#delay' }],
    ['docs/rules/', 'README.md', { address: '/guide/rules' }],
    ['decisions', 'docs/README.md', { address: '/guide/decisions/0001' }],
    ['../README.md#settings', 'docs/steps.md', { address: '/guide/readme#settings' }],
    ['#here', 'docs/steps.md', { address: '#here' }],
    ['../src/main.ts', 'docs/steps.md', { path: 'src/main.ts' }],
    ['missing.md', 'docs/steps.md', { path: 'docs/missing.md' }],
    ['https://example.com/a.md', 'docs/steps.md', { address: 'https://example.com/a.md', external: true }],
    ['//example.com', 'docs/steps.md', { address: '//example.com', external: true }],
  ])('%s on %s leads to %p', (href, from, expected) => {
    const known = new Map([...addresses, ['docs/decisions/0001.md', '/guide/decisions/0001']]);
    expect(resolveLink(href, from, known)).toEqual(expected);
  });

  it.each([
    ['[Delay](steps.md#delay)', '<p><a href="/guide/steps#delay">Delay</a></p>'],
    ['[the *start*](../src/main.ts)', '<p>the <em>start</em> (<code>src/main.ts</code>)</p>'],
    ['[`src/main.ts`](../src/main.ts)', '<p><code>src/main.ts</code></p>'],
    ['[far](https://example.com)', '<p><a href="https://example.com" rel="noreferrer">far</a></p>'],
    ['[x](javascript:alert(1))', '<p>[x](javascript:alert(1))</p>'],
    ['[x](data:text/html,x)', '<p>[x](data:text/html,x)</p>'],
    ['[x]("onclick=alert(1))', '<p>x (<code>docs/%22onclick=alert(1)</code>)</p>'],
  ])('%s becomes %s', (source, expected) => {
    expect(html(source).replaceAll('docs/&quot;', 'docs/%22')).toBe(expected);
  });
});

describe('a page', () => {
  it.each([
    ['<script>alert(1)</script>', '<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>'],
    ['a <img src=x onerror=alert(1)> b', '<p>a &lt;img src=x onerror=alert(1)&gt; b</p>'],
    ['<!-- paste: in the background -->', ''],
    ['<!-- a\n\nb -->\n\nafter', '<p>after</p>'],
    ['before <!-- inside --> after', '<p>before  after</p>'],
    ['<!-- x --><script>alert(1)</script>', '<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>'],
    ['```sh "><script>\n<b>\n```', '<pre><code>&lt;b&gt;\n</code></pre>'],
    ['`<b>`', '<p><code>&lt;b&gt;</code></p>'],
    [
      '![a "picture"](pictures/a.png)',
      '<p><img src="/guide/pictures/a.png" alt="a &quot;picture&quot;" width="4" height="3" loading="lazy"></p>',
    ],
  ])('shows %s as %s', (source, expected) => {
    expect(html(source)).toBe(expected);
  });

  it('names its headings as GitHub does, and has one of the first level', () => {
    const {
      title,
      html: page,
      headings,
    } = render('# The `page`\n\n## A, b & c\n\n## A, b & c\n\n# Second\n\n### Ü_x-y');
    expect(title).toBe('The page');
    expect(headings.map(({ level, id }) => [level, id])).toEqual([
      [1, 'the-page'],
      [2, 'a-b--c'],
      [2, 'a-b--c-1'],
      [2, 'second'],
      [3, 'ü_x-y'],
    ]);
    expect(page).toContain('<h2 id="a-b--c-1">A, b &amp; c <a class="anchor" href="#a-b--c-1"');
    expect(page.match(/<h1/g)).toHaveLength(1);
  });

  it('without a heading is named by its path', () => {
    expect(render('text').html).toBe('<h1>docs/steps.md</h1>\n<p>text</p>\n');
  });

  it('lets wide tables and wide code be scrolled by keyboard', () => {
    expect(html('| a |  |\n|---|---|\n| 1 | 2 |')).toMatch(
      /^<div class="table" role="group" tabindex="0" aria-label="Table"><table>\n.*<th>a<\/th>\n<td><\/td>/s,
    );
    expect(html(`    ${'x'.repeat(60)}`)).toMatch(/^<pre role="group" tabindex="0" aria-label="Code">/);
  });

  it('is searched by section, in what it shows', () => {
    const source = '# Page\n\nFirst *words*. <!-- hidden -->\n\n## Next\n\n- [one](steps.md)\n\n```\ncode\n```\n';
    expect(render(source).sections).toEqual([
      { id: '', title: 'Page', text: 'First words. ' },
      { id: 'next', title: 'Next', text: 'one code\n' },
    ]);
  });

  it('counts on where an id is taken', () => {
    const taken = new Map<string, number>();
    expect(['a-1', 'a', 'a', 'a'].map((text) => headingId(text, taken))).toEqual(['a-1', 'a', 'a-1-1', 'a-2']);
  });
});

describe('the navigation', () => {
  const INDEX = `# Guide

[A link before](steps.md)

## Build & run

- [Steps](steps.md#delay): see also [Start](../README.md).
- [Rules](rules/README.md)
- [Elsewhere](https://example.com)

## Empty

- no link
`;
  const titles = new Map(PATHS.map((path) => [path, `Title of ${path}`]));
  const groups = readGroups(INDEX, { addresses, titles });

  it('has the headings and lists of the index, and then what it does not name', () => {
    expect(groups.map(({ title, pages }) => [title, pages.map(({ label }) => label)])).toEqual([
      ['Build & run', ['Steps', 'Rules']],
      ['Internals', ['Title of README.md', 'Title of SECURITY.md']],
    ]);
  });

  it('marks no page where the server makes the page', () => {
    const unnamed = readGroups('', { addresses: addressesOf(['docs/rules/q.md']), titles });
    expect(unnamed).toMatchObject([{ pages: [{ label: 'Rules', below: [{ path: 'docs/rules/q.md' }] }] }]);
    expect(navigationHtml(unnamed)).not.toContain('aria-current');
    expect(navigationHtml(unnamed, 'docs/rules/q.md').match(/aria-current/g)).toHaveLength(1);
  });

  it.each([
    ['docs/steps.md', 'href="/guide/steps" aria-current="page"', false],
    ['docs/rules/README.md', 'href="/guide/rules" aria-current="page"', true],
    ['docs/rules/q.md', 'href="/guide/rules/q" aria-current="page"', true],
  ])('on %s marks it, and shows the pages of its own folder alone', (path, mark, isOpen) => {
    const navigation = navigationHtml(groups, path);
    expect(navigation).toContain(mark);
    expect(navigation.match(/aria-current/g)).toHaveLength(1);
    expect(navigation.includes('Title of docs/rules/q.md')).toBe(isOpen);
    expect(navigation).toContain('<p>Build &amp; run</p>\n<ul aria-label="Build &amp; run">');
  });
});
