import { createHash, randomBytes } from 'node:crypto';
import { Types, mongo } from 'mongoose';
import { ChannelSender } from '../../../src/delivery/sending/channel-sender.js';
import { AttachmentCleaner } from '../../../src/events/attachments/attachment-cleaner.js';
import { AttachmentsService } from '../../../src/events/attachments/attachments.service.js';
import type { Event } from '../../../src/events/store/event.schema.js';
import { EventsService } from '../../../src/events/store/events.service.js';
import { attachmentFiles } from '../../erasure/traces/attachment-files.js';
import { eventually } from '../../eventually.js';
import { delay, EngineScene, HOUR } from '../../delivery/engine-scene.js';
import type { OutgoingMessage } from '../../../src/delivery/engine/step-effects.js';

const email = { type: 'email', controlValues: { subject: 'Hello', body: '<p>Hello</p>' } };
const attachments = [{ file: Buffer.from('attached').toString('base64'), name: 'a.txt' }];

describe('files of attachments', () => {
  let scene: EngineScene;
  let service: AttachmentsService;
  let cleaner: AttachmentCleaner;
  let waiting: string;

  beforeAll(async () => {
    // Nobody but the test cleans up.
    scene = await EngineScene.start({ settings: { SWEEP_INTERVAL_SECONDS: '3600' } });
    service = scene.carillon.app.get(AttachmentsService, { strict: false });
    cleaner = scene.carillon.app.get(AttachmentCleaner, { strict: false });
    await scene.integration('email');
    waiting = await scene.workflow([delay(1, 'hours'), email]);
  });

  afterAll(() => scene.close());

  const eventOf = async (transactionId: string): Promise<Event> =>
    (await scene.carillon.connection.collection<Event>('events').findOne({ transactionId }))!;
  const ownerOf = ({ environmentId, _id }: Event) => ({ environmentId, eventId: _id });
  const filesOf = async (eventId: unknown) =>
    [...(await attachmentFiles(scene.carillon)).keys()].filter((path) => path.includes(String(eventId)));
  /** An event that waits with an attachment. */
  const aWaitingEvent = async (): Promise<Event> => {
    const transactionId = await scene.trigger(waiting, { payload: { attachments } });
    await scene.settled(transactionId);
    return eventOf(transactionId);
  };

  it('E4: 20 MiB reach the sender as they were sent, as a stream and whole, and go afterwards', async () => {
    const content = randomBytes(20_971_520);
    const digests: string[] = [];
    const sender = scene.carillon.app.get(ChannelSender, { strict: false });
    const send = sender.send.bind(sender);
    sender.send = async (message: OutgoingMessage) => {
      const [attachment] = message.content.channel === 'email' ? message.content.attachments! : [];
      const hash = createHash('sha256');
      for await (const chunk of await service.open(message, attachment!)) hash.update(chunk as Buffer);
      digests.push(hash.digest('hex'), digestOf(await service.read(message, attachment!)));
      return send(message);
    };
    try {
      const to = await scene.subscriber({ email: 'ada@example.com' });
      const file = content.toString('base64');
      const transactionId = await scene.trigger(await scene.workflow([email]), {
        to,
        payload: { attachments: [{ file, name: 'film.bin', mime: 'application/octet-stream' }] },
      });
      expect((await scene.settled(transactionId))[0]!.status).toBe('completed');
      expect(digests).toEqual([digestOf(content), digestOf(content)]);
      const { _id } = await eventOf(transactionId);
      await eventually(async () => expect(await filesOf(_id)).toEqual([]));
    } finally {
      sender.send = send;
    }
  });

  it('E4: whoever asks for one that is gone, or not whole, is told so', async () => {
    const event = await aWaitingEvent();
    const [info] = event.attachments!;
    await expect(service.open(ownerOf(event), { ...info!, size: 7 })).rejects.toThrow('"a.txt" is not there any more');
    await service.deleteOf(ownerOf(event));
    await expect(service.open(ownerOf(event), info!)).rejects.toThrow('"a.txt" is not there any more');
  });

  it('E4: what an earlier release has stored with its event is read, and goes with the run', async () => {
    const event = await aWaitingEvent();
    const [info] = event.attachments!;
    await service.deleteOf(ownerOf(event));
    const earlier = scene.carillon.connection.collection('attachments');
    await earlier.insertOne({
      _id: info!.id,
      environmentId: event.environmentId,
      eventId: event._id,
      name: 'a.txt',
      content: new mongo.Binary(Buffer.from('attached')),
      expiresAt: event.expiresAt,
    });
    expect((await service.read(ownerOf(event), info!)).toString()).toBe('attached');
    await scene.later(HOUR);
    expect(await earlier.countDocuments()).toBe(0);
  });

  it('T13: files whose event was not stored go an hour later, and those of events that wait stay', async () => {
    scene.clock.to(new Date());
    const waits = await aWaitingEvent();
    const events = scene.carillon.app.get(EventsService, { strict: false });
    const before = await attachmentFiles(scene.carillon);
    events.insertNew = () => Promise.reject(new mongo.MongoNetworkError('the store is away'));
    const trigger = { name: waiting, to: scene.newId(), payload: { attachments } };
    const { status } = await scene.carillon.api.post('/v1/events/trigger', trigger);
    Reflect.deleteProperty(events, 'insertNew');
    expect(status).toBe(503);
    const left = [...(await attachmentFiles(scene.carillon)).keys()].filter((path) => !before.has(path));
    // Whether the store has the event after all is not known at this time.
    expect(left.length).toBeGreaterThan(0);
    const [orphan] = left.flatMap((path) => /[0-9a-f]{24}\/([0-9a-f]{24})\//.exec(path)?.[1] ?? []);
    await cleaner.clean();
    expect(await filesOf(orphan)).not.toEqual([]);
    scene.clock.forward(HOUR);
    await cleaner.clean();
    expect(await filesOf(orphan)).toEqual([]);
    expect(await filesOf(waits._id)).not.toEqual([]);
  });

  it('looks through any number of them, a part at a time', async () => {
    const environmentId = new Types.ObjectId();
    const owners = Array.from({ length: 520 }, () => ({ environmentId, eventId: new Types.ObjectId(), contents: [] }));
    await service.store(owners);
    scene.clock.forward(HOUR);
    await cleaner.clean();
    expect((await filesOf(environmentId)).length).toBeGreaterThan(1);
    await cleaner.clean();
    await cleaner.clean();
    expect(await filesOf(environmentId)).toEqual([environmentId.toHexString()]);
  });
});

describe('a trigger whose attachments cannot be stored', () => {
  let scene: EngineScene;

  beforeAll(async () => {
    // No folder can be made below a file.
    scene = await EngineScene.start({ settings: { ROLE: 'api', ATTACHMENTS_DIR: '/dev/null/attachments' } });
  });

  afterAll(() => scene.close());

  it('T13: is 503, and stores nothing', async () => {
    const trigger = { name: await scene.workflow([email]), to: 'ada', payload: { attachments } };
    const { status, body } = await scene.carillon.api.post('/v1/events/trigger', trigger);
    expect({ status, message: body.message }).toEqual({
      status: 503,
      message: 'Attachments cannot be stored, try again',
    });
    expect(await scene.carillon.connection.collection('events').countDocuments()).toBe(0);
  });
});

function digestOf(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}
