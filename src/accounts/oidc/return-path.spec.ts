import { returnPath } from './return-path.js';

describe('the path to return to', () => {
  it.each([
    ['/', '/'],
    ['/outbox?channel=email#last', '/outbox?channel=email#last'],
    ['/a/../b', '/b'],
    ['/Zürich', '/Z%C3%BCrich'],
    ['/?next=https://example.com', '/?next=https://example.com'],
    ['/@example.com', '/@example.com'],
  ])('is a path of this service: %j', (given, expected) => {
    expect(returnPath(given)).toBe(expected);
  });

  it.each([
    '',
    'outbox',
    'https://example.com',
    '//example.com',
    '///example.com',
    '/\\example.com',
    '\\\\example.com',
    '/\t/example.com',
    '/\n/example.com',
    '\t//example.com',
    ' //example.com',
    '/.//example.com',
    '/x/..//example.com',
    '/%2e//example.com',
    'javascript:alert(1)',
    '/ok\r\nSet-Cookie: a=b',
    `/${'x'.repeat(2000)}`,
    // Too long for a cookie once it is written as browsers write it.
    `/${'é'.repeat(400)}`,
  ])('is never another site: %j', (given) => {
    expect(returnPath(given)).toBeUndefined();
  });
});
