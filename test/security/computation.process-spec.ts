import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ApiClient } from '../api-client.js';
import { aLayout, layoutValues } from '../builders/layout.js';
import { aWorkflow } from '../builders/workflow.js';
import { eventually } from '../eventually.js';
import { CarillonProcess, clientOf } from '../server/carillon-process.js';
import { startTestApp, type TestApp } from '../test-app.js';

/** Half a million steps. */
const LOOP = '{% for i in (1..150000) %}{% assign x = i %}{% endfor %}';

const list = <T>(count: number, entry: (index: number) => T): T[] => Array.from({ length: count }, (_, i) => entry(i));
const PEOPLE = list(100, (index) => `person-${index}`);

/** A workflow whose steps need nothing of the environment. */
function computing(custom: Record<string, unknown>, more: object = {}, controls: object = {}) {
  const step = { name: 'Compute', type: 'custom', controlValues: { custom, ...controls } };
  return aWorkflow({ steps: [step], ...more });
}

async function created(api: ApiClient, workflow: { workflowId: string }): Promise<string> {
  const { status, body } = await api.post('/v2/workflows', workflow);
  expect({ status, body }).toMatchObject({ status: 201 });
  return workflow.workflowId;
}

async function triggered(api: ApiClient, body: object): Promise<string> {
  const answer = await api.post('/v1/events/trigger', body);
  expect(answer.status).toBe(201);
  return answer.body.data.transactionId as string;
}

/** How far a trigger is; when it `waits`, that is in the end. */
async function progressOf(api: ApiClient, transactionId: string, { waits = true } = {}) {
  for (;;) {
    const { body } = await api.get(`/v1/events/trigger/${transactionId}?wait=${waits ? 30 : 0}`);
    const { state, expanded, sent, failed, skipped } = body.data;
    const ended = state === 'expanded' && sent + failed + skipped === expanded;
    if (ended || !waits) return { ended, expanded, sent, failed, skipped };
  }
}

describe('somebody who makes the service compute', () => {
  let carillon: TestApp;
  let hello: string;

  beforeAll(async () => {
    carillon = await startTestApp({ settings: { COMPUTATION_STEPS: '2000000' } });
    hello = await created(carillon.otherApi, computing({ text: 'Hello {{payload.name}}' }));
  });

  afterAll(() => carillon.close());

  /** Whether the process lives, and another environment is served from the trigger to the end, before `isOver`. */
  async function othersAreServedBefore(isOver: () => boolean | Promise<boolean>): Promise<void> {
    for (let time = 0; time < 10; time++) {
      expect((await carillon.anonymous.get('/health/live')).status).toBe(200);
      expect(await isOver()).toBe(false);
    }
    const transactionId = await triggered(carillon.otherApi, { name: hello, to: 'ada', payload: { name: 'Ada' } });
    expect(await progressOf(carillon.otherApi, transactionId)).toMatchObject({ sent: 1 });
    expect(await isOver()).toBe(false);
  }

  /** The same while something is being answered, which is returned. */
  async function servedMeanwhile<T>(work: Promise<T>): Promise<T> {
    let isOver = false;
    const noted = work.finally(() => {
      isOver = true;
    });
    await othersAreServedBefore(() => isOver);
    return noted;
  }

  it('by a template for a hundred recipients holds up nobody else, and each recipient ends with a reason', async () => {
    const name = await created(carillon.api, computing({ text: LOOP }));
    const transactionId = await triggered(carillon.api, { name, to: PEOPLE });
    await othersAreServedBefore(async () => (await progressOf(carillon.api, transactionId, { waits: false })).ended);
    // The event has a budget: 2,000,000 steps are used up by the fifth.
    expect(await progressOf(carillon.api, transactionId)).toMatchObject({ expanded: 100, sent: 5, failed: 95 });
    const { body } = await carillon.api.get(`/v1/notifications?transactionId=${transactionId}&limit=100`);
    const [failed] = body.data.filter(({ status }: { status: string }) => status === 'failed');
    expect(JSON.stringify(failed)).toContain('the recipients of the event take more than 2000000 steps together');
  });

  it('by a condition for a hundred recipients holds up nobody else', async () => {
    const skip = { some: [{ var: 'payload.p' }, { some: [{ var: '' }, { '==': [1, 2] }] }] };
    const name = await created(carillon.api, computing({ text: 'x' }, {}, { skip }));
    const payload = { p: list(300, () => list(300, () => 1)) };
    const transactionId = await triggered(carillon.api, { name, to: PEOPLE, payload });
    await othersAreServedBefore(async () => (await progressOf(carillon.api, transactionId, { waits: false })).ended);
    const { expanded, sent, failed, skipped } = await progressOf(carillon.api, transactionId);
    expect(sent + failed + skipped).toBe(expanded);
  });

  it.each<[string, number, object, unknown, string]>([
    ['a pattern', 12, { pattern: '(a|b|ab)*c$' }, `c${'ab'.repeat(125_000)}`, 'must match pattern'],
    [
      'unique items',
      80,
      { type: 'array', uniqueItems: true },
      list(5000, (i) => ({ i: i % 4999, text: 'x'.repeat(20) })),
      'must NOT have duplicate items',
    ],
  ])(
    'by a bulk of large payloads against %s (%i) holds up nobody else, and each trigger is refused',
    async (...given) => {
      const [, count, value, sent, message] = given;
      const payloadSchema = { type: 'object', properties: { value } };
      const name = await created(carillon.api, computing({ text: 'x' }, { payloadSchema, validatePayload: true }));
      const events = list(count, () => ({ name, to: 'ada', payload: { value: sent } }));
      const answer = await servedMeanwhile(carillon.api.post('/v1/events/trigger/bulk', { events }));
      expect(answer.status).toBe(201);
      expect(answer.body.data).toHaveLength(count);
      for (const result of answer.body.data)
        expect(JSON.stringify(result)).toMatch(new RegExp(`${message}|takes more than`));
    },
  );

  it('by a bulk of very many values holds up nobody else, and each trigger is accepted', async () => {
    const name = await created(carillon.api, computing({ text: 'x' }));
    const events = list(40, () => ({ name, to: 'ada', payload: { values: list(25_000, (a) => ({ a })) } }));
    const answer = await servedMeanwhile(carillon.api.post('/v1/events/trigger/bulk', { events }));
    expect(answer.body.data.map(({ status }: { status: string }) => status)).toEqual(list(40, () => 'processed'));
  });

  it('by style sheets in previews holds up nobody else', async () => {
    const layout = aLayout({ isTranslationEnabled: false });
    await carillon.api.post('/v2/layouts', layout);
    const styles = `<style>${list(1900, (i) => `.c${i} { color: red; margin: ${i}px }`).join('\n')}</style>`;
    const previews = list(5, (index) => {
      const body = `${styles}${'<div class="c1 c2">x</div>'.repeat(90)}${'<i>x</i>'.repeat(index)}{{ content }}`;
      return carillon.api.post(`/v2/layouts/${layout.layoutId}/preview`, { controlValues: layoutValues(body) });
    });
    for (const { status, body } of await servedMeanwhile(Promise.all(previews))) {
      expect(status).toBe(201);
      expect(body.data.result.preview.body).toContain('style="color: red; margin: 2px;"');
    }
  });

  it('by workflows that take long to read holds up nobody else, and they are saved', async () => {
    const text = list(2000, (i) => `{{ payload.v${i} }}`).join('');
    const properties = Object.fromEntries(list(500, (i) => [`p${i}`, { items: { pattern: `^a${i}$` } }]));
    const saves = list(3, () =>
      carillon.api.post('/v2/workflows', computing({ a: text, b: text }, { payloadSchema: { properties } })),
    );
    for (const { status } of await servedMeanwhile(Promise.all(saves))) expect(status).toBe(201);
  });
});

describe('a process that was killed in the middle of it', () => {
  it('starts and serves others at once, although the event comes back', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'carillon-computation-'));
    const key = 'f'.repeat(32);
    // The event goes on as soon as the process starts, and has to take longer than all that follows on a busy machine.
    const start = () =>
      CarillonProcess.spawn({ DATA_DIR: dataDir, BOOTSTRAP_API_KEY: key, COMPUTATION_STEPS: '10000000' });
    let process = start();
    try {
      let api = clientOf(await process.ready(), key);
      const name = await created(api, computing({ text: LOOP }));
      const hello = await created(api, computing({ text: 'Hello' }));
      const transactionId = await triggered(api, { name, to: PEOPLE });
      await process.kill('SIGKILL');
      process = start();
      api = clientOf(await process.ready(), key);
      const other = await triggered(api, { name: hello, to: 'ada' });
      expect(await progressOf(api, other)).toMatchObject({ sent: 1 });
      expect((await progressOf(api, transactionId, { waits: false })).ended).toBe(false);
      expect(await progressOf(api, transactionId)).toMatchObject({ expanded: 100 });
    } finally {
      await process.kill('SIGKILL');
      await eventually(() => rm(dataDir, { recursive: true, force: true }));
    }
  });
});
