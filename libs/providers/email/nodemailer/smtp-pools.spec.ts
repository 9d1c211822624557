import { setTimeout as wait } from 'node:timers/promises';
import type { Account } from '../../kit/provider.js';
import type { SendResult } from '../../kit/send-result.js';
import { MailServer } from '../../testing/mail-server.js';
import { SAMPLE_EMAIL, SAMPLE_SENDER } from '../../testing/sample-email.js';
import { socketWorld } from '../../testing/socket-world.js';
import { smtpProvider } from './nodemailer.provider.js';
import { SmtpPools } from './smtp-pools.js';

describe('connections to mail servers', () => {
  let server: MailServer;
  let account: Account;
  let pools: SmtpPools;
  let provider: ReturnType<typeof smtpProvider>;

  beforeEach(async () => {
    server = await MailServer.start({ hideSTARTTLS: true });
    account = { host: '127.0.0.1', port: String(server.port), ...SAMPLE_SENDER };
    use(new SmtpPools());
  });
  afterEach(async () => {
    provider.forget?.(account);
    await server.close();
  });

  function use(fresh: SmtpPools): void {
    pools = fresh;
    provider = smtpProvider(pools);
  }

  const send = (key: string, from: Account = account): Promise<SendResult> =>
    provider.send({ key, content: SAMPLE_EMAIL, overrides: {} }, from, socketWorld());
  const sendMany = async (count: number): Promise<SendResult[]> =>
    Promise.all(Array.from({ length: count }, (_, index) => send(`key-${index}`)));

  async function until(holds: () => boolean): Promise<void> {
    for (const end = Date.now() + 60_000; !holds(); await wait(5)) {
      if (Date.now() > end) throw new Error(`It has not come to that: ${holds.toString()}`);
    }
  }

  it('are few, and used for many messages', async () => {
    expect((await sendMany(60)).every(({ ok }) => ok)).toBe(true);
    expect(new Set(server.received.map(({ content }) => /Message-ID: (\S+)/.exec(content.toString())?.[1])).size).toBe(
      60,
    );
    expect(server.connections).toBeLessThanOrEqual(5);
    await send('one more');
    expect(server.connections).toBeLessThanOrEqual(5);
    expect(pools.size).toBe(1);
  });

  it('serve accounts that differ in their sender alone together', async () => {
    await send('1');
    await send('2', { ...account, from: 'other@example.com', senderName: 'Other' });
    expect({ pools: pools.size, connections: server.connections }).toEqual({ pools: 1, connections: 1 });
  });

  it('are made anew when the server has closed them, files and all', async () => {
    await send('1');
    server.dropConnections();
    expect(await send('2')).toMatchObject({ ok: true });
    expect(server.received.map(({ content }) => content.toString().includes('aGk='))).toEqual([true, true]);
    expect(server.connections).toBe(2);
  });

  it('are closed when the account is forgotten', async () => {
    await send('1');
    provider.forget?.(account);
    await until(() => server.open === 0);
    expect(pools.size).toBe(0);
  });

  it('send what has begun when the account is forgotten', async () => {
    let forgotten = false;
    server.beforeResponse = () => {
      if (!forgotten) provider.forget?.(account);
      forgotten = true;
    };
    expect((await sendMany(20)).every(({ ok }) => ok)).toBe(true);
    await until(() => server.open === 0);
  });

  it('are closed when nobody uses them', async () => {
    use(new SmtpPools({ servers: 10, idleMs: 50 }));
    await send('1');
    await until(() => server.open === 0 && pools.size === 0);
    expect(await send('2')).toMatchObject({ ok: true });
  });

  it('are kept to so many servers only, those that were used last', async () => {
    use(new SmtpPools({ servers: 2, idleMs: 60_000 }));
    const others = ['a', 'b', 'c'].map((servername) => ({ ...account, tlsOptions: { servername } }));
    for (const other of others) await send('1', other);
    expect(pools.size).toBe(2);
    await until(() => server.open === 2);
    for (const other of others) provider.forget?.(other);
    await until(() => server.open === 0);
  });

  it('do not mind many at once while the server fails', async () => {
    server.refuse = { connection: [421, 'too busy'] };
    const results = await sendMany(12);
    expect(results.every((result) => !result.ok && result.kind === 'transient' && !result.ambiguous)).toBe(true);
  });
});
