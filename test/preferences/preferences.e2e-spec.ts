import { anInAppStep } from '../builders/workflow.js';
import { PreferencesService } from '../../src/preferences/preferences.service.js';
import { startTestApp, type TestApp } from '../test-app.js';

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const ALL_ON = { email: true, sms: true, in_app: true, chat: true, push: true };
const email = { name: 'Mail', type: 'email' as const, controlValues: { subject: 's', body: 'b' } };
const wait = { name: 'Wait', type: 'delay' as const, controlValues: { amount: 1, unit: 'hours' } };
const layer = (channels: object = {}, readOnly = false) => ({ all: { enabled: true, readOnly }, channels });
const criticalPreferences = { user: layer({}, true) };

let test: TestApp;

beforeAll(async () => {
  test = await startTestApp();
});

afterAll(() => test.close());

async function aPerson(): Promise<string> {
  return (await test.api.subscriber()).subscriberId;
}

async function anActiveWorkflow(fields: object = {}): Promise<{ _id: string; workflowId: string; slug: string }> {
  return test.api.workflow({ steps: [anInAppStep(), email], ...fields });
}

const url = (person: string, rest = '') => `/v2/subscribers/${person}/preferences${rest}`;

async function read(person: string, query = '') {
  const { status, body } = await test.api.get(url(person, query));
  expect(status).toBe(200);
  return body.data;
}

async function patch(person: string, change: object) {
  const { status, body } = await test.api.patch(url(person), change);
  expect({ status, errors: body.errors }).toEqual({ status: 200 });
  return body.data;
}

/** The entry of one workflow. */
const of = (
  { workflows }: { workflows: { workflow: { identifier: string } }[] },
  { workflowId }: { workflowId: string },
) => workflows.find(({ workflow }) => workflow.identifier === workflowId);

describe('the preferences of a subscriber', () => {
  it('F4, F13: are all on until somebody says otherwise, and there is no schedule', async () => {
    const person = await aPerson();
    const workflow = await anActiveWorkflow({ name: 'Order shipped' });
    const { body } = await test.api.get(url(person));
    expect(body.data.global).toEqual({ enabled: true, channels: ALL_ON });
    expect(of(body.data, workflow)).toEqual({
      enabled: true,
      channels: { in_app: true, email: true },
      overrides: [
        { channel: 'in_app', source: 'template' },
        { channel: 'email', source: 'template' },
      ],
      workflow: {
        slug: workflow.slug,
        identifier: workflow.workflowId,
        name: 'Order shipped',
        kind: 'transactional',
        updatedAt: expect.stringMatching(TIME),
      },
    });
  });

  it('F7: list the channels of steps, each once, and no other steps', async () => {
    const workflow = await anActiveWorkflow({ steps: [email, wait, email] });
    expect(of(await read(await aPerson()), workflow)).toMatchObject({ channels: { email: true } });
    const empty = await anActiveWorkflow({ steps: [wait] });
    expect(of(await read(await aPerson()), empty)).toMatchObject({ channels: {}, overrides: [] });
  });

  it('F8: hide critical workflows unless they are asked for', async () => {
    const person = await aPerson();
    const critical = await anActiveWorkflow({ preferences: criticalPreferences });
    const other = await anActiveWorkflow();
    const shown = async (query: string) => {
      const found = await read(person, query);
      return [critical, other].map((workflow) => of(found, workflow) !== undefined);
    };
    expect(await shown('')).toEqual([false, true]);
    expect(await shown('?criticality=nonCritical')).toEqual([false, true]);
    expect(await shown('?criticality=critical')).toEqual([true, false]);
    expect(await shown('?criticality=all')).toEqual([true, true]);
  });

  it('F9: name who decided, channel by channel', async () => {
    const person = await aPerson();
    const preferences = { user: { all: { enabled: true }, channels: { email: { enabled: false } } } };
    const workflow = await anActiveWorkflow({ preferences });
    expect(of(await read(person), workflow)).toMatchObject({
      channels: { in_app: true, email: false },
      overrides: [
        { channel: 'in_app', source: 'workflowOverride' },
        { channel: 'email', source: 'workflowOverride' },
      ],
    });
    const changed = await patch(person, { workflowId: workflow.workflowId, channels: { email: true } });
    expect(of(changed, workflow)).toMatchObject({
      channels: { in_app: true, email: true },
      overrides: [
        { channel: 'in_app', source: 'workflowOverride' },
        { channel: 'email', source: 'subscriber' },
      ],
      updatedAt: expect.stringMatching(TIME),
    });
  });

  it('F3: of a critical workflow show what the workflow says', async () => {
    const person = await aPerson();
    await patch(person, { channels: { email: false, in_app: false } });
    const workflow = await anActiveWorkflow({ preferences: { user: layer({ in_app: { enabled: false } }, true) } });
    expect(of(await read(person, '?criticality=all'), workflow)).toMatchObject({
      channels: { in_app: false, email: true },
    });
  });
});

describe('a change', () => {
  it.each(['workflowId', '_id', 'slug'] as const)('names a workflow by its %s', async (name) => {
    const person = await aPerson();
    const [workflow, other] = [await anActiveWorkflow(), await anActiveWorkflow()];
    const changed = await patch(person, { workflowId: workflow[name], channels: { email: false } });
    expect(of(changed, workflow)).toMatchObject({ channels: { in_app: true, email: false } });
    expect(of(changed, other)).toMatchObject({ channels: { in_app: true, email: true } });
    expect(await read(person)).toEqual(changed);
  });

  it('leaves what it does not name, and nothing at all when it names nothing', async () => {
    const person = await aPerson();
    await patch(person, { channels: { email: false } });
    const { global } = await patch(person, { channels: { sms: false, tool: true } });
    expect(global).toEqual({ enabled: true, channels: { ...ALL_ON, email: false, sms: false } });
    expect(await patch(person, {})).toMatchObject({ global });
    const somebodyElse = await aPerson();
    await patch(somebodyElse, { channels: {}, context: { tenant: `untouched-${somebodyElse}` } });
    expect(
      await test.connection.collection('contexts').countDocuments({ contextId: `untouched-${somebodyElse}` }),
    ).toBe(0);
  });

  it('F6: of a channel globally clears it for single workflows; a later one for a workflow wins again', async () => {
    const person = await aPerson();
    const workflow = await anActiveWorkflow();
    const workflowId = workflow.workflowId;
    await patch(person, { workflowId, channels: { email: false, in_app: false } });
    const global = await patch(person, { channels: { email: true } });
    expect(of(global, workflow)).toMatchObject({ channels: { email: true, in_app: false } });
    expect(of(await patch(person, { workflowId, channels: { email: false } }), workflow)).toMatchObject({
      channels: { email: false, in_app: false },
    });
    const cleared = of(await patch(person, { channels: { email: true, in_app: true } }), workflow);
    expect(cleared).toMatchObject({ channels: { email: true, in_app: true } });
    expect(cleared).not.toHaveProperty('updatedAt');
  });

  it('F6: a global one leaves other subscribers, other contexts and other environments alone', async () => {
    const [person, bystander] = [await aPerson(), await aPerson()];
    const workflow = await anActiveWorkflow();
    const off = { workflowId: workflow.workflowId, channels: { email: false } };
    const context = { tenant: 'acme' };
    await patch(bystander, off);
    await patch(person, { ...off, context });
    await test.otherApi.subscriber({ subscriberId: person });
    const created = await test.otherApi.workflow({ steps: [email] });
    await test.otherApi.patch(url(person), { workflowId: created.workflowId, channels: { email: false } });
    await patch(person, { channels: { email: true } });
    expect(of(await read(bystander), workflow)).toMatchObject({ channels: { email: false } });
    expect(of(await read(person, '?contextKeys=tenant:acme'), workflow)).toMatchObject({ channels: { email: false } });
    const { body } = await test.otherApi.get(url(person));
    expect(of(body.data, created)).toMatchObject({ channels: { email: false } });
  });
});

describe('the schedule', () => {
  const week = {
    monday: { isEnabled: true, hours: [{ start: '09:00 AM', end: '05:30 PM' }] },
    friday: { isEnabled: true, hours: [{ start: '10:00 PM', end: '06:00 AM' }] },
    sunday: { isEnabled: false },
  };

  it('Q1: is kept with the global preference, nights over midnight with it, and replaced as a whole', async () => {
    const person = await aPerson();
    const { global } = await patch(person, {
      schedule: { isEnabled: true, weeklySchedule: week },
      channels: { sms: false },
    });
    expect(global).toEqual({
      enabled: true,
      channels: { ...ALL_ON, sms: false },
      schedule: { isEnabled: true, weeklySchedule: week },
    });
    expect((await patch(person, { schedule: { isEnabled: false } })).global.schedule).toEqual({
      isEnabled: false,
      weeklySchedule: week,
    });
    const monday = { monday: { isEnabled: true, hours: [{ start: '9:00 am', end: '12:00 PM' }] } };
    expect((await patch(person, { schedule: { isEnabled: true, weeklySchedule: monday } })).global.schedule).toEqual({
      isEnabled: true,
      weeklySchedule: { monday: { isEnabled: true, hours: [{ start: '09:00 AM', end: '12:00 PM' }] } },
    });
  });

  it('Q4: may be enabled and allow nothing', async () => {
    const { global } = await patch(await aPerson(), { schedule: { isEnabled: true } });
    expect(global.schedule).toEqual({ isEnabled: true });
  });
});

describe('contexts', () => {
  it('F10, C6: preferences belong to the exact set; none is a set of its own', async () => {
    const person = await aPerson();
    await patch(person, { channels: { email: false } });
    await patch(person, { channels: { sms: false }, context: { tenant: 'acme' } });
    await patch(person, { channels: { push: false }, context: { tenant: 'acme', app: { id: 'web' } } });
    const channels = async (query: string) => (await read(person, query)).global.channels;
    expect(await channels('')).toEqual({ ...ALL_ON, email: false });
    expect(await channels('?contextKeys=')).toEqual({ ...ALL_ON, email: false });
    expect(await channels('?contextKeys=tenant:acme')).toEqual({ ...ALL_ON, sms: false });
    expect(await channels('?contextKeys=tenant:acme&contextKeys=app:web')).toEqual({ ...ALL_ON, push: false });
    expect(await channels('?contextKeys=app:web&contextKeys=tenant:acme&contextKeys=app:web')).toEqual({
      ...ALL_ON,
      push: false,
    });
    expect(await channels('?contextKeys=app:web')).toEqual(ALL_ON);
    expect(await channels('?contextKeys=tenant:other')).toEqual(ALL_ON);
  });

  it('C3, C4: unknown ones are created with their data; data that is stored stays', async () => {
    const person = await aPerson();
    const id = `t-${person}`;
    const stored = () => test.connection.collection('contexts').find({ contextId: id }).toArray();
    const choose = (plan: string) =>
      patch(person, { channels: { email: false }, context: { tenant: { id, data: { plan } } } });
    await choose('pro');
    await choose('free');
    expect(await stored()).toMatchObject([{ type: 'tenant', key: `tenant:${id}`, data: { plan: 'pro' } }]);
  });
});

describe('a subscriber that is deleted while a first choice is on its way', () => {
  it('R17: answers 404, and nothing is kept', async () => {
    const person = await aPerson();
    const service = test.app.get(PreferencesService);
    const original = service.store.bind(service);
    service.store = async (...parameters) => {
      await test.connection.collection('subscribers').deleteOne({ subscriberId: person });
      return original(...parameters);
    };
    const before = await test.connection.collection('preferences').countDocuments();
    const { status, body } = await test.api.patch(url(person), { channels: { email: false } });
    service.store = original;
    expect({ status, message: body.message }).toEqual({ status: 404, message: `Subscriber '${person}' was not found` });
    expect(await test.connection.collection('preferences').countDocuments()).toBe(before);
  });
});
