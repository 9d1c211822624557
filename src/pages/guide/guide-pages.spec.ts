import { inFrame, resultsPage } from './guide-pages.js';
import { excerptOf } from './guide-search.js';

const HOSTILE = '"><script>alert(1)</script>{{main}}';

describe('a page in the frame', () => {
  it('escapes texts, and fills in no names that they hold', () => {
    const page = inFrame('<title>{{title}}</title><input value="{{query}}">{{main}} {{other}}', {
      title: HOSTILE,
      query: HOSTILE,
      main: '<p>$& {{title}}</p>',
    });
    const text = '&#34;&#62;&#60;script&#62;alert(1)&#60;/script&#62;{{main}}';
    expect(page).toBe(`<title>${text}</title><input value="${text}"><p>$& {{title}}</p> {{other}}`);
  });
});

describe('the results of a search', () => {
  it('are escaped wherever they come from', () => {
    const hit = { address: HOSTILE, title: HOSTILE, page: HOSTILE, excerpt: [{ text: HOSTILE, isMarked: true }] };
    const { main } = resultsPage(HOSTILE, [hit]);
    expect(main).not.toContain('<script');
    expect(main).not.toContain('"><');
  });

  it.each([
    [0, 'Nothing was found'],
    [1, '1 result, '],
    [2, '2 results, '],
  ])('say that there are %i', (count, expected) => {
    const hit = { address: '/guide', title: 'a', page: 'a', excerpt: [] };
    expect(
      resultsPage(
        'a',
        Array.from({ length: count }, () => hit),
      ).main,
    ).toContain(expected);
  });
});

describe('an excerpt', () => {
  const marked = (text: string, ...terms: string[]) =>
    excerptOf(text, new Set(terms))
      .map((part) => (part.isMarked ? `[${part.text}]` : part.text))
      .join('');

  it.each([
    ['In quiet hours: nothing.', ['quiet', 'hours'], 'In [quiet] [hours]: nothing.'],
    ['QUIET', ['quiet'], '[QUIET]'],
    ['nothing of it', ['quiet'], 'nothing of it'],
    ['', ['quiet'], ''],
    ['a.b[c', ['b[c', 'c'], 'a.b[[c]'],
  ])('of %p marks %p', (text, terms, expected) => {
    expect(marked(text, ...terms)).toBe(expected);
  });

  it('begins some words before the first that was found, and ends', () => {
    const text = Array.from({ length: 100 }, (_one, index) => `w${index}`).join(' ');
    const excerpt = marked(text, 'w50', 'w52');
    expect(excerpt).toMatch(/^… w42 .* w49 \[w50\] w51 \[w52\] w53 .* w77 …$/);
  });
});
