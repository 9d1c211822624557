import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { loadConfig } from '../config/config.js';
import { AddressGuard, HttpTargets, NameResolver } from './address-guard.js';
import { GuardedSockets } from './guarded-sockets.js';

describe('GuardedSockets', () => {
  let server: Server;
  let port: number;
  let accepted = 0;

  beforeAll(async () => {
    server = createServer((socket) => {
      accepted += 1;
      socket.on('error', () => undefined).end('220 ready');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    ({ port } = server.address() as AddressInfo);
  });

  afterAll(() => new Promise((resolve) => server.close(resolve)));

  const sockets = (allowed: string, settings: Record<string, string> = {}, names = new NameResolver()) =>
    new GuardedSockets(
      new AddressGuard(new HttpTargets(loadConfig({ HTTP_PRIVATE_TARGETS: allowed, ...settings })), names),
    );
  const MONGODB = { MONGODB_URI: 'mongodb://db.example/carillon', SECRET_KEY: 'k'.repeat(32) };

  it.each(['127.0.0.1', 'localhost'])('connects to %s where that is allowed', async (host) => {
    const socket = await sockets('127.0.0.1,::1').connect({ host, port, timeoutMs: 5000 });
    expect(String(await once(socket, 'data'))).toBe('220 ready');
    socket.destroy();
  });

  it.each(['127.0.0.1', 'localhost', 'LOCALHOST', '127.1', '0x7f.1', '2130706433', '[::1]', '::1', ''])(
    'W4: does not connect to %p elsewhere',
    async (host) => {
      const before = accepted;
      await expect(sockets('').connect({ host, port, timeoutMs: 5000 })).rejects.toMatchObject({
        name: 'ForbiddenAddressError',
      });
      expect(accepted).toBe(before);
    },
  );

  it.each(['127.0.0.1', 'localhost'])('W4: reaches a mail server at %s on the embedded store', async (host) => {
    const socket = await sockets('').connect({ host, port, timeoutMs: 5000, purpose: 'mail' });
    expect(String(await once(socket, 'data'))).toBe('220 ready');
    socket.destroy();
  });

  it('W4: names the setting that allows a local mail server where MongoDB is used', async () => {
    const connect = (allowed: string) =>
      sockets(allowed, MONGODB).connect({ host: '127.0.0.1', port, timeoutMs: 5000, purpose: 'mail' });
    await expect(connect('')).rejects.toThrow(
      '127.0.0.1 is not an address of the public internet; the operator of Carillon can allow it with the setting HTTP_PRIVATE_TARGETS=127.0.0.1',
    );
    (await connect('127.0.0.1')).destroy();
  });

  it.each([['169.254.169.254'], ['fe80::1'], ['fd00:ec2::254'], ['100.100.100.200'], ['127.0.0.1', '169.254.169.254']])(
    'W4: lets no name of a mail server lead to what a cloud keeps for its machines: %s %s',
    async (...addresses) => {
      const found = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
      const names: NameResolver = { lookup: (_name, _options, callback) => callback(null, found) };
      const attempt = sockets('', {}, names).connect({ host: 'mail.example', port, timeoutMs: 5000, purpose: 'mail' });
      await expect(attempt).rejects.toThrow(/is not an address of the public internet$/);
      await expect(
        sockets('').connect({ host: addresses.at(-1)!, port, timeoutMs: 5000, purpose: 'mail' }),
      ).rejects.toThrow(/is not an address of the public internet$/);
    },
  );

  it('tells a connection that is refused', async () => {
    const closed = createServer();
    await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve));
    const free = (closed.address() as AddressInfo).port;
    await new Promise((resolve) => closed.close(resolve));
    const attempt = sockets('127.0.0.1').connect({ host: '127.0.0.1', port: free, timeoutMs: 5000 });
    await expect(attempt).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });

  it('gives up in time, and when its caller says so', async () => {
    const silent = { lookup: () => undefined } as unknown as NameResolver;
    const slow = new GuardedSockets(new AddressGuard(new HttpTargets(loadConfig({})), silent));
    await expect(slow.connect({ host: 'mail.example', port, timeoutMs: 20 })).rejects.toThrow(
      'no response within 20 ms',
    );
    const signal = AbortSignal.abort(new Error('enough'));
    await expect(slow.connect({ host: 'mail.example', port, timeoutMs: 5000, signal })).rejects.toThrow('enough');
  });
});
