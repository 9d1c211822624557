import { withoutSecrets } from './account.js';

describe('words without secrets', () => {
  it.each([
    ['{"authorization":"Basic dXNlcjpodW50ZXIyMg=="}', '{"authorization":"Basic ***"}'],
    ['authorization: bearer abc.def-123_4', 'authorization: bearer ***'],
    ['the password hunter22 is wrong', 'the password *** is wrong'],
    ['Basic authentication has failed', 'Basic authentication has failed'],
  ])('%s', (words, clean) => {
    expect(withoutSecrets(words, { user: 'me', password: 'hunter22' })).toBe(clean);
  });
});
