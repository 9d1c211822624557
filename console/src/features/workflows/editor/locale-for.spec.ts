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
])('of a person with %s and texts in %j those in %s are shown', (wanted, locales, expected) => {
  expect(localeFor(wanted, locales)).toBe(expected);
});
