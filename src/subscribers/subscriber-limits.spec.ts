import { isMailAddress, isPhoneNumber, mailAddressOf } from './subscriber-limits.js';

describe('an email address', () => {
  it.each([
    ['ada@example.com', 'ada@example.com'],
    ['ada+news@mail.example.co.uk', 'ada+news@mail.example.co.uk'],
    ['root@localhost', 'root@localhost'],
    ['ada@[192.0.2.1]', 'ada@[192.0.2.1]'],
    ['jürgen@müller.example', 'jürgen@müller.example'],
    ['Ada <ada@example.com>', 'ada@example.com'],
    ['"Lovelace, Ada" <ada@example.com>', 'ada@example.com'],
    ['<ada@example.com>', 'ada@example.com'],
  ])('is %j, as %j', (text, address) => {
    expect(mailAddressOf(text)).toBe(address);
    expect(isMailAddress(text)).toBe(true);
  });

  it.each([
    '',
    'ada',
    'a@b.com, evil@e.com',
    'a@b.com,evil@e.com',
    'a@b.com;evil@e.com',
    'a@b.com evil@e.com',
    'evil@localhost, Ada <a@b.com>',
    'evil@e.com <a@b.com>',
    'a@b.com <evil@e.com>',
    '<a@b.com> <evil@e.com>',
    '<a@b.com>, <evil@e.com>',
    '<a@b.com,evil@e.com>',
    'Friends: a@b.com, evil@e.com;',
    'Friends:;<a@b.com>',
    'a@b.com\r\nBcc: evil@e.com',
    'a@b.com\nevil@e.com',
    'a@b.com\0',
    'Ada\r\nBcc: evil@e.com <a@b.com>',
    '"Ada\r\nBcc: evil@e.com" <a@b.com>',
    '"a, evil@e.com"@b.com',
    '"a\\" <evil@e.com>, "b" <a@b.com>',
    '(evil@e.com) a@b.com',
    'a@b.com\u2028evil@e.com',
    'a@b.com\u0085evil@e.com',
    '@relay.example,@b.com:a@c.com',
  ])('is not %j', (text) => expect(isMailAddress(text)).toBe(false));
});

describe('a phone number', () => {
  it.each([
    '+4915112345678',
    '110',
    '+49 (30) 901-820',
    '(030) 901820',
    '0049.30.901820',
    'whatsapp:+4930901820',
    '1-800-CARILLON',
    '5',
  ])('is %j', (text) => expect(isPhoneNumber(text)).toBe(true));

  it.each([
    '',
    'x',
    '+',
    '()',
    '+491,+492',
    '+491;+492',
    '+491 +492',
    '+491\n+492',
    '+491<+492',
    '+491|+492',
    '+491&to=+492',
    '+491\0',
    '1'.repeat(42),
  ])('is not %j', (text) => expect(isPhoneNumber(text)).toBe(false));
});
