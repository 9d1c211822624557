import { setTimeout as wait } from 'node:timers/promises';
import { EventsService } from '../../src/events/store/events.service.js';
import { Event } from '../../src/events/store/event.schema.js';
import { EventCancellationStore } from '../../src/delivery/runs/cancellation/event-cancellation.store.js';
import { EngineScene, inApp } from '../delivery/engine-scene.js';
import { eventually } from '../eventually.js';
import { lastResponse, Wire } from './wire.js';

/** Requests of one environment that wait for the progress of triggers in one process. */
const PLACES = 50;
/** How long reads are counted. A slow machine reads less often, so that it can only make a test pass. */
const WINDOW_MS = 600;

describe('requests that wait', () => {
  let scene: EngineScene;
  let url: string;
  let wires: Wire[] = [];

  beforeAll(async () => {
    // Nobody but the tests delivers.
    scene = await EngineScene.start({ settings: { ROLE: 'api' } });
    await scene.carillon.app.listen(0, '127.0.0.1');
    url = await scene.carillon.app.getUrl();
  });

  afterEach(() => {
    for (const wire of wires) wire.close();
    wires = [];
  });

  afterAll(() => scene.close());

  /** Sends a request without a body on a connection of its own. */
  async function send(line: string): Promise<Wire> {
    const wire = await Wire.to(url);
    wires.push(wire);
    wire.request([`${line} HTTP/1.1`, 'Host: localhost', `Authorization: ApiKey ${scene.carillon.api.apiKey}`]);
    return wire;
  }

  /** How often a method of a provider is called within the window. */
  async function callsOf(provider: object, method: string): Promise<number> {
    const original = Reflect.get(provider, method) as (...parameters: unknown[]) => unknown;
    let calls = 0;
    Reflect.set(provider, method, (...parameters: unknown[]) => {
      calls += 1;
      return original.apply(provider, parameters);
    });
    await wait(WINDOW_MS);
    Reflect.deleteProperty(provider, method);
    return calls;
  }

  const reads = (): Promise<number> => callsOf(scene.carillon.app.get(EventsService), 'findByTransaction');

  /** Opens more requests than may wait; resolves once the others have their responses. */
  async function fill(path: string): Promise<void> {
    let responses = 0;
    for (let count = 0; count < PLACES + 10; count++) {
      const wire = await send(`GET ${path}`);
      void wire.until(/\}$/).then(() => (responses += 1));
    }
    await eventually(async () => expect(responses).toBe(10), 20_000);
  }

  it('Z6: share one look at the trigger they wait for, however many they are, and end with their connections', async () => {
    const transactionId = await scene.trigger(await scene.workflow([inApp('a')]));
    await fill(`/v1/events/trigger/${transactionId}?wait=30`);
    // One look for each would be 50 and more.
    expect(await reads()).toBeLessThan(PLACES / 2);
    for (const wire of wires) wire.close();
    await eventually(async () => expect(await reads()).toBe(0), 10_000);
  });

  it('Z6: all get their response when the trigger has ended', async () => {
    const transactionId = await scene.trigger(await scene.workflow([inApp('a')]));
    const waiting = await Promise.all(
      Array.from({ length: 20 }, () => send(`GET /v1/events/trigger/${transactionId}?wait=30`)),
    );
    await scene.carillon.api.delete(`/v1/events/trigger/${transactionId}`);
    const answers = await Promise.all(waiting.map(async (wire) => lastResponse(await wire.until(/\}$/))));
    expect(answers.map(({ body }) => (body['data'] as { state: string }).state)).toEqual(
      Array.from({ length: 20 }, () => 'cancelled'),
    );
  });

  it('T17: cancellations of one trigger share their looks, and end with their connections', async () => {
    const transactionId = await scene.trigger(await scene.workflow([inApp('a')]));
    const claim = { token: 'of a worker that takes long', until: new Date(Date.now() + 60_000) };
    await scene.model(Event).updateOne({ transactionId }, { $set: { 'expansion.claim': claim } });
    for (let count = 0; count < 40; count++) await send(`DELETE /v1/events/trigger/${transactionId}`);
    const { app } = scene.carillon;
    const looks = () => callsOf(app.get(EventCancellationStore, { strict: false }), 'isClaimed');
    await eventually(async () => expect(await looks()).toBeGreaterThan(0));
    expect(await looks()).toBeLessThanOrEqual(10);
    for (const wire of wires) wire.close();
    await eventually(async () => expect(await looks()).toBe(0));
    // What has not been waited for is made up for when it is requested again.
    const event = await scene.model(Event).findOne({ transactionId }).lean();
    expect(event).toMatchObject({ cancelledAt: expect.any(Date) });
    expect(event!.cancellationEnded).toBeUndefined();
  });
});
