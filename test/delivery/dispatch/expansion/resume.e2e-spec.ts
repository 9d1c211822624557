/** @runs-on redis */
import { deliverChunk } from '../../deliver-chunk.js';
import type { Event } from '../../../../src/events/store/event.schema.js';
import { EventsService } from '../../../../src/events/store/events.service.js';
import { startTestApp, type TestApp } from '../../../test-app.js';
import { type Death, dyingAtWrite } from '../../failing-store.js';
import { ExpansionScene } from './expansion-scene.js';

/** The recipients of a chunk, and people for two chunks. */
const CHUNK = 50;
const PEOPLE = 62;

describe('expansion that is interrupted', () => {
  let carillon: TestApp;
  let scene: ExpansionScene;
  let people: string[];
  let name: string;

  beforeAll(async () => {
    // The tests deliver themselves, and no worker helps them.
    carillon = await startTestApp({ settings: { ROLE: 'api', RECIPIENTS_PER_CHUNK: String(CHUNK) } });
    scene = await ExpansionScene.on(carillon);
    name = await scene.workflow();
    people = await scene.people(PEOPLE);
  });

  afterAll(() => carillon.close());

  async function accepted(path: string, fields: object): Promise<string> {
    const { status, body } = await carillon.api.post(path, { name, payload: {}, ...fields });
    expect(status).toBe(201);
    return body.data.transactionId;
  }

  const find = async (transactionId: string): Promise<Event> => (await scene.events.findOne({ transactionId }).lean())!;

  /** Runs the job of the event until nothing is left to do. */
  async function deliverAll(transactionId: string): Promise<void> {
    for (let event = await find(transactionId); event.sweepAt; event = await find(transactionId)) {
      await deliverChunk(carillon, event._id);
      const after = await find(transactionId);
      expect(after.expansion.chunk).toBe(event.expansion.chunk + 1);
    }
  }

  /** Each recipient once, and counted once, whatever happened on the way. */
  async function expectOnceEach(transactionId: string): Promise<void> {
    expect(await scene.reached(transactionId)).toEqual(people.toSorted());
    expect(await scene.runs.countDocuments({ transactionId })).toBe(PEOPLE);
    const { counters, sweepAt, expansion } = await find(transactionId);
    expect(counters).toEqual({ expanded: PEOPLE, sent: PEOPLE, failed: 0, skipped: 0 });
    expect(sweepAt).toBeUndefined();
    expect(expansion).toMatchObject({ done: true, chunk: 2 });
    expect(expansion.claim!.until.getTime()).toBeLessThanOrEqual(Date.now());
  }

  /** Kills the delivery at each of its writes in turn, starts again, and looks at what came of it. */
  async function survivesEveryDeath(death: Death, accept: () => Promise<string>): Promise<number> {
    for (let position = 0; ; position++) {
      const transactionId = await accept();
      const died = await dyingAtWrite(position, death, () => deliverAll(transactionId));
      // What a process does that starts alone, like the one of the embedded store.
      await carillon.app.get(EventsService).makeAllOverdue();
      await deliverAll(transactionId);
      await expectOnceEach(transactionId);
      if (!died) return position;
    }
  }

  it.each<Death>(['lost', 'unanswered'])(
    'Z3: a broadcast that is killed at any write (%s) reaches everyone once',
    async (death) => {
      const writes = await survivesEveryDeath(death, () => accepted('/v1/events/trigger/broadcast', {}));
      // Two chunks, each claimed, executed and noted: what is killed at fewer places is not seen by this test.
      expect(writes).toBeGreaterThanOrEqual(8);
    },
  );

  it.each<Death>(['lost', 'unanswered'])(
    'Z3: an event for people and topics that is killed at any write (%s) reaches everyone once',
    async (death) => {
      const topics = [await scene.topic(people.slice(0, 40)), await scene.topic(people.slice(30))];
      const to = [...people.slice(0, 2), ...topics.map((topicKey) => ({ type: 'Topic', topicKey }))];
      await survivesEveryDeath(death, () => accepted('/v1/events/trigger', { to }));
    },
  );

  it.each<Death>(['lost', 'unanswered'])(
    'P10, R4: a trigger for new subscribers that is killed at any write (%s) creates and reaches each once',
    async (death) => {
      for (let position = 0, died = true; died; position++) {
        const [to, actor, tenant] = [[scene.newId(), scene.newId()], scene.newId(), scene.newId()];
        const context = { tenant: { id: tenant, data: { plan: 'pro' } } };
        const fields = { to, actor: { subscriberId: actor, firstName: 'Grace' }, context };
        const transactionId = await accepted('/v1/events/trigger', fields);
        died = await dyingAtWrite(position, death, () => deliverAll(transactionId));
        await carillon.app.get(EventsService).makeAllOverdue();
        await deliverAll(transactionId);
        expect(await scene.reached(transactionId)).toEqual(to.toSorted());
        expect(await scene.runs.countDocuments({ transactionId })).toBe(2);
        expect((await find(transactionId)).counters).toMatchObject({ expanded: 2, sent: 2 });
        expect(await scene.subscribers.countDocuments({ subscriberId: { $in: [...to, actor] } })).toBe(3);
        expect(await carillon.connection.collection('contexts').countDocuments({ contextId: tenant })).toBe(1);
        // They are gone before broadcasts to everyone are counted.
        await scene.subscribers.deleteMany({ subscriberId: { $in: [...to, actor] } });
      }
    },
  );

  it('D7: doubled jobs deliver once and are counted once', async () => {
    const transactionId = await accepted('/v1/events/trigger/broadcast', {});
    const { _id } = await find(transactionId);
    while ((await find(transactionId)).sweepAt) {
      await Promise.all(Array.from({ length: 5 }, () => deliverChunk(carillon, _id)));
    }
    await expectOnceEach(transactionId);
  });

  it('a worker that died holds its chunk for half a minute at most', async () => {
    const transactionId = await accepted('/v1/events/trigger/broadcast', {});
    const { _id } = await find(transactionId);
    expect(await dyingAtWrite(1, 'lost', () => deliverChunk(carillon, _id))).toBe(true);
    const { expansion, sweepAt } = await find(transactionId);
    await deliverChunk(carillon, _id);
    expect((await find(transactionId)).expansion).toEqual(expansion);
    expect(sweepAt!.getTime()).toBeGreaterThan(expansion.claim!.until.getTime());
    const past = new Date(Date.now() - 1);
    await scene.events.updateOne({ transactionId }, { $set: { 'expansion.claim.until': past } });
    await deliverChunk(carillon, _id);
    expect((await find(transactionId)).expansion.chunk).toBe(1);
  });
});
