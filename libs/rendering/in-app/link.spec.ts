import { ContentError } from './content-error.js';
import { addressOf, isLinkScheme, redirectOf } from './link.js';

describe('L6 addresses', () => {
  it.each([
    'https://shop.example',
    'http://shop.example:8080/a?b=c&d=e#f',
    'HTTPS://SHOP.EXAMPLE/',
    'https://user@shop.example/',
    'https://müller.example/straße',
    'http://[::1]:3000/x',
    '/',
    '/orders/7',
    '/a//b',
    '/?next=https://other.example',
    '/#top',
    '/a:b',
    '/über/日本',
  ])('accepts %s', (url) => {
    expect(addressOf(url, 'avatar')).toBe(url);
  });

  it.each([
    ['protocol-relative', '//evil.example'],
    ['three slashes', '///evil.example'],
    ['a backslash for a slash', String.raw`/\evil.example`],
    ['backslashes', String.raw`\\evil.example`],
    ['a backslash later', String.raw`/a\..\..\evil`],
    ['a backslash in the host', String.raw`https://good.example\@evil.example`],
    ['a tab after the slash', '/\t/evil.example'],
    ['a line feed after the slash', '/\n/evil.example'],
    ['a carriage return in the scheme', 'java\rscript:alert(1)'],
    ['a tab in the scheme', 'ht\ttps://evil.example'],
    ['a space inside', 'https://shop.example/a b'],
    ['a NUL', '/\0/evil.example'],
    ['a leading control character', '\u0001/path'],
    ['a zero-width space', '/\u200B/evil.example'],
    ['a right-to-left override', 'https://shop.example/\u202Egnp.exe'],
    ['a soft hyphen', 'https://shop\u00AD.example'],
    ['half a surrogate pair', '/\uD800'],
    ['javascript', 'javascript:alert(1)'],
    ['javascript after a space', ' javascript:alert(1)'],
    ['javascript in capitals', 'JaVaScRiPt:alert(1)'],
    ['data', 'data:text/html,<script>alert(1)</script>'],
    ['vbscript', 'vbscript:x'],
    ['mailto', 'mailto:a@b.example'],
    ['tel', 'tel:+49123'],
    ['ftp', 'ftp://files.example'],
    ['file', 'file:///etc/passwd'],
    ['an encoded scheme', 'https%3A//evil.example'],
    ['no scheme', 'shop.example/a'],
    ['a relative path', 'orders/7'],
    ['a dot path', './orders'],
    ['a query alone', '?a=b'],
    ['one slash after the scheme', 'https:/evil.example'],
    ['no slash after the scheme', 'https:evil.example'],
    ['three slashes after the scheme', 'https:///evil.example'],
    ['no host', 'https://'],
    ['a port that is none', 'https://shop.example:99999/'],
    ['an unrendered template', '{{ payload.url }}'],
  ])('refuses %s', (_name, url) => {
    expect(() => addressOf(url, 'avatar')).toThrow(expect.objectContaining({ field: 'avatar', reason: 'url' }));
  });

  it.each([undefined, null, '', '   ', '\n'])('takes %j for none', (url) => {
    expect(addressOf(url, 'avatar')).toBeUndefined();
  });

  it('drops white space a template leaves around an address', () => {
    expect(addressOf('\n  /orders/7 \n', 'avatar')).toBe('/orders/7');
  });

  it('refuses an object', () => {
    expect(() => addressOf({}, 'avatar')).toThrow(ContentError);
  });
});

describe('L6 redirects', () => {
  it.each([
    [{ url: 'https://shop.example' }, '_blank'],
    [{ url: '/orders' }, '_self'],
    [{ url: '/orders', target: '' }, '_self'],
    [{ url: 'https://shop.example', target: null }, '_blank'],
    [{ url: '/orders', target: '_blank' }, '_blank'],
    [{ url: 'https://shop.example', target: '_self' }, '_self'],
    [{ url: '/orders', target: '_parent' }, '_parent'],
    [{ url: '/orders', target: '_top' }, '_top'],
    [{ url: '/orders', target: '_unfencedTop' }, '_unfencedTop'],
  ])('%j opens in %s', (control, target) => {
    expect(redirectOf(control, 'redirect')).toEqual({ url: control.url, target });
  });

  it.each([undefined, null, {}, { url: '' }, { url: ' ', target: '_self' }])('%j is not a redirect', (control) => {
    expect(redirectOf(control, 'redirect')).toBeUndefined();
  });

  it.each([
    [{ url: 'mailto:a@b.example' }, 'redirect.url', 'url'],
    [{ url: '/a', target: '_SELF' }, 'redirect.target', 'target'],
    [{ url: '/a', target: 'frame' }, 'redirect.target', 'target'],
    [{ url: ['/a'] }, 'redirect.url', 'value'],
    ['/a', 'redirect', 'value'],
  ])('%j names the field at fault', (control, field, reason) => {
    expect(() => redirectOf(control, 'redirect')).toThrow(expect.objectContaining({ field, reason }));
  });
});

describe('L6 schemes that an environment allows', () => {
  it.each(['myapp://orders/7', 'MyApp:orders?id=7', 'mailto:a@b.example', 'tel:+49123'])('accepts %s', (url) => {
    expect(addressOf(url, 'redirect.url', ['myapp:', 'mailto:', 'tel:'])).toBe(url);
  });

  it.each([
    ['another scheme', 'other://orders'],
    ['nothing after it', 'myapp:'],
    ['a longer scheme', 'myapp2:x'],
    ['a blank in it', 'myapp:a b'],
    ['a tab in it', 'my\tapp:a'],
    ['a script, even when it is in the list', 'javascript:alert(1)'],
    ['data, even when it is in the list', 'DATA:text/html,x'],
  ])('rejects %s', (_name, url) => {
    expect(() => addressOf(url, 'redirect.url', ['myapp:', 'javascript:', 'data:'])).toThrow('myapp:');
  });

  it('open in place, without an empty tab', () => {
    expect(redirectOf({ url: 'myapp:7' }, 'redirect', ['myapp:'])).toEqual({ url: 'myapp:7', target: '_self' });
  });

  it.each([
    ['myapp:', true],
    ['com.example.shop:', true],
    ['mailto:', true],
    ['myapp', false],
    ['MYAPP:', false],
    ['my app:', false],
    [':', false],
    ['javascript:', false],
    ['data:', false],
    ['vbscript:', false],
    ['file:', false],
    ['blob:', false],
    ['https:', false],
  ])('%s may be one: %s', (scheme, expected) => {
    expect(isLinkScheme(scheme)).toBe(expected);
  });
});
