import { readTextField, type TextField } from './profile-fields.js';

const valueOf = (field: TextField, text: unknown) => {
  const reading = readTextField(field, text);
  return 'value' in reading ? reading.value : undefined;
};

describe('R19: a phone number', () => {
  it.each([
    ['+4915112345678', '+4915112345678'],
    ['+49 151 123-456-78', '+4915112345678'],
    ['+49 (0)151 12345678', '+4915112345678'],
    ['+44 (0) 20 7946 0958', '+442079460958'],
    ['0049 151 12345678', '+4915112345678'],
    ['\u202a+49 151 12345678\u202c', '+4915112345678'],
    ['+49\u00a0151\u201112345678', '+4915112345678'],
    ['+49\u2013151\u221212345678', '+4915112345678'],
    ['\uff0b\uff14\uff19\uff11\uff15\uff11\uff11\uff12\uff13\uff14\uff15\uff16\uff17\uff18', '+4915112345678'],
    ['+\u0664\u0669\u0661\u0665\u0661\u0661\u0662\u0663\u0664\u0665\u0666\u0667\u0668', '+4915112345678'],
    ['+\u096a\u096f 151 12345678', '+4915112345678'],
    ['whatsapp:+49 151 12345678', 'whatsapp:+4915112345678'],
    ['+1 (555) 010-9999', '+15550109999'],
    ['+1234567890', '+1234567890'],
    ['+39 06 69812345', '+390669812345'],
    ['+39 (0)6 69812345', '+390669812345'],
    ['+4900000', '+4900000'],
    ['4915112345678', '4915112345678'],
    ['110', '110'],
    ['', ''],
  ])('%j is stored as %j', (text, stored) => {
    expect(valueOf('phone', text)).toBe(stored);
    expect(valueOf('phone', stored)).toBe(stored);
  });

  it.each([
    '0151 12345678',
    '(030) 901820',
    '+491511234567, +491511234568',
    '+491511234567;+491511234568',
    '+491511234567 +491511234568',
    'x',
    '+',
    '\u202e',
    '1'.repeat(65),
    5,
  ])('%j is refused', (text) => expect(valueOf('phone', text)).toBeUndefined());
});

describe('R19: other fields', () => {
  it.each<[TextField, unknown]>([
    ['firstName', 'x'.repeat(255)],
    ['email', 'root@localhost'],
    ['email', 'j\u00fcrgen@m\u00fcller.example'],
    ['email', 'Ada <ada@example.com>'],
    ['locale', 'en'],
    ['locale', 'zh-Hans-CN'],
    ['locale', 'ca_ES_VALENCIA'],
    ['locale', 'en-US-posix'],
    ['timezone', 'Europe/Berlin'],
    ['timezone', 'UTC'],
    ['timezone', 'Etc/GMT+5'],
    ['timezone', ''],
  ])('%s may be %j', (field, text) => expect(valueOf(field, text)).toBe(text));

  it.each<[TextField, unknown]>([
    ['firstName', 'x'.repeat(256)],
    ['lastName', 5],
    ['email', 'ada'],
    ['email', 'a@b.com, c@d.com'],
    ['avatar', 'x'.repeat(2049)],
    ['locale', 'klingon please'],
    ['locale', '??'],
    ['locale', 'de_DE.UTF-8'],
    ['locale', 'German'],
    ['timezone', 'Mars/Olympus'],
    ['timezone', 'Etc/Unknown'],
    ['timezone', '+01:00'],
    ['timezone', ' '],
  ])('%s is not %j', (field, text) => expect(valueOf(field, text)).toBeUndefined());
});
