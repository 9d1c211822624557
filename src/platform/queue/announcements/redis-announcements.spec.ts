import { Writable } from 'node:stream';
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { loadConfig } from '../../config/config.js';
import { Logger } from '../../logging/logger.js';
import { RedisAnnouncements } from './redis-announcements.js';

const NOTICE = { environmentId: '6925a1f0c0ffee0123456789', changed: ['6925a1f0c0ffee0123456780'] };

describe('announcements while Redis is away', () => {
  it('O8: fail silently, save for one line in the log', async () => {
    const lines: string[] = [];
    const log = new Writable({
      write(chunk: Buffer, _encoding, done) {
        lines.push(chunk.toString());
        done();
      },
    });
    const announcements = new RedisAnnouncements(
      `redis://127.0.0.1:${await closedPort()}`,
      'test-live',
      new Logger(loadConfig({}), log),
    );
    try {
      await announcements.listen({ hear: () => undefined, missedSome: () => undefined });
      for (let index = 0; index < 100; index++) announcements.announce(NOTICE);
    } finally {
      // Waits for what was announced to be given up.
      await announcements.close();
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
