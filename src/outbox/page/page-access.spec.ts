import { needsNoKey } from './page-access.js';

const SERVER = 'mongodb://127.0.0.1/carillon';

describe('the page of the outbox without an API key', () => {
  it.each([
    ['localhost', {}, {}, true],
    ['127.0.0.1', {}, {}, true],
    ['[::1]', {}, { host: '::1' }, true],
    ['::1', {}, { host: 'localhost' }, true],
    ['127.0.0.1', {}, { host: '127.0.0.2' }, true],
    ['rebound.example.com', {}, {}, false],
    ['localhost.example.com', {}, {}, false],
    ['', {}, {}, false],
    ['localhost', {}, { host: '0.0.0.0' }, false],
    ['localhost', {}, { host: '192.168.1.5' }, false],
    ['localhost', {}, { mongodbUri: SERVER }, false],
    ['localhost', { 'x-forwarded-for': '203.0.113.9' }, {}, false],
    ['localhost', { forwarded: 'for=203.0.113.9' }, {}, false],
    ['localhost', { 'x-real-ip': '203.0.113.9' }, {}, false],
  ])('asked as %p with %p, listening as %p: %p', (hostname, headers, { host, mongodbUri }: Settings, expected) => {
    expect(needsNoKey({ hostname, headers }, { host, mongodbUri })).toBe(expected);
  });
});

interface Settings {
  host?: string;
  mongodbUri?: string;
}
