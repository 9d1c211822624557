import { outboxAccess } from './guest-access.js';

const SERVER = 'mongodb://127.0.0.1/carillon';

describe('OB4: the outbox without signing in', () => {
  it.each<[string, { host?: string; mongodbUri?: string; outbox?: 'off' }, boolean, string]>([
    ['localhost', {}, true, 'open'],
    ['127.0.0.1', { host: '127.0.0.2' }, true, 'open'],
    ['[::1]', { host: '::1' }, true, 'open'],
    ['localhost', {}, false, 'closed'],
    ['rebound.example.com', {}, true, 'off'],
    ['203.0.113.9', {}, true, 'off'],
    ['', {}, true, 'off'],
    ['localhost', { host: '0.0.0.0' }, true, 'off'],
    ['localhost', { host: '192.168.1.5' }, true, 'off'],
    ['localhost', { mongodbUri: SERVER }, true, 'off'],
    ['localhost', { outbox: 'off' }, true, 'off'],
  ])('asked as %p, settings %p, with its cookie: %p → %s', (hostname, settings, has, expected) => {
    const { host, mongodbUri, outbox = 'on' } = settings;
    const access = { has: () => has };
    expect(outboxAccess({ hostname, headers: {}, port: 3000 }, { host, mongodbUri, outbox }, access)).toBe(expected);
  });
});
