import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { loadConfig } from '../../config/config.js';
import { AddressGuard } from './guard/address-guard.js';
import { GuardedSockets } from './guarded-sockets.js';
import { HttpTargets } from './guard/http-targets.js';
import { NameResolver } from './guard/name-resolver.js';

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

  const sockets = (allowed: string) =>
    new GuardedSockets(
      new AddressGuard(new HttpTargets(loadConfig({ HTTP_PRIVATE_TARGETS: allowed })), new NameResolver()),
    );

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
    await expect(slow.connect({ host: 'mail.example', port, timeoutMs: 20 })).rejects.toThrow('no answer within 20 ms');
    const signal = AbortSignal.abort(new Error('enough'));
    await expect(slow.connect({ host: 'mail.example', port, timeoutMs: 5000, signal })).rejects.toThrow('enough');
  });
});
