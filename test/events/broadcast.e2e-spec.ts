/** @runs-on redis */
import { randomUUID } from 'node:crypto';
import { deliverChunk } from '../delivery/deliver-chunk.js';
import { RunExecutionService } from '../../src/delivery/runs/execution/run-execution.service.js';
import { NO_COUNTERS } from '../../src/events/store/expansion.js';
import { NEVER } from '../../src/platform/deadline.js';
import { EventProgressService } from '../../src/events/list/event-progress.service.js';
import { EventCounters } from '../../src/events/store/event-counters.service.js';
import { EventProgressStore } from '../../src/delivery/dispatch/event-progress.store.js';
import { anInAppStep } from '../builders/workflow.js';
import { ExpansionScene } from '../delivery/dispatch/expansion/expansion-scene.js';
import { asSoonAs, eventually } from '../eventually.js';
import { startTestApp, type TestApp } from '../test-app.js';

const PEOPLE = 2000;
const url = '/v1/events/trigger/broadcast';

describe('broadcast', () => {
  let carillon: TestApp;
  let scene: ExpansionScene;
  let people: string[];
  let name: string;

  beforeAll(async () => {
    carillon = await startTestApp();
    scene = await ExpansionScene.on(carillon);
    name = await scene.workflow();
    people = await scene.people(PEOPLE);
  });

  afterAll(() => carillon.close());

  const broadcast = (fields: object = {}) => carillon.api.post(url, { name, payload: { text: 'hi' }, ...fields });

  it('T14, Z1: reaches every subscriber of the environment once, the actor too', async () => {
    const answer = await broadcast({ actor: people[0] });
    expect(answer.status).toBe(201);
    const { transactionId } = answer.body.data;
    expect(answer.body).toEqual({ data: { acknowledged: true, status: 'processed', transactionId } });
    const event = await scene.expanded(transactionId);
    expect(await scene.reached(transactionId)).toEqual(people.toSorted());
    expect(event.counters).toEqual({ expanded: PEOPLE, sent: PEOPLE, failed: 0, skipped: 0 });
  });

  it('D1, D4: ignores a repeated transactionId, of a broadcast or not', async () => {
    const transactionId = randomUUID();
    const first = await broadcast({ transactionId });
    const second = await broadcast({ transactionId });
    const third = await scene.trigger({ name, to: scene.newId(), transactionId });
    expect([second.status, second.body]).toEqual([201, first.body]);
    expect(first.headers).not.toHaveProperty('transaction-replayed');
    expect(second.headers).toHaveProperty('transaction-replayed', 'true');
    expect(third.headers).toHaveProperty('transaction-replayed', 'true');
    await scene.expanded(transactionId);
    expect(await scene.messages.countDocuments({ transactionId })).toBe(PEOPLE);
  });

  it.each([
    ['an inactive workflow', { active: false }, {}, 'trigger_not_active'],
    ['a workflow without steps', { steps: [] }, {}, 'no_workflow_steps_defined'],
    ['an unknown tenant', {}, { tenant: 'acme' }, 'no_tenant_found'],
  ])('T15: tells that %s sends nothing, and stores nothing', async (_case, workflow, fields, status) => {
    const transactionId = randomUUID();
    const answer = await broadcast({ name: await scene.workflow(workflow), transactionId, ...fields });
    expect([answer.status, answer.body]).toEqual([201, { data: { acknowledged: true, status } }]);
    expect(await scene.events.exists({ transactionId })).toBeNull();
  });

  it('T7: says 422 workflow_not_found for an unknown workflow', async () => {
    const answer = await broadcast({ name: 'unknown' });
    expect(answer.status).toBe(422);
    expect(answer.body).toMatchObject({ message: 'workflow_not_found', errors: {} });
  });

  it.each<[string, object, string[]]>([
    ['no name', { payload: {} }, ['name']],
    ['no payload', { name: 'x' }, ['payload']],
    ['a payload that is no object', { name: 'x', payload: 'x' }, ['payload']],
    ['an empty body', {}, ['name', 'payload']],
  ])('%s is 422 and names the field', async (_case, body, fields) => {
    const answer = await carillon.api.post(url, body);
    expect(answer.status).toBe(422);
    expect(Object.keys(answer.body.errors).toSorted()).toEqual(fields);
  });

  it('reaches nobody in an environment without subscribers', async () => {
    const step = { name: 'Inbox', type: 'in_app', controlValues: { body: 'x' } };
    await carillon.otherApi.workflow({ workflowId: name, steps: [step] });
    const { body } = await carillon.otherApi.post(url, { name, payload: {} });
    const event = await scene.expanded(body.data.transactionId);
    expect(event.counters.expanded).toBe(0);
  });

  it('Z2, Z4: a worker has 500 recipients at a time, and the payload is stored once', async () => {
    const batches = carillon.app.get(RunExecutionService);
    const start = batches.start.bind(batches);
    const sizes: number[] = [];
    batches.start = (scope, recipients) => {
      sizes.push(recipients.length);
      return start(scope, recipients);
    };
    try {
      const quiet = await scene.workflow({ steps: [anInAppStep({ controlValues: { body: 'read it' } })] });
      const { body } = await broadcast({ name: quiet, payload: { text: 'only-once' } });
      const { transactionId } = body.data;
      await scene.expanded(transactionId);
      expect(sizes.reduce((total, size) => total + size, 0)).toBe(await scene.runs.countDocuments({ transactionId }));
      expect(Math.max(...sizes)).toBeLessThanOrEqual(500);
      for (const stored of [scene.runs, scene.messages]) {
        const documents = await carillon.connection
          .collection(stored.collection.name)
          .find({ transactionId })
          .toArray();
        expect(documents.length).toBeGreaterThanOrEqual(PEOPLE);
        expect(JSON.stringify(documents)).not.toContain('only-once');
      }
    } finally {
      batches.start = start;
    }
  });

  describe('progress', () => {
    it('Z6: shows how many were reached, and when it is over', async () => {
      const { body } = await broadcast();
      const { transactionId } = body.data;
      await scene.expanded(transactionId);
      const answer = await carillon.api.get(`/v1/events/trigger/${transactionId}`);
      expect(answer.status).toBe(200);
      expect(answer.body).toEqual({
        data: {
          transactionId,
          state: 'expanded',
          expanded: PEOPLE,
          sent: PEOPLE,
          failed: 0,
          skipped: 0,
          waiting: 0,
          problems: [],
          createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
        },
      });
    });

    it('Z6: is told when the delivery has ended, where the request waits for that', async () => {
      const { body } = await scene.trigger({ name, to: people[0] });
      const progress = (wait: number) => carillon.api.get(`/v1/events/trigger/${body.data.transactionId}?wait=${wait}`);
      expect((await progress(30)).body.data).toMatchObject({ state: 'expanded', expanded: 1, sent: 1 });
      expect((await progress(31)).status).toBe(422);
      expect((await carillon.api.get('/v1/events/trigger/unknown?wait=30')).status).toBe(404);
    });

    it('Z6: a request that waits looks again as soon as its process has delivered', async () => {
      const { body } = await scene.trigger({ name, to: people[0] });
      const event = await scene.expanded(body.data.transactionId);
      const progress = carillon.app.get(EventProgressStore);
      const waits = carillon.app.get(EventProgressService);
      const woken = () => waits.mayHaveEnded(event, 3_600_000, NEVER);
      const delivered = woken();
      expect(await progress.advance({ event, claim: '' }, { counters: NO_COUNTERS, problems: [] })).toBe(false);
      await delivered;
      const counted = woken();
      const events = carillon.app.get(EventCounters);
      await events.count([{ eventId: event._id, counters: { sent: 0, failed: 0, skipped: 0 } }], '');
      await counted;
    });

    it("is 404 for an unknown transaction, and the same for another environment's", async () => {
      const { body } = await scene.trigger({ name, to: people[0] });
      const { transactionId } = body.data;
      const unknown = await carillon.api.get('/v1/events/trigger/unknown');
      const foreign = await carillon.otherApi.get(`/v1/events/trigger/${transactionId}`);
      expect([unknown.status, foreign.status]).toEqual([404, 404]);
      expect(unknown.body).toMatchObject({ statusCode: 404, message: "Event 'unknown' was not found" });
      expect(foreign.body.message).toBe(`Event '${transactionId}' was not found`);
    });
  });

  describe('cancel', () => {
    const cancel = (transactionId: string) => carillon.api.delete(`/v1/events/trigger/${transactionId}`);

    it('T17: nothing is sent after the answer to a cancel in the middle of a broadcast', async () => {
      const { body } = await broadcast();
      const { transactionId } = body.data;
      await asSoonAs(async () => (await scene.messages.countDocuments({ transactionId })) > 0);
      const answer = await cancel(transactionId);
      const sent = await scene.messages.countDocuments({ transactionId });
      expect([answer.status, answer.body]).toEqual([200, { data: true }]);
      expect(sent).toBeLessThan(PEOPLE);
      // Whatever jobs are still about: run them to their end.
      const event = await scene.events.findOne({ transactionId }).lean();
      await deliverChunk(carillon, event!._id);
      expect(await scene.messages.countDocuments({ transactionId })).toBe(sent);
      expect(await scene.runs.countDocuments({ transactionId })).toBe(sent);
      const progress = await carillon.api.get(`/v1/events/trigger/${transactionId}`);
      expect(progress.body.data).toMatchObject({ state: 'cancelled', cancelledAt: expect.any(String) });
    });

    it('T16, T17: nothing is sent after a cancel while some recipients wait and others are still looked up', async () => {
      // Longer than a busy machine needs until it has heard of the cancel.
      const delay = { name: 'Wait', type: 'delay', controlValues: { type: 'regular', amount: 5, unit: 'seconds' } };
      const inApp = { name: 'Inbox', type: 'in_app', controlValues: { body: 'late' } };
      const delayed = await scene.workflow({ steps: [delay, inApp] });
      const { body } = await broadcast({ name: delayed });
      const { transactionId } = body.data;
      await asSoonAs(async () => (await scene.runs.countDocuments({ transactionId, status: 'waiting' })) > 0);
      expect((await cancel(transactionId)).body).toEqual({ data: true });
      const runs = await scene.runs.countDocuments({ transactionId });
      expect(runs).toBeLessThan(PEOPLE);
      expect(await scene.runs.countDocuments({ transactionId, status: 'canceled' })).toBe(runs);
      // Later than any of them would have been woken.
      const witness = await scene.trigger({ name: delayed, to: people[0] });
      await eventually(async () => {
        expect(await scene.messages.countDocuments({ transactionId: witness.body.data.transactionId })).toBe(1);
      });
      expect(await scene.messages.countDocuments({ transactionId })).toBe(0);
      expect(await scene.runs.countDocuments({ transactionId })).toBe(runs);
    });

    it('T17: an event that nobody has begun to deliver is not delivered', async () => {
      const accepting = await startTestApp({ settings: { ROLE: 'api' } });
      try {
        const own = await ExpansionScene.on(accepting);
        const { body } = await own.trigger({ name: await own.workflow(), to: own.newId() });
        const { transactionId } = body.data;
        expect((await accepting.api.delete(`/v1/events/trigger/${transactionId}`)).body).toEqual({ data: true });
        const event = await own.events.findOne({ transactionId }).lean();
        await deliverChunk(accepting, event!._id);
        expect(await own.runs.countDocuments({ transactionId })).toBe(0);
      } finally {
        await accepting.close();
      }
    });

    it('T16: is false when everything was sent, when repeated, and for what does not exist here', async () => {
      const { body } = await scene.trigger({ name, to: people[0] });
      const { transactionId } = body.data;
      await scene.expanded(transactionId);
      expect((await cancel(transactionId)).body).toEqual({ data: false });
      expect((await cancel('unknown')).body).toEqual({ data: false });
      const waiting = await broadcast();
      const id = waiting.body.data.transactionId;
      expect((await carillon.otherApi.delete(`/v1/events/trigger/${id}`)).body).toEqual({ data: false });
      expect((await cancel(id)).body).toEqual({ data: true });
      expect((await cancel(id)).body).toEqual({ data: false });
    });
  });

  it('Z5: a single trigger does not wait behind broadcasts', async () => {
    const ids = await Promise.all(Array.from({ length: 5 }, async () => (await broadcast()).body.data.transactionId));
    const to = scene.newId();
    const { body } = await scene.trigger({ name, to });
    await asSoonAs(async () => (await scene.reached(body.data.transactionId)).length > 0);
    const sent = await scene.messages.countDocuments({ transactionId: { $in: ids } });
    expect(sent).toBeLessThan((ids.length * PEOPLE) / 2);
    for (const id of ids) await carillon.api.delete(`/v1/events/trigger/${id}`);
  });
});
