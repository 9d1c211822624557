import { missingKeyHint, unknownKeyHint } from './api-keys.service.js';

const KEY = '3f1c9a5be0d24d7f8a6c0b1e2d3f4a5b';

describe('a wrong Authorization header is answered with what to do:', () => {
  it.each([
    ['none', undefined, /^Send an API key in the header `Authorization: ApiKey <key>`\./],
    ['an empty one', ' ', /^Send an API key in the header `Authorization: ApiKey <key>`\./],
    [
      'the scheme alone',
      'ApiKey ',
      /^The header has no key behind ApiKey; perhaps the variable with the key is empty\./,
    ],
    [
      'a bearer token',
      `Bearer ${KEY}`,
      /^The header says Bearer, but .* takes an API key: `Authorization: ApiKey <key>`\./,
    ],
    ['Basic credentials', `Basic ${KEY}`, /^The header says Basic, but/],
    ['another scheme', `Token ${KEY}`, /^The header says Token, but/],
    ['a key alone', KEY, /^The header does not begin with ApiKey\. Its form is `Authorization: ApiKey <key>`/],
    ['a colon', `ApiKey: ${KEY}`, /^The header does not begin with ApiKey\./],
    ['no space', `ApiKey${KEY}`, /^The header does not begin with ApiKey\./],
    ['two keys', `ApiKey ${KEY} ${KEY}`, /^A key has no spaces in it\./],
  ])('%s', (_what, authorization, hint) => {
    expect(missingKeyHint(authorization)).toMatch(hint);
    expect(missingKeyHint(authorization)).not.toContain(KEY);
  });

  it.each([
    ['a variable in single quotes', '$KEY', /^The key that was sent is a placeholder\./],
    ['a placeholder', '<key>', /^The key that was sent is a placeholder\./],
    ['a template', '{{API_KEY}}', /^The key that was sent is a placeholder\./],
    ['a key that nobody has', KEY, /^No environment of this installation has this key\./],
  ])('%s', (_what, key, hint) => {
    expect(unknownKeyHint(key)).toMatch(hint);
    expect(unknownKeyHint(key)).not.toContain(key);
  });
});
