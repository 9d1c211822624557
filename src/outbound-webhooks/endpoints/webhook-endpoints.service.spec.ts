import { addressProblem } from './webhook-endpoints.service.js';

const NOTHING_PRIVATE = () => false;

describe('addresses of endpoints', () => {
  it.each(['https://example.com/hooks?tenant=1', 'http://hooks.example.com:8080', 'https://8.8.8.8/x'])(
    'may be %s',
    (url) => {
      expect(addressProblem(url, NOTHING_PRIVATE)).toBeUndefined();
    },
  );

  it.each([
    ['', 'must be an http'],
    ['example.com', 'must be an http'],
    ['ftp://example.com', 'must be an http'],
    ['file:///etc/passwd', 'must be an http'],
    ['https://user@example.com', 'user'],
    ['https://:secret@example.com', 'password'],
    ['https://example.com/#part', 'fragment'],
    ['http://127.0.0.1/', 'public'],
    ['http://2130706433/', 'public'],
    ['http://0x7f.1/', 'public'],
    ['http://[::1]:3000/', 'public'],
    ['http://[::ffff:10.0.0.1]/', 'public'],
    ['http://169.254.169.254/latest', 'public'],
    ['http://10.1.2.3/', 'public'],
    ['http://localhost:3000/', 'public'],
    ['http://api.localhost./', 'public'],
  ])('must not be %p', (url, problem) => {
    expect(addressProblem(url, NOTHING_PRIVATE)).toContain(problem);
  });

  it('may be private ones that the operator allows', () => {
    const allowsPrivate = (address: string) => address === '127.0.0.1';
    expect(addressProblem('http://127.0.0.1:8080/', allowsPrivate)).toBeUndefined();
    expect(addressProblem('http://localhost:8080/', allowsPrivate)).toBeUndefined();
    expect(addressProblem('http://10.0.0.1/', allowsPrivate)).toContain('public');
  });
});
