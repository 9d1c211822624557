import { localeFor } from './locale-for';

it.each([
  ['en_US', ['de_DE', 'en_US'], 'en_US'],
  ['en-GB', ['de_DE', 'en_US'], 'en_US'],
  ['en_GB', ['de_DE', 'en_US', 'en'], 'en'],
  ['zh_TW', ['zh_CN', 'zh_Hant'], 'zh_Hant'],
  ['fr_FR', ['de_DE', 'en_US'], 'de_DE'],
  ['nonsense!', ['de_DE'], 'de_DE'],
  [undefined, ['de_DE', 'en_US'], 'de_DE'],
  ['en_US', [], undefined],
])('a person with %s sees, of texts in %j, those in %s', (wanted, locales, expected) => {
  expect(localeFor(wanted, locales)).toBe(expected);
});
