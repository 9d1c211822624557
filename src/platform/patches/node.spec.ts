import { once } from 'node:events';
import { createServer, get, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { endInsteadOfDestroying, hasBegunToRespond } from './node.js';

it('a connection can be ended otherwise than Node does, and says whether it has a response', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const sent = get({ port: (server.address() as AddressInfo).port, host: '127.0.0.1', agent: false });
  sent.on('response', (response) => response.resume()).on('error', () => undefined);
  const [{ socket }, response] = (await once(server, 'request')) as [IncomingMessage, ServerResponse];
  const ended = new Promise<boolean>((resolve) => {
    endInsteadOfDestroying(socket, () => resolve(socket.destroyed));
  });
  expect(hasBegunToRespond(socket)).toBe(false);
  response.setHeader('Connection', 'close').write('a');
  expect(hasBegunToRespond(socket)).toBe(true);
  response.end();
  expect(await ended).toBe(false);
  socket.destroy();
  server.close();
});
