import { outboxAccess } from './outbox-access.guard.js';

const SERVER = 'mongodb://127.0.0.1/carillon';

describe('OB4: the page of the outbox', () => {
  it.each<[string, { host?: string; mongodbUri?: string }, boolean, string]>([
    ['localhost', {}, true, 'open'],
    ['127.0.0.1', { host: '127.0.0.2' }, true, 'open'],
    ['[::1]', { host: '::1' }, true, 'open'],
    ['localhost', {}, false, 'locked'],
    ['rebound.example.com', {}, true, 'key'],
    ['203.0.113.9', {}, true, 'key'],
    ['', {}, true, 'key'],
    ['localhost', { host: '0.0.0.0' }, true, 'key'],
    ['localhost', { host: '192.168.1.5' }, true, 'key'],
    ['localhost', { mongodbUri: SERVER }, true, 'key'],
  ])('asked as %p, settings %p, with its cookie: %p → %s', (hostname, { host, mongodbUri }, has, expected) => {
    const access = { has: () => has };
    expect(outboxAccess({ hostname, headers: {}, port: 3000 }, { host, mongodbUri }, access)).toBe(expected);
  });
});
