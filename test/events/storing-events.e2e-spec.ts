/** @runs-on redis */
import { randomUUID } from 'node:crypto';
import { Types } from 'mongoose';
import { JobDispatcher } from '../../src/events/accept/job-dispatcher.service.js';
import type { Event } from '../../src/events/store/event.schema.js';
import { EventsService } from '../../src/events/store/events.service.js';
import { EngineScene, inApp } from '../delivery/engine-scene.js';
import { countCommands } from '../delivery/store-probe.js';

describe('storing events', () => {
  let scene: EngineScene;
  let events: EventsService;

  beforeAll(async () => {
    scene = await EngineScene.start({ settings: { ROLE: 'api' } });
    events = scene.carillon.app.get(EventsService);
  });

  afterAll(() => scene.close());

  const anEvent = (fields: Partial<Event> = {}): Event => ({
    _id: new Types.ObjectId(),
    environmentId: scene.environment.id,
    organizationId: scene.environment.organizationId,
    kind: 'single',
    transactionId: randomUUID(),
    workflowId: new Types.ObjectId(),
    payload: {},
    recipients: [],
    expansion: { chunk: 0, cursor: { phase: 'direct' }, done: false },
    counters: { expanded: 0, sent: 0, failed: 0, skipped: 0 },
    sweeps: 0,
    expiresAt: new Date(Date.now() + 60_000),
    createdAt: new Date(),
    ...fields,
  });

  const insert = (...given: Event[]) => events.insertNew(given.map((event) => ({ event, size: 500 })));

  /** No driver can write such a name. */
  const unstorable = () => anEvent({ payload: { 'a\u0000b': 1 } });

  it('those that come together share one command, and D3: of one transaction id one is stored', async () => {
    const transactionId = randomUUID();
    const together = Array.from({ length: 20 }, (_, index) => [anEvent(index % 2 === 0 ? { transactionId } : {})]);
    const stored: Event[][] = [];
    const commands = await countCommands(async () => {
      stored.push(...(await Promise.all(together.map((one) => insert(...one)))));
    });
    expect(commands).toBe(2);
    expect(stored.flat().filter((event) => event.transactionId !== transactionId)).toHaveLength(10);
    expect(stored.flat().filter((event) => event.transactionId === transactionId)).toHaveLength(1);
  });

  it('one that the store cannot take does not take others with it', async () => {
    const [first, second, third] = [anEvent(), anEvent(), anEvent()];
    const answers = await Promise.allSettled([
      insert(first),
      insert(second),
      insert(unstorable()),
      insert(third, anEvent({ transactionId: first.transactionId })),
    ]);
    expect(answers).toEqual([
      { status: 'fulfilled', value: [first] },
      { status: 'fulfilled', value: [second] },
      { status: 'rejected', reason: expect.any(Error) },
      { status: 'fulfilled', value: [third] },
    ]);
    expect(await events.findMany([first._id, second._id, third._id])).toHaveProperty('size', 3);
  });

  it('large ones of a bulk are claimed by the worker of the process one after the other, each when it is stored', async () => {
    const name = await scene.workflow([inApp('x')]);
    const dispatcher = scene.carillon.app.get(JobDispatcher);
    const calls: string[] = [];
    dispatcher.use({
      claimNew: ({ payload }) => {
        calls.push(`claim ${String(payload.n)}`);
        return (isStored) => calls.push(`${isStored ? 'stored' : 'lost'} ${String(payload.n)}`);
      },
    });
    const text = 'x'.repeat(400_000);
    const triggers = [1, 2, 3].map((n) => ({ name, to: 'ada', payload: { n, text } }));
    try {
      expect((await scene.carillon.api.post('/v1/events/trigger/bulk', { events: triggers })).status).toBe(201);
    } finally {
      dispatcher.use(undefined);
    }
    expect(calls).toEqual(['claim 1', 'stored 1', 'claim 2', 'stored 2', 'claim 3', 'stored 3']);
  });
});
