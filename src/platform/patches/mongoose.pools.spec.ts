/** @runs-on build */
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mongo } from 'mongoose';
import { EmbeddedMongo } from '#libs/embedded-mongo/server.js';
import './mongoose.js';

/** Part of the driver's client that has no types. */
interface Insides {
  topology: {
    s: { servers: Map<string, { pool: { minPoolSizeTimer?: NodeJS.Timeout; totalConnectionCount: number } }> };
  };
}

describe('a pool of connections to the store', () => {
  let folder: string;
  let store: EmbeddedMongo;
  let client: mongo.MongoClient;

  const openStore = async () => {
    store = await EmbeddedMongo.open({
      dataDir: join(folder, 'data'),
      durable: false,
      socketPath: join(folder, 'store.sock'),
    });
  };

  const connect = async (options: mongo.MongoClientOptions) => {
    const address = `mongodb://${encodeURIComponent(join(folder, 'store.sock'))}/?directConnection=true`;
    client = new mongo.MongoClient(address, { heartbeatFrequencyMS: 500, ...options });
    await client.connect();
  };

  const ping = () => client.db('test').command({ ping: 1 });

  const pool = () => {
    const [only, ...others] = [...(client as unknown as Insides).topology.s.servers.values()];
    if (!only || others.length > 0) throw new Error('It has one pool, as it is connected to one server.');
    return only.pool;
  };

  const isLookedThrough = () => pool().minPoolSizeTimer !== undefined;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'pools-'));
    await openStore();
  });

  afterEach(async () => {
    await client.close();
    await store.close();
    await rm(folder, { recursive: true });
  });

  it('is not looked through where no limit is set, also once its store was away', async () => {
    await connect({});
    await ping();
    expect(isLookedThrough()).toBe(false);

    const lost = once(client, 'connectionPoolCleared');
    await store.close();
    await lost;
    const found = once(client, 'connectionPoolReady');
    await openStore();
    await found;
    expect(await ping()).toMatchObject({ ok: 1 });
    expect(isLookedThrough()).toBe(false);
  });

  it('is filled by itself where it has to have some connections', async () => {
    await connect({ minPoolSize: 3 });
    while (pool().totalConnectionCount < 3) await once(client, 'connectionCreated');
    expect(isLookedThrough()).toBe(true);
  });

  it('loses those that were idle for too long where there is such a limit', async () => {
    await connect({ maxIdleTimeMS: 1 });
    await ping();
    expect(isLookedThrough()).toBe(true);
    await once(client, 'connectionClosed');
  });
});
