import { directionOf } from './direction.js';

it.each([
  [undefined, 'auto'],
  ['', 'auto'],
  ['not a language', 'auto'],
  ['en', 'ltr'],
  ['de_AT', 'ltr'],
  ['ar', 'rtl'],
  ['ar_EG', 'rtl'],
  ['he', 'rtl'],
  ['iw', 'rtl'],
  ['fa', 'rtl'],
  ['ur_PK', 'rtl'],
  ['az', 'ltr'],
  ['az_Arab', 'rtl'],
  ['pa_PK', 'rtl'],
  ['pa', 'ltr'],
  ['ckb', 'rtl'],
])('%s is written %s', (locale, direction) => {
  expect(directionOf(locale)).toBe(direction);
});
