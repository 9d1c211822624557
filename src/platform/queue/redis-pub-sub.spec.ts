import { Writable } from 'node:stream';
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { loadConfig } from '../config/config.js';
import { Logger } from '../logging/logger.js';
import { NoticeChannel } from './pub-sub.js';
import { RedisPubSub } from './redis-pub-sub.js';

const CHANNEL = new NoticeChannel<{ environmentId: string; changed: string[] }>('test');
const NOTICE = { environmentId: '6925a1f0c0ffee0123456789', changed: ['6925a1f0c0ffee0123456780'] };

describe('notices while Redis is away', () => {
  it('O8: fail silently, save for one line in the log', async () => {
    const lines: string[] = [];
    const log = new Writable({
      write(chunk: Buffer, _encoding, done) {
        lines.push(chunk.toString());
        done();
      },
    });
    const pubSub = new RedisPubSub(`redis://127.0.0.1:${await closedPort()}`, 'test', new Logger(loadConfig({}), log));
    try {
      await pubSub.subscribe(CHANNEL, { onNotices: () => undefined, onInterruption: () => undefined });
      for (let index = 0; index < 100; index++) pubSub.publish(CHANNEL, NOTICE);
    } finally {
      // Waits for what was published to be given up.
      await pubSub.close();
    }
    expect(lines.map((line) => (JSON.parse(line) as { msg: string }).msg)).toEqual([
      'Live updates between processes are interrupted; inboxes show them when asked',
    ]);
  });
});

/** A port where nobody listens. */
async function closedPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
