import type { ApiResponse } from '../api-client.js';
import { anInAppStep } from '../builders/workflow.js';
import { MovableClock } from '../delivery/engine-scene.js';
import { countCommands } from '../delivery/store-probe.js';
import { startTestApp, type TestApp } from '../test-app.js';

const CHANNELS = ['email', 'sms', 'in_app', 'chat', 'push'] as const;
const STEPS = [
  anInAppStep(),
  { name: 'Mail', type: 'email', controlValues: { subject: 's', body: 'b' } },
  { name: 'Text', type: 'sms', controlValues: { body: 'b' } },
  { name: 'Chat', type: 'chat', controlValues: { body: 'b' } },
  { name: 'Push', type: 'push', controlValues: { subject: 's', body: 'b' } },
];

interface Entry {
  workflow: { identifier: string };
  channels: Record<string, boolean>;
}

interface Created {
  _id: string;
  workflowId: string;
  slug: string;
}

describe('changing preferences for several workflows', () => {
  let test: TestApp;
  const clock = new MovableClock();
  const workflows: Created[] = [];

  beforeAll(async () => {
    test = await startTestApp({ clock });
    for (let count = 0; count < 100; count++) {
      const created = await test.api.workflow({ steps: STEPS, tags: ['orders'], severity: 'low' });
      workflows.push(created);
    }
  });

  afterAll(() => test.close());

  async function aPerson(): Promise<string> {
    return (await test.api.subscriber()).subscriberId;
  }

  const url = (person: string, rest = '') => `/v2/subscribers/${person}/preferences${rest}`;
  const bulk = (person: string, preferences: object[], fields: object = {}) =>
    test.api.patch(url(person, '/bulk'), { preferences, ...fields });

  /** Effective values by identifier of the workflow. */
  async function valuesOf(person: string, query = ''): Promise<Map<string, Record<string, boolean>>> {
    const { body } = await test.api.get(url(person, query));
    return new Map(body.data.workflows.map(({ workflow, channels }: Entry) => [workflow.identifier, channels]));
  }

  it('answers with one entry for each workflow, as it stands then', async () => {
    const [first, second] = [workflows[0]!, workflows[1]!];
    const person = await aPerson();
    const { status, body } = await bulk(person, [
      { workflowId: first._id, channels: { email: false } },
      { workflowId: second.slug, channels: { sms: false } },
      { workflowId: first.workflowId, channels: { email: true, push: false } },
    ]);
    expect(status).toBe(200);
    const entry = (workflow: Created, channels: object) => ({
      level: 'template',
      workflow: {
        id: workflow._id,
        identifier: workflow.workflowId,
        name: 'Order shipped',
        critical: false,
        tags: ['orders'],
        severity: 'low',
      },
      enabled: true,
      channels: { email: true, sms: true, in_app: true, chat: true, push: true, ...channels },
    });
    expect(body).toEqual({ data: [entry(first, { push: false }), entry(second, { sms: false })] });
    expect((await bulk(person, [])).body).toEqual({ data: [] });
  });

  it('F10: counts for exactly the contexts it names', async () => {
    const [workflow, person] = [workflows[2]!, await aPerson()];
    const off = [{ workflowId: workflow.workflowId, channels: { email: false } }];
    expect((await bulk(person, off, { context: { tenant: 'acme' } })).status).toBe(200);
    expect((await valuesOf(person)).get(workflow.workflowId)).toMatchObject({ email: true });
    expect((await valuesOf(person, '?contextKeys=tenant:acme')).get(workflow.workflowId)).toMatchObject({
      email: false,
    });
  });

  it('costs a handful of commands, for 100 workflows as for one', async () => {
    const person = await aPerson();
    const context = { tenant: 'acme' };
    const off = (count: number) =>
      workflows.slice(0, count).map(({ workflowId }) => ({ workflowId, channels: { email: false, chat: false } }));
    clock.stop();
    await bulk(person, off(1), { context });
    // The subscriber, the workflows, the contexts, the change, its entry in the audit trail.
    expect(await countCommands(() => bulk(person, off(1), { context }))).toBeLessThanOrEqual(5);
    // What has changed is noted in the ledger with one more.
    expect(await countCommands(() => bulk(person, off(100), { context }))).toBeLessThanOrEqual(6);
    const values = await valuesOf(person, '?contextKeys=tenant:acme');
    expect([...values.values()].filter(({ email, chat }) => email === false && chat === false)).toHaveLength(100);
    expect(await countCommands(() => test.api.get(url(person)))).toBeLessThanOrEqual(3);
    clock.run();
  });

  it('loses nothing when 50 changes of somebody who had none come at once', async () => {
    const person = await aPerson();
    const changes = Array.from({ length: 50 }, (_, index) => ({
      workflowId: workflows[index % 10]!.workflowId,
      channels: { [CHANNELS[Math.floor(index / 10)]!]: false },
    }));
    const answers = await Promise.all(changes.map((change) => test.api.patch(url(person), change)));
    expect(answers.map(({ status }) => status)).toEqual(changes.map(() => 200));
    const values = await valuesOf(person);
    const allOff = Object.fromEntries(CHANNELS.map((channel) => [channel, false]));
    expect(workflows.slice(0, 10).map(({ workflowId }) => values.get(workflowId))).toEqual(Array(10).fill(allOff));
    const globals = CHANNELS.map((channel) =>
      test.api.patch(url(person), { channels: { [channel]: channel !== 'sms' } }),
    );
    const schedule = test.api.patch(url(person), { schedule: { isEnabled: true } });
    await Promise.all([...globals, schedule]);
    const { body } = await test.api.get(url(person));
    expect(body.data.global).toEqual({
      enabled: true,
      channels: { email: true, sms: false, in_app: true, chat: true, push: true },
      schedule: { isEnabled: true },
    });
  });

  it('F6: a global change among changes for workflows comes before or after each of them, and never in parts', async () => {
    const person = await aPerson();
    const some = workflows.slice(0, 20);
    const channelsIn = (answer: ApiResponse, { workflowId }: Created) =>
      answer.body.data.workflows.find((entry: Entry) => entry.workflow.identifier === workflowId)?.channels;
    const off = (workflow: Created) =>
      test.api.patch(url(person), { workflowId: workflow.workflowId, channels: { email: false, sms: false } });
    const on = () => test.api.patch(url(person), { channels: { email: true } });
    const [firsts, one, seconds, two, thirds] = await Promise.all([
      Promise.all(some.slice(0, 7).map(off)),
      on(),
      Promise.all(some.slice(7, 14).map(off)),
      on(),
      Promise.all(some.slice(14).map(off)),
    ]);
    // Each answer shows the moment of its change: a global one with every workflow cleared, …
    for (const answer of [one, two]) {
      expect(some.map((workflow) => channelsIn(answer, workflow).email)).toEqual(some.map(() => true));
    }
    // … one for a workflow with this workflow as it was chosen.
    for (const [index, answer] of [...firsts, ...seconds, ...thirds].entries()) {
      expect(channelsIn(answer, some[index]!)).toMatchObject({ email: false, sms: false });
    }
    const values = await valuesOf(person);
    expect(some.map(({ workflowId }) => values.get(workflowId)?.sms)).toEqual(some.map(() => false));
  });
});
