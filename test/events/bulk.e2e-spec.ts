/** @runs-on redis */
import { randomUUID } from 'node:crypto';
import { TurnService } from '../../src/delivery/dispatch/turn.service.js';
import { JobDispatcher } from '../../src/events/accept/job-dispatcher.service.js';
import { JobQueue } from '../../src/platform/queue/job-queue.js';
import { ExpansionScene } from '../delivery/dispatch/expansion/expansion-scene.js';
import { startTestApp, type TestApp } from '../test-app.js';

const url = '/v1/events/trigger/bulk';

describe('trigger in bulk', () => {
  let carillon: TestApp;
  let scene: ExpansionScene;
  let name: string;

  beforeAll(async () => {
    carillon = await startTestApp();
    scene = await ExpansionScene.on(carillon);
    name = await scene.workflow();
  });

  afterAll(() => carillon.close());

  const bulk = (events: unknown) => carillon.api.post(url, { events });
  const processed = (transactionId: unknown) => ({ acknowledged: true, status: 'processed', transactionId });
  const failed = (...error: unknown[]) => ({ acknowledged: true, status: 'error', error });

  it('T5: gives each event its own result, in the order of the request', async () => {
    const inactive = await scene.workflow({ active: false });
    const [to, transactionId] = [scene.newId(), randomUUID()];
    const answer = await bulk([
      { name, to, transactionId },
      { name: 'unknown', to: 'a' },
      { name: inactive, to: 'a' },
      { name, to: [] },
      { name: 7, to: 'a' },
      'nonsense',
      { name, to, overrides: { severity: 'huge' } },
      { name, to, tenant: 'acme' },
      { name, to },
    ]);
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({
      data: [
        processed(transactionId),
        { ...failed('workflow_not_found'), hint: expect.stringContaining("'unknown'") },
        { acknowledged: true, status: 'trigger_not_active' },
        failed('to: to must name at least one recipient'),
        failed('name: name must be a string, not a number: put it in double quotes'),
        failed('events.5: an event must be an object'),
        failed('overrides.severity: severity must be one of the following values: high, medium, low, none'),
        { acknowledged: true, status: 'no_tenant_found' },
        processed(expect.any(String)),
      ],
    });
    const last = answer.body.data[8].transactionId;
    await Promise.all([transactionId, last].map((id) => scene.expanded(id)));
    expect(await scene.reached(transactionId)).toEqual([to]);
    expect(await scene.reached(last)).toEqual([to]);
  });

  it('T4: accepts 100 events, stored with one command and announced in one exchange', async () => {
    const to = scene.newId();
    const collection = scene.events.collection;
    const insertMany = collection.insertMany.bind(collection);
    const inserts: number[] = [];
    collection.insertMany = async (...parameters: Parameters<typeof insertMany>) => {
      inserts.push(parameters[0].length);
      return insertMany(...parameters);
    };
    const queue = carillon.app.get(JobQueue);
    const add = queue.add.bind(queue);
    const exchanges: number[] = [];
    queue.add = (turns) => {
      exchanges.push(turns.length);
      return add(turns);
    };
    const dispatcher = carillon.app.get(JobDispatcher);
    // Like a process that does not deliver.
    dispatcher.use(undefined);
    const { status, body } = await bulk(Array.from({ length: 100 }, () => ({ name, to })));
    dispatcher.use(carillon.app.get(TurnService));
    expect(status).toBe(201);
    expect(new Set(body.data.map((result: { status: string }) => result.status))).toEqual(new Set(['processed']));
    expect(inserts).toEqual([100]);
    expect(exchanges).toEqual([100]);
    const ids: string[] = body.data.map((result: { transactionId: string }) => result.transactionId);
    expect(new Set(ids).size).toBe(100);
    for (const id of ids) await scene.expanded(id);
    expect(await scene.messages.countDocuments({ transactionId: { $in: ids } })).toBe(100);
  });

  it.each([
    ['no events', 0],
    ['101 events', 101],
  ])('T4: refuses %s as a whole with 400, and stores nothing', async (_case, count) => {
    const before = await scene.events.countDocuments();
    const answer = await bulk(Array.from({ length: count }, () => ({ name, to: 'a' })));
    const message = `events must have 1 to 100 entries, but has ${count}`;
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual({
      statusCode: 400,
      timestamp: expect.any(String),
      path: url,
      message,
      type: 'PAYLOAD_VALIDATION_ERROR',
      errors: [{ field: 'events', message }],
    });
    expect(await scene.events.countDocuments()).toBe(before);
  });

  it.each([
    ['no list', {}],
    ['null', { events: null }],
    ['an object', { events: {} }],
  ])('%s is 422 and names the field', async (_case, body) => {
    const answer = await carillon.api.post(url, body);
    expect(answer.status).toBe(422);
    expect(Object.keys(answer.body.errors)).toEqual(['events']);
  });

  it('D6: ignores the second event with the same transactionId, and answers like the first', async () => {
    const [first, second, transactionId] = [scene.newId(), scene.newId(), randomUUID()];
    const answer = await bulk([
      { name, to: first, transactionId },
      { name, to: second, transactionId },
    ]);
    expect(answer.body.data).toEqual([processed(transactionId), processed(transactionId)]);
    await scene.expanded(transactionId);
    expect(await scene.reached(transactionId)).toEqual([first]);
  });

  it('D6: an event that is refused does not take its transactionId away from the next', async () => {
    const [to, transactionId] = [scene.newId(), randomUUID()];
    const answer = await bulk([
      { name: 'unknown', to: 'a', transactionId },
      { name, to, transactionId },
    ]);
    expect(answer.body.data).toEqual([
      { ...failed('workflow_not_found'), hint: expect.stringContaining("'unknown'") },
      processed(transactionId),
    ]);
    await scene.expanded(transactionId);
    expect(await scene.reached(transactionId)).toEqual([to]);
  });

  it('D1: ignores a transactionId that an earlier trigger has used, and runs the others', async () => {
    const [old, fresh, transactionId] = [scene.newId(), scene.newId(), randomUUID()];
    await scene.trigger({ name, to: old, transactionId });
    const answer = await bulk([
      { name, to: fresh, transactionId },
      { name, to: fresh },
    ]);
    expect(answer.body.data).toEqual([processed(transactionId), processed(expect.any(String))]);
    const other = answer.body.data[1].transactionId;
    await Promise.all([transactionId, other].map((id) => scene.expanded(id)));
    expect(await scene.reached(transactionId)).toEqual([old]);
    expect(await scene.reached(other)).toEqual([fresh]);
  });

  it('D3: parallel bulks with the same ids deliver each once', async () => {
    const ids = Array.from({ length: 5 }, () => randomUUID());
    const to = scene.newId();
    const events = ids.map((transactionId) => ({ name, to, transactionId }));
    const answers = await Promise.all(Array.from({ length: 10 }, () => bulk(events)));
    for (const { body } of answers) expect(body.data).toEqual(ids.map(processed));
    for (const id of ids) await scene.expanded(id);
    for (const id of ids) expect(await scene.reached(id)).toEqual([to]);
  });

  it('T5, D6, T19: gives each event of a large bulk its own result, stored in portions', async () => {
    const [first, again, other] = [scene.newId(), scene.newId(), scene.newId()];
    const transactionId = randomUUID();
    const payload = { text: 'x'.repeat(200_000) };
    const events = [
      { name, to: first, transactionId, payload },
      { name, to: [], payload },
      { name, to: other, payload, delay: 1 },
      { name: 'unknown', to: other, payload },
      { name, to: again, transactionId, payload },
      7,
    ];
    const headers = { 'idempotency-key': transactionId };
    const send = () => carillon.api.request({ method: 'POST', url, payload: { events }, headers });
    const answer = await send();
    expect(answer.body.data).toEqual([
      processed(transactionId),
      failed('to: to must name at least one recipient'),
      { ...processed(expect.any(String)), warnings: [expect.stringContaining('delay was ignored')] },
      { ...failed('workflow_not_found'), hint: expect.any(String) },
      processed(transactionId),
      failed('events.5: an event must be an object'),
    ]);
    await scene.expanded(transactionId);
    expect(await scene.reached(transactionId)).toEqual([first]);
    await scene.expanded(answer.body.data[2].transactionId);
    const repeated = await send();
    expect(repeated.body).toEqual(answer.body);
  });

  it('T12: refuses the bulk with 413 that names the event whose payload is too large', async () => {
    const before = await scene.events.countDocuments();
    const answer = await bulk([
      { name, to: 'a' },
      { name, to: 'a', payload: { text: 'x'.repeat(524_288) } },
    ]);
    expect(answer.status).toBe(413);
    expect(answer.body.message).toBe('events.1: payload has 524299 bytes as JSON, the limit is 524288 bytes');
    expect(await scene.events.countDocuments()).toBe(before);
  });

  it('V1: an event whose payload breaks the schema of its workflow fails alone', async () => {
    const payloadSchema = { type: 'object', properties: { n: { type: 'number' } }, required: ['n'] };
    const strict = await scene.workflow({ payloadSchema, validatePayload: true });
    const answer = await bulk([
      { name: strict, to: 'a', payload: { n: '1' } },
      { name: strict, to: 'a' },
      { name: strict, to: scene.newId(), payload: { n: 1 } },
    ]);
    expect(answer.body.data).toEqual([
      failed('payload.n must be number'),
      failed("payload.n must have required property 'n'"),
      processed(expect.any(String)),
    ]);
  });
});
