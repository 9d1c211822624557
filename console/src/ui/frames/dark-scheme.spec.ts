import { darkSchemeOf, inScheme } from './dark-scheme';

it.each([
  ['<p>dark</p>', 'none'],
  ['<meta name="color-scheme" content="light">', 'none'],
  ['<meta name="color-scheme" content="light dark">', 'own'],
  ['<style>:root { color-scheme: light dark }</style>', 'own'],
  ['<style>@media (prefers-color-scheme: dark) { p { color: #fff } }</style>', 'own'],
])('%s has dark colors: %s', (html, scheme) => {
  expect(darkSchemeOf(html)).toBe(scheme);
});

it.each([
  ['@media (prefers-color-scheme: dark) { a', '@media (max-width: 0) { a', '@media (min-width: 0) { a'],
  [
    '@media screen and ( PREFERS-color-scheme:light )',
    '@media screen and (min-width: 0)',
    '@media screen and (max-width: 0)',
  ],
  [':root { color-scheme: light dark; }', ':root { color-scheme: light; }', ':root { color-scheme: dark; }'],
  ['supported-color-schemes: light dark', 'supported-color-schemes: light dark', 'supported-color-schemes: light dark'],
  [
    '<meta name="color-scheme" content="light dark">',
    '<meta name="color-scheme" content="light">',
    '<meta name="color-scheme" content="dark">',
  ],
  [
    '<meta name="color-scheme" content="light">',
    '<meta name="color-scheme" content="light">',
    '<meta name="color-scheme" content="light">',
  ],
])('%s in each scheme', (html, light, dark) => {
  expect([inScheme(html, false), inScheme(html, true)]).toEqual([light, dark]);
});
