import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Db, MongoClient, ObjectId } from 'mongodb';
import { aPng } from '../../libs/pictures/testing/files.js';
import { aForm } from '../builders/form.js';
import { eventually } from '../eventually.js';
import { StoreProcess } from '../store/support/store-process.js';
import { CARILLON, CarillonProcess, clientOf, type ProcessEnd } from './carillon-process.js';

const PICTURE = aPng();
const KEY = randomBytes(16).toString('hex');

/** `MOVE_MESSAGES=1000000` for the long form, with `MONGODB_URI` to a MongoDB. */
const MESSAGES = Number(process.env.MOVE_MESSAGES ?? 6000);
const BATCH = 1000;
const KILLS = 2;

const mail = (body: string) => ({
  name: 'Mail',
  stepId: 'mail',
  type: 'email',
  controlValues: { subject: 'News', body, editorType: 'html' },
});
const wait = { name: 'Wait', stepId: 'wait', type: 'delay', controlValues: { amount: 20, unit: 'seconds' } };
const gather = { name: 'Gather', stepId: 'gather', type: 'digest', controlValues: { amount: 20, unit: 'seconds' } };
const COUNTED = '{{ steps.gather.events | map: "payload" | map: "n" | join: "," }}';

describe('carillon move', () => {
  let folder: string;
  let dataDir: string;
  let targetStore: StoreProcess | undefined;
  let targetUri: string;
  const running: CarillonProcess[] = [];
  const clients: MongoClient[] = [];

  const spawn = (settings: Record<string, string>, program?: string[]): CarillonProcess => {
    const common = { DATA_DIR: dataDir, IDLE_LOOK_SECONDS: '1', SWEEP_INTERVAL_SECONDS: '1', OUTBOX: 'on' };
    const one = CarillonProcess.spawn({ ...common, HOST: '127.0.0.1', ...settings }, program);
    running.push(one);
    return one;
  };
  const move = (words: string[], settings = {}): CarillonProcess => spawn(settings, [CARILLON, 'move', ...words]);
  const moved = (words: string[], settings = {}): Promise<ProcessEnd> => move(words, settings).end();
  const databaseAt = (uri: string, name?: string): Db => {
    const client = new MongoClient(uri);
    clients.push(client);
    return client.db(name);
  };

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'carillon-move-'));
    dataDir = join(folder, 'data');
    const server = process.env.MONGODB_URI;
    if (server === undefined) targetStore = await StoreProcess.start(join(folder, 'target'), ['--port', '0']);
    const database = `move${randomBytes(4).toString('hex')}`;
    targetUri = (server ?? targetStore!.uri).replace(/^(mongodb:\/\/[^/]+)\/?[^?]*/, `$1/${database}`);
  });

  afterAll(async () => {
    await Promise.all(running.map((one) => one.kill('SIGKILL')));
    if (!targetStore) await databaseAt(targetUri).dropDatabase();
    await Promise.all(clients.map((client) => client.close()));
    await targetStore?.kill();
    await eventually(() => rm(folder, { recursive: true, force: true }));
  });

  it(
    'MV1, MV2, MV3, MV4, MV5: a move that is killed twice ends equal, and its waits and digests go on',
    async () => {
      const first = spawn({ BOOTSTRAP_API_KEY: KEY });
      const api = clientOf(await first.ready(), KEY);
      const create = async (steps: object[]): Promise<string> => (await api.workflow({ steps })).workflowId;
      const [waiting, digesting] = [await create([wait, mail('waited')]), await create([gather, mail(COUNTED)])];
      const form = aForm([['file', 'logo.png', PICTURE]]);
      const picture = (await api.request({ method: 'POST', url: '/v1/assets', ...form })).body.data;
      const to = { subscriberId: 'ada', email: 'ada@example.com' };
      const trigger = async (name: string, n: number): Promise<string> =>
        (await api.trigger(name, { to, payload: { n } })).transactionId;
      const delayed = await trigger(waiting, 0);
      // They are worked off at the same time: either may open the digest, and its message belongs to that one.
      const digested = [await trigger(digesting, 1), await trigger(digesting, 2)];
      await eventually(async () => expect((await api.get('/v1/notifications')).body.data).toHaveLength(3));
      expect(await moved(['--to', targetUri])).toMatchObject({
        code: 1,
        output: expect.stringMatching(/Carillon runs on/),
      });
      await first.kill('SIGTERM');

      await fill(join(dataDir, 'store'));
      const target = databaseAt(targetUri);
      const startsRefused = (settings: Record<string, string>): Promise<ProcessEnd> => spawn(settings).end();
      const secret = { SECRET_KEY: (await readFile(join(dataDir, 'secret.key'), 'utf8')).trim() };
      for (let kill = 1; kill <= KILLS; kill++) {
        const killed = move(['--to', targetUri]);
        let ended: ProcessEnd | undefined;
        void killed.end().then((end) => (ended = end));
        await eventually(async () => {
          if (ended) return;
          const progress = await target.collection('moves').findOne({ _id: 'collection messages' as never });
          expect(progress?.['documents'] ?? 0).toBeGreaterThanOrEqual(Math.floor((MESSAGES * kill) / (KILLS + 2)));
        }, 3_600_000);
        expect(ended).toBeUndefined();
        await killed.kill('SIGKILL');
        const progress = await target.collection('moves').findOne({ _id: 'collection messages' as never });
        process.stdout.write(`Killed at ${progress?.['documents']} of ${MESSAGES} messages, ${progress?.['state']}\n`);
      }
      expect(await startsRefused({ MONGODB_URI: targetUri, ...secret })).toMatchObject({
        code: 1,
        output: expect.stringContaining('the store is not complete'),
      });
      expect(await startsRefused({})).toMatchObject({ code: 1, output: expect.stringContaining('are being moved to') });

      const end = await moved(['--to', targetUri]);
      expect(end).toMatchObject({ code: 0, output: expect.stringContaining('Going on with the move') });
      expect(end.output).toMatch(/Everything is in mongodb:/);
      const source = await StoreProcess.start(join(dataDir, 'store'));
      const [here, there] = [await contentOf(databaseAt(source.uri, 'carillon')), await contentOf(target)];
      await source.stop();
      expect(there).toEqual(here);
      expect(here['messages']?.documents).toBe(MESSAGES);
      expect(await startsRefused({})).toMatchObject({ code: 1, output: expect.stringContaining('were moved to') });

      const second = spawn({ MONGODB_URI: targetUri, ...secret });
      const address = await second.ready();
      const after = clientOf(address, KEY);
      const seen = await fetch(new URL(new URL(picture.url).pathname, address));
      expect(Buffer.from(await seen.arrayBuffer()).equals(PICTURE)).toBe(true);
      const bodiesOf = async (transactionId: string): Promise<string> => {
        const messages: { _id: string }[] = (await after.get(`/v1/outbox?transactionId=${transactionId}`)).body.data;
        const bodies = messages.map(async ({ _id }) => (await after.get(`/v1/outbox/${_id}`)).body);
        return JSON.stringify(await Promise.all(bodies));
      };
      await eventually(async () => expect(await bodiesOf(delayed)).toContain('waited'));
      await eventually(async () => {
        const bodies = await Promise.all(digested.map(bodiesOf));
        expect(bodies.join('')).toMatch(/1,2|2,1/);
      });
      await second.kill('SIGTERM');
    },
    900_000 + MESSAGES * 10,
  );

  it('MV6: what cannot be moved is refused with the reason, and a move is given up', async () => {
    expect(await moved([])).toMatchObject({ code: 2, output: expect.stringContaining('--to or --from') });
    expect(await moved(['--to', 'postgres://x'])).toMatchObject({ code: 2 });
    const running = await moved(['--from', targetUri], { DATA_DIR: join(folder, 'back') });
    expect(running).toMatchObject({ code: 2, output: expect.stringContaining('add --stopped') });
    const nowhere = await moved(['--to', 'mongodb://user:hunter2@127.0.0.1:1/x']);
    expect(nowhere).toMatchObject({
      code: 1,
      output: expect.stringContaining('mongodb://127.0.0.1:1/x cannot be reached'),
    });
    expect(nowhere.output).not.toContain('hunter2');
    expect(await moved(['--to', targetUri])).toMatchObject({
      code: 1,
      output: expect.stringContaining('is not empty'),
    });
    const none = { DATA_DIR: join(folder, 'none') };
    expect(await moved(['--to', targetUri], none)).toMatchObject({
      code: 1,
      output: expect.stringContaining('no store'),
    });

    expect(await moved(['--cancel'])).toMatchObject({
      code: 0,
      output: expect.stringContaining('can use the embedded'),
    });
    const again = spawn({});
    await again.ready();
    await again.kill('SIGTERM');
  });

  it('MV1: everything is moved back into an empty data folder', async () => {
    if (process.env.MOVE_MESSAGES) return;
    const back = { DATA_DIR: join(folder, 'back') };
    const before = await contentOf(databaseAt(targetUri));
    expect(await moved(['--from', targetUri, '--stopped'], back)).toMatchObject({ code: 0 });
    const store = await StoreProcess.start(join(back.DATA_DIR, 'store'));
    expect(await contentOf(databaseAt(store.uri, 'carillon'))).toEqual(before);
    await store.stop();
    const secret = { SECRET_KEY: (await readFile(join(dataDir, 'secret.key'), 'utf8')).trim() };
    const carillon = spawn({ ...back, ...secret });
    expect((await clientOf(await carillon.ready(), KEY).get('/v1/environments/me')).status).toBe(200);
    await carillon.kill('SIGTERM');
  });

  /** Many messages, as if they had been sent. */
  async function fill(store: string): Promise<void> {
    const process = await StoreProcess.start(store);
    const messages = databaseAt(process.uri, 'carillon').collection('messages');
    const [environmentId, organizationId, subscriberId] = [new ObjectId(), new ObjectId(), new ObjectId()];
    for (let n = await messages.countDocuments(); n < MESSAGES;) {
      const batch = Array.from({ length: Math.min(BATCH, MESSAGES - n) }, (_, index) => ({
        _id: new ObjectId(),
        environmentId,
        organizationId,
        subscriberId,
        transactionId: `t-${n + index}`,
        channel: 'in_app',
        content: { body: `Message ${n + index} ${'x'.repeat((n + index) % 200)}` },
        data: { number: n + index, share: (n + index) / 7 },
        read: (n + index) % 3 === 0,
        createdAt: new Date(),
        expiresAt: new Date(Date.now() + 30 * 86_400_000),
      }));
      await messages.insertMany(batch);
      n += batch.length;
    }
    await process.stop();
  }
});

/** Count, hash over all documents in any order, and indexes of each collection. */
async function contentOf(
  database: Db,
): Promise<Record<string, { documents: number; hash: string; indexes: object[] }>> {
  const content: Awaited<ReturnType<typeof contentOf>> = {};
  for (const { name } of await database.listCollections().toArray()) {
    if (name === 'moves') continue;
    const sum = Buffer.alloc(32);
    let documents = 0;
    for await (const document of database.collection(name).find({}, { raw: true })) {
      const hash = createHash('sha256')
        .update(document as unknown as Buffer)
        .digest();
      for (let at = 0; at < 32; at += 4) sum.writeUInt32LE((sum.readUInt32LE(at) + hash.readUInt32LE(at)) >>> 0, at);
      documents += 1;
    }
    const indexes = (await database.collection(name).listIndexes().toArray()).map(
      ({
        name: index,
        key,
        unique = false,
        sparse = false,
        partialFilterExpression = {},
        expireAfterSeconds = -1,
      }) => ({
        index,
        key: Object.entries(key as object).map(([field, order]) => `${field} ${Number(order)}`),
        rest: JSON.stringify([index !== '_id_' && unique, sparse, partialFilterExpression, expireAfterSeconds]),
      }),
    );
    content[name] = {
      documents,
      hash: sum.toString('hex'),
      indexes: indexes.toSorted((a, b) => (a.index < b.index ? -1 : 1)),
    };
  }
  return content;
}
