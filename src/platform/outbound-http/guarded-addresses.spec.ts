import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo, LookupFunction } from 'node:net';
import { loadConfig } from '../config/config.js';
import { AddressGuard, HttpTargets, NameResolver } from './address-guard.js';
import { GuardedHttp } from './guarded-http.js';
import { GuardedSockets } from './guarded-sockets.js';

/** Hosts that lead to this machine, its networks, groups of machines or the cloud's own services. */
const FORBIDDEN_HOSTS = [
  // Loopback.
  '127.0.0.1',
  '127.0.0.1.',
  '127.1',
  '127.0.1',
  '127.255.255.254',
  '2130706433',
  '0x7f000001',
  '0X7F.0.0.1',
  '0x7f.1',
  '017700000001',
  '0177.0.0.1',
  '0177.0.0.01',
  '00000177.0.0.1',
  '%31%32%37.0.0.1',
  // Nothing, and everything.
  '0',
  '0.0.0.0',
  '0x0',
  '255.255.255.255',
  '4294967295',
  // Private, shared and local networks.
  '10.0.0.1',
  '10.1',
  '0xa000001',
  '167772161',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.0.1',
  '192.168.257',
  '0300.0250.0.1',
  '100.64.0.1',
  '169.254.1.1',
  '198.18.0.1',
  '192.0.2.1',
  // What clouds tell a machine about itself.
  '169.254.169.254',
  '2852039166',
  '0xa9fea9fe',
  '0xa9.0xfe.0xa9.0xfe',
  '0251.0376.0251.0376',
  '100.100.100.200',
  '192.0.0.192',
  '168.63.129.16',
  // Groups, and what is reserved.
  '224.0.0.1',
  '239.255.255.250',
  '240.0.0.1',
  // IPv6.
  '[::]',
  '[::1]',
  '[0:0:0:0:0:0:0:1]',
  '[0000:0000:0000:0000:0000:0000:0000:0001]',
  '[::0.0.0.1]',
  '[fe80::1]',
  '[febf::1]',
  '[fec0::1]',
  '[fc00::1]',
  '[FD00:EC2::254]',
  '[ff02::1]',
  '[FF0E::1]',
  '[100::1]',
  '[2001::1]',
  '[2001:db8::1]',
  '[3fff::1]',
  '[4000::1]',
  // IPv4 inside of IPv6: mapped, translated, compatible, NAT64, 6to4.
  '[::ffff:127.0.0.1]',
  '[::FFFF:7F00:1]',
  '[0:0:0:0:0:ffff:169.254.169.254]',
  '[::ffff:0:127.0.0.1]',
  '[::127.0.0.1]',
  '[::10.0.0.1]',
  '[64:ff9b::127.0.0.1]',
  '[64:ff9b::a9fe:a9fe]',
  '[64:ff9b:1::10.0.0.1]',
  '[2002:7f00:1::]',
  '[2002:a9fe:a9fe::1]',
  // Other digits, dots and letters that mean the same.
  '127。0。0。1',
  '127．0．0．1',
  '127｡0｡0｡1',
  '１２７.0.0.1',
  '①②⑦.⓪.⓪.①',
  '１６９.254.169.254',
  '𝟏𝟐𝟕.0.0.1',
  // Invisible characters are left out.
  '127.0.0\u00ad.1',
];

/** Names, and where they lead. */
const NAMES: Record<string, string[]> = {
  localhost: ['127.0.0.1'],
  'localhost.': ['::1'],
  'sub.localhost': ['127.0.0.1'],
  'intern.example.com': ['10.0.0.1'],
  'six.example.com': ['fd00::1'],
  'zone.example.com': ['fe80::1%eth0'],
  'mapped.example.com': ['::ffff:127.0.0.1'],
  'metadata.google.internal': ['169.254.169.254'],
  'mixed.example.com': ['93.184.216.34', '127.0.0.1'],
  'mixed-six.example.com': ['2606:4700:4700::1111', '::1'],
  'none.example.com': [],
  'xn--lcalhost-n4a': ['127.0.0.1'],
};
const FORBIDDEN_NAMES = [
  'localhost',
  'LOCALHOST',
  'localhost.',
  'sub.localhost',
  'ｌｏｃａｌｈｏｓｔ',
  'intern.example.com',
  'six.example.com',
  'zone.example.com',
  'mapped.example.com',
  'metadata.google.internal',
  'mixed.example.com',
  'mixed-six.example.com',
];

/** Addresses that look as if they led elsewhere; `here` stands for address and port of the server of this test. */
const DISGUISES = [
  'http://example.com@here/',
  'http://example.com:80@here/',
  'http://example.com%2f@here/',
  'http://user:password@here/',
  'http://here#@example.com/',
  'http://here?@example.com/',
  'http://here\\@example.com/',
  'http:here/',
  'http:/here/',
  'http:////here/',
  'http:\\\\here\\',
  ' http://here/ ',
  'ht\ntp:/\t/here/',
  'HTTP://here/',
  'https://here/',
];

/** Texts that are not an address, or not one of the web. */
const UNUSABLE = [
  '',
  'here',
  '//here/',
  '/etc/passwd',
  'file:///etc/passwd',
  'ftp://here/',
  'gopher://here/_x',
  'data:text/plain,x',
  'javascript:alert(1)',
  'ws://here/',
  'unix:/var/run/docker.sock:/info',
  'http://',
  'http://[fe80::1%25eth0]/',
  'http://[fe80::1%eth0]/',
  'http://[::1/',
  'http://256.0.0.1/',
  'http://127.0.0.1.1/',
  'http://0x7f.0.0.0.1/',
  'http://127.0.0.1:99999/',
  'http://exa mple.com/',
];

describe('W4: the guard of addresses', () => {
  let server: Server;
  let port: number;
  let requests: number;
  let answer: RequestListener;
  /** How often each name was looked up. */
  let lookups: string[];
  let addressesOf: (name: string) => string[] | undefined;

  const names: NameResolver = {
    lookup: ((name, _options, callback) => {
      lookups.push(name);
      const addresses = addressesOf(name)?.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
      if (addresses) callback(null, addresses);
      else callback(Object.assign(new Error(`${name} is not known`), { code: 'ENOTFOUND' }), []);
    }) satisfies LookupFunction,
  };
  const guardOf = (allowed: string) =>
    new AddressGuard(new HttpTargets(loadConfig({ HTTP_PRIVATE_TARGETS: allowed })), names);
  const strict = new GuardedHttp(guardOf(''));
  /** Lets the server of this test through, so that it can redirect. */
  const open = new GuardedHttp(guardOf('127.0.0.1'));
  const get = (url: string, http = strict) => http.send({ method: 'GET', url, headers: {}, timeoutMs: 5000 });

  beforeAll(async () => {
    // A connection that is kept does not end while a slow machine is on its way to the next request.
    server = createServer({ keepAliveTimeout: 0 }, (request, response) => {
      requests += 1;
      answer(request, response);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    ({ port } = server.address() as AddressInfo);
  });

  afterAll(async () => {
    await Promise.all([strict.onApplicationShutdown(), open.onApplicationShutdown()]);
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  beforeEach(() => {
    requests = 0;
    lookups = [];
    answer = (_request, response) => void response.end('reached');
    addressesOf = (name) => NAMES[name];
  });

  const isRefused = (reply: Awaited<ReturnType<typeof get>>) => {
    expect(reply).toMatchObject({ ok: false, failure: 'forbidden' });
    expect(requests).toBe(0);
  };

  it('has something to keep people from', async () => {
    expect(await get(`http://127.0.0.1:${port}/`, open)).toMatchObject({ ok: true, body: 'reached' });
    addressesOf = () => ['127.0.0.1'];
    expect(await get(`http://example.com:${port}/`, open)).toMatchObject({ ok: true, body: 'reached' });
  });

  it.each(FORBIDDEN_HOSTS)('refuses %s without asking for a name', async (host) => {
    isRefused(await get(`http://${host}:${port}/`));
    isRefused(await get(`https://${host}/`));
    expect(lookups).toEqual([]);
  });

  it.each(FORBIDDEN_NAMES)('refuses the name %s', async (name) => {
    isRefused(await get(`http://${name}:${port}/`));
    expect(lookups).toHaveLength(1);
  });

  it.each(DISGUISES)('refuses %j', async (url) => {
    isRefused(await get(url.replace('here', `127.0.0.1:${port}`)));
  });

  it.each(UNUSABLE)('refuses %j, which leads nowhere', async (url) => {
    isRefused(await get(url.replace('here', `127.0.0.1:${port}`)));
  });

  it.each([301, 302, 303, 307, 308])('refuses to be sent to a private address with %d', async (status) => {
    const targets = ['http://10.0.0.1/', 'https://10.0.0.1/', '//10.0.0.1/', 'http://intern.example.com/', 'ftp://x/'];
    for (const location of targets) {
      answer = (_request, response) => void response.writeHead(status, { location }).end();
      expect(await get(`http://127.0.0.1:${port}/`, open)).toMatchObject({ ok: false, failure: 'forbidden' });
    }
    expect(requests).toBe(targets.length);
  });

  it('refuses a private address behind several redirects', async () => {
    answer = ({ url }, response) =>
      void response
        .writeHead(302, { location: url === '/3' ? 'http://[::1]/' : `/${Number(url!.slice(1)) + 1}` })
        .end();
    expect(await get(`http://127.0.0.1:${port}/0`, open)).toMatchObject({ ok: false, failure: 'forbidden' });
    expect(requests).toBe(4);
  });

  it('connects to the addresses it has checked: a name has no second look-up that could say something else', async () => {
    // The first address is allowed, every other is not.
    addressesOf = () => (lookups.length === 1 ? ['127.0.0.1'] : ['10.0.0.1']);
    expect(await get(`http://rebinding.example.com:${port}/`, open)).toMatchObject({ ok: true, body: 'reached' });
    expect(lookups).toHaveLength(1);
  });

  it('checks a name again for each connection', async () => {
    addressesOf = () => (lookups.length === 1 ? ['127.0.0.1'] : ['10.0.0.1']);
    answer = (_request, response) => void response.writeHead(200, { connection: 'close' }).end();
    expect(await get(`http://changing.example.com:${port}/`, open)).toMatchObject({ ok: true });
    expect(await get(`http://changing.example.com:${port}/`, open)).toMatchObject({ ok: false, failure: 'forbidden' });
    expect(lookups).toHaveLength(2);
  });

  it('says that it is none of its own reasons when a name leads nowhere', async () => {
    expect(await get('http://unknown.example.com/')).toMatchObject({ ok: false, failure: 'unreachable' });
    expect(await get('http://none.example.com/')).toMatchObject({
      ok: false,
      error: 'none.example.com has no address',
    });
  });

  // Who gives a host to a socket gives no URL: what is special in URLs is a name there, and leads where it is looked up.
  const hosts = [...FORBIDDEN_HOSTS.filter((host) => /^[\d.]+$|^\[/.test(host)), 'fe80::1%eth0', '::1', 'localhost'];
  it.each(hosts)('refuses plain connections to %s', async (host) => {
    addressesOf = () => ['127.0.0.1'];
    const connecting = new GuardedSockets(guardOf('')).connect({ host, port, timeoutMs: 5000 });
    await expect(connecting).rejects.toMatchObject({ name: 'ForbiddenAddressError' });
  });
});
