import { nameInWords } from './name-in-words';

it.each([
  ['senderName', 'Sender name'],
  ['tlsOptions', 'TLS options'],
  ['requireTls', 'Require TLS'],
  ['accountSid', 'Account SID'],
  ['apiKey', 'API key'],
  ['host', 'Host'],
])('%s is called %s', (name, words) => {
  expect(nameInWords(name)).toBe(words);
});
