import { EventsService } from '../../src/events/store/events.service.js';
import { EngineScene, inApp } from '../delivery/engine-scene.js';
import { eventually } from '../eventually.js';
import { lastResponse, Wire } from './wire.js';

describe('exports of people', () => {
  let scene: EngineScene;
  let url: string;
  let wires: Wire[] = [];

  beforeAll(async () => {
    scene = await EngineScene.start();
    await scene.carillon.app.listen(0, '127.0.0.1');
    url = await scene.carillon.app.getUrl();
  });

  afterEach(() => {
    for (const wire of wires) wire.close();
    wires = [];
  });

  afterAll(() => scene.close());

  async function begin(subscriberId: string, key = scene.carillon.api.apiKey): Promise<Wire> {
    const wire = await Wire.to(url);
    wires.push(wire);
    const path = `/v2/subscribers/${subscriberId}/export`;
    wire.request([`GET ${path} HTTP/1.1`, 'Host: localhost', `Authorization: ApiKey ${key}`]);
    return wire;
  }

  const statusOf = async (wire: Wire): Promise<number> => lastResponse(await wire.until(/\r\n\r\n/)).status;

  it('R18: two of an environment run at a time; a further one is 429 until one has ended or its client has left', async () => {
    const subscriberId = await scene.subscriber();
    await scene.settled(await scene.trigger(await scene.workflow([inApp('a')]), { to: subscriberId }));
    // Exports stop where they read triggers, as those of a person with very many would.
    const events = scene.carillon.app.get(EventsService);
    const findMany = events.findMany.bind(events);
    let go = (): void => undefined;
    const allowed = new Promise<void>((resolve) => (go = resolve));
    events.findMany = async (ids) => {
      await allowed;
      return findMany(ids);
    };
    const running = [await begin(subscriberId), await begin(subscriberId)];
    expect(await Promise.all(running.map(statusOf))).toEqual([200, 200]);
    const refused = lastResponse(await (await begin(subscriberId)).until(/\}$/));
    expect(refused.status).toBe(429);
    expect(refused.head).toContain('\r\nretry-after: 5');
    // Another environment has its own.
    expect(await statusOf(await begin('nobody', scene.carillon.otherApi.apiKey))).toBe(404);
    running[0]!.close();
    await eventually(async () => expect(await statusOf(await begin(subscriberId))).toBe(200), 20_000);
    go();
    events.findMany = findMany;
    expect(await running[1]!.until(/"kind":"receipt"/)).toContain('"kind":"receipt"');
    await eventually(async () => {
      const { status } = await scene.carillon.api.get(`/v2/subscribers/${subscriberId}/export`);
      expect(status).toBe(200);
    }, 20_000);
  });
});
