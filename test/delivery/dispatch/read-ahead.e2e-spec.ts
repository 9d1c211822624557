import { EventsService } from '../../../src/events/store/events.service.js';
import { type KnownSubscribers, SubscribersService } from '../../../src/subscribers/subscribers.service.js';
import { EngineScene, inApp } from '../engine-scene.js';

/** What happens between the reading of a lone trigger's subscribers and the delivery, which waits for the store. */
describe('subscribers that are read while their event is stored', () => {
  let scene: EngineScene;
  let events: EventsService;
  let subscribers: SubscribersService;
  let name: string;

  beforeAll(async () => {
    scene = await EngineScene.start();
    events = scene.carillon.app.get(EventsService);
    subscribers = scene.carillon.app.get(SubscribersService, { strict: false });
    name = await scene.workflow([inApp('{{subscriber.firstName}}')]);
  });

  afterAll(() => scene.close());

  afterEach(() => {
    jest.restoreAllMocks();
  });

  /** Does something when they have been read, before the event is stored. Returns what was read. */
  function whenRead(work: () => Promise<unknown>): Promise<KnownSubscribers> {
    const read = new Promise<KnownSubscribers>((resolve) => {
      const findByOwnIds = subscribers.findByOwnIds.bind(subscribers);
      jest.spyOn(subscribers, 'findByOwnIds').mockImplementationOnce(async (...parameters) => {
        const found = await findByOwnIds(...parameters);
        resolve(found);
        return found;
      });
    });
    const insertNew = events.insertNew.bind(events);
    jest.spyOn(events, 'insertNew').mockImplementationOnce(async (...parameters) => {
      await read;
      await work();
      return insertNew(...parameters);
    });
    return read;
  }

  async function bodiesOf(transactionId: string): Promise<string[]> {
    await scene.settled(transactionId);
    return scene.bodies(transactionId);
  }

  it('are delivered to', async () => {
    const subscriberId = await scene.subscriber({ firstName: 'Ada' });
    const read = whenRead(() => Promise.resolve());
    const transactionId = await scene.trigger(name, { to: subscriberId });
    expect([...(await read).keys()]).toEqual([subscriberId]);
    expect(await bodiesOf(transactionId)).toEqual(['Ada']);
  });

  it('R1: keep what is changed meanwhile, and get what the trigger says', async () => {
    const subscriberId = await scene.subscriber({ firstName: 'Ada' });
    const path = `/v2/subscribers/${subscriberId}`;
    void whenRead(() => scene.carillon.api.patch(path, { lastName: 'Lovelace' }));
    const transactionId = await scene.trigger(name, { to: { subscriberId, firstName: 'Augusta' } });
    expect(await bodiesOf(transactionId)).toEqual(['Augusta']);
    const { body } = await scene.carillon.api.get(path);
    expect(body.data).toMatchObject({ firstName: 'Augusta', lastName: 'Lovelace' });
  });

  it('R4: are created once, though somebody else creates them meanwhile', async () => {
    const subscriberId = scene.newId();
    void whenRead(() => scene.carillon.api.post('/v2/subscribers', { subscriberId, firstName: 'Grace' }));
    const transactionId = await scene.trigger(name, { to: subscriberId });
    expect(await bodiesOf(transactionId)).toEqual(['Grace']);
  });

  it('are read by the delivery when the store did not answer', async () => {
    const subscriberId = await scene.subscriber({ firstName: 'Ada' });
    jest.spyOn(subscribers, 'findByOwnIds').mockRejectedValueOnce(new Error('The store is away'));
    expect(await bodiesOf(await scene.trigger(name, { to: subscriberId }))).toEqual(['Ada']);
  });
});
