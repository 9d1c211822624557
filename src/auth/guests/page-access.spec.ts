import { KeyRing } from '../../platform/crypto/secret-box.js';
import { hasLoopbackHost, hasOwnHost, PageAccess } from './page-access.js';

describe('the name a page is asked for under', () => {
  it.each([
    ['localhost', true],
    ['127.0.0.1', true],
    ['127.9.9.9', true],
    ['[::1]', true],
    ['::1', true],
    ['rebound.example.com', false],
    ['localhost.example.com', false],
    ['127.0.0.1.example.com', false],
    ['203.0.113.9', false],
    ['0.0.0.0', false],
    ['', false],
  ])('%p is that of this machine: %p', (hostname, expected) => {
    expect(hasLoopbackHost({ hostname })).toBe(expected);
  });

  it.each([
    ['notify.example.com', 'https://notify.example.com', true],
    ['notify.example.com', undefined, false],
    ['other.example.com', 'https://notify.example.com', false],
    ['localhost', 'https://notify.example.com', true],
  ])('%p is its own where it is known as %p: %p', (hostname, publicUrl, expected) => {
    expect(hasOwnHost({ hostname }, { publicUrl })).toBe(expected);
  });
});

describe('the token of pages', () => {
  const access = (secret: string) => new PageAccess(new KeyRing(secret));

  it('stays over a restart, and is another elsewhere', () => {
    expect(access('a').token).toBe(access('a').token);
    expect(access('a').token).not.toBe(access('b').token);
    expect(access('a').token).toHaveLength(24);
  });

  it.each(['', 'carillon-pages-3000=', 'carillon-pages-3000=wrong', 'other=1; carillon-pages-80=x'])(
    'is not what a browser with the cookie %p has',
    (cookie) => {
      expect(access('a').has({ headers: { cookie }, hostname: 'localhost', port: 3000 })).toBe(false);
    },
  );

  it('is not a cookie', () => {
    const cookie = `carillon-pages-3000=${access('a').token}`;
    expect(access('a').has({ headers: { cookie }, hostname: 'localhost', port: 3000 })).toBe(false);
  });
});
