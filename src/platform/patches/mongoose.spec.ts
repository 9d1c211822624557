/** @runs-on build */
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MongoClient } from 'mongodb';
import { model, mongo, Schema } from 'mongoose';
import { EmbeddedMongo } from '#libs/embedded-mongo/server.js';
import './mongoose.js';
import { outageOf } from '../persistence/outage.js';

/** More than a socket holds. */
const LARGE = 'x'.repeat(4_000_000);

/** The way to the store, which can be blocked: then nothing that is sent is read any more. */
class Way {
  private readonly senders = new Set<Socket>();

  private constructor(private readonly server: Server) {}

  static async open(path: string, to: string): Promise<Way> {
    const way: Way = new Way(createServer((sender) => way.lead(sender, connect(to))));
    way.server.listen(path);
    await once(way.server, 'listening');
    return way;
  }

  block(): void {
    for (const sender of this.senders) sender.unpipe().pause();
  }

  breakOff(): void {
    for (const sender of this.senders) sender.destroy();
  }

  async close(): Promise<void> {
    this.breakOff();
    this.server.close();
    await once(this.server, 'close');
  }

  private lead(sender: Socket, receiver: Socket): void {
    this.senders.add(sender);
    for (const socket of [sender, receiver]) socket.on('error', () => undefined);
    sender.pipe(receiver).pipe(sender);
    sender.on('close', () => receiver.destroy());
  }
}

describe('a write that its socket does not take at once', () => {
  let folder: string;
  let store: EmbeddedMongo;
  let way: Way;
  let client: mongo.MongoClient;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'writes-'));
    const [socketPath, wayPath] = [join(folder, 'store.sock'), join(folder, 'way.sock')];
    store = await EmbeddedMongo.open({ dataDir: join(folder, 'data'), durable: false, socketPath });
    way = await Way.open(wayPath, socketPath);
    client = await mongo.MongoClient.connect(`mongodb://${encodeURIComponent(wayPath)}/?directConnection=true`, {
      heartbeatFrequencyMS: 500,
      connectTimeoutMS: 500,
    });
  });

  afterEach(async () => {
    await client.close();
    await way.close();
    await store.close();
    await rm(folder, { recursive: true });
  });

  const update = () =>
    client
      .db('test')
      .collection('test')
      .updateOne({}, { $set: { LARGE } })
      .catch((error: unknown) => error);

  it('fails as an outage when its connection breaks', async () => {
    way.block();
    const started = once(client, 'connectionCheckedOut');
    const failure = update();
    await started;
    way.breakOff();
    expect(outageOf(await failure)).toBe('unreachable');
    expect(await failure).toBeInstanceOf(mongo.MongoNetworkError);
  });

  it('fails as an outage when its server stands still and the connection is given up', async () => {
    way.block();
    expect(await update()).toBeInstanceOf(mongo.MongoNetworkError);
  });

  it('waits for nothing else', async () => {
    expect(await update()).toMatchObject({ acknowledged: true });
    expect(await update()).toMatchObject({ acknowledged: true });
  });
});

it('patches the driver that mongoose uses', () => {
  expect(mongo.MongoClient).toBe(MongoClient);
});

it('keeps the key `prototype` of data of users', () => {
  const data = { prototype: 'Mark I', nested: { prototype: 1 } };
  const Document = model<{ data: object }>('PatchedDocument', new Schema({ data: Object }));
  expect(new Document({ data }).toObject().data).toEqual(data);
});
