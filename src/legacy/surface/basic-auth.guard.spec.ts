import { readBasicCredentials } from './basic-auth.guard.js';

const encoded = (text: string | Buffer) => Buffer.from(text).toString('base64');

describe('Basic credentials', () => {
  it.each([
    ['both halves', `Basic ${encoded('app:secret')}`, 'app', 'secret'],
    ['the scheme in any case', `bASIC ${encoded('app:secret')}`, 'app', 'secret'],
    ['several spaces', `Basic   ${encoded('app:secret')} `, 'app', 'secret'],
    ['colons in the secret', `Basic ${encoded('app:a:b:')}`, 'app', 'a:b:'],
    ['no padding', `Basic ${encoded('app:12345').replace(/=+$/, '')}`, 'app', '12345'],
    ['UTF-8', `Basic ${encoded('äpp:geheimß')}`, 'äpp', 'geheimß'],
  ])('are read with %s', (_case, header, id, secret) => {
    expect(readBasicCredentials(header)).toEqual({ id, secret });
  });

  it.each([
    ['no header', undefined],
    ['an empty header', ''],
    ['the scheme alone', 'Basic'],
    ['another scheme', `ApiKey ${encoded('app:secret')}`],
    ['a bearer token', `Bearer ${encoded('app:secret')}`],
    ['no encoding', 'Basic app:secret'],
    ['characters of no base64', 'Basic YXBw*nNlY3JldA=='],
    ['half a byte', 'Basic YXBwOnNlY3JldA5'],
    ['base64 for URLs', `Basic ${Buffer.from('app:~~~???').toString('base64url')}`],
    ['no colon', `Basic ${encoded('appsecret')}`],
    ['no id', `Basic ${encoded(':secret')}`],
    ['no secret', `Basic ${encoded('app:')}`],
    ['bytes of no UTF-8', `Basic ${encoded(Buffer.from([0x61, 0x3a, 0xff, 0xfe]))}`],
    ['a colon alone', `Basic ${encoded(':')}`],
    ['a tab in place of the space', `Basic\t${encoded('app:secret')}`],
    ['a second scheme', `Basic Basic ${encoded('app:secret')}`],
    ['a list', `Basic ${encoded('app:secret')}, Bearer x`],
    ['padding within', `Basic ${encoded('a:b')}=${encoded('a:b')}`],
    ['a line break within', `Basic ${encoded('app:sec')}\n${encoded('ret')}`],
    ['two of them', `Basic ${encoded('app:secret')} ${encoded('app:secret')}`],
  ])('are none with %s', (_case, header) => {
    expect(readBasicCredentials(header)).toBeUndefined();
  });
});
