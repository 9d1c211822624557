import { anInAppStep } from '../builders/workflow.js';
import { startTestApp, type TestApp } from '../test-app.js';

const ALL_ON = { email: true, sms: true, in_app: true, chat: true, push: true };
const ALL_OFF = { email: false, sms: false, in_app: false, chat: false, push: false };
const email = { name: 'Mail', type: 'email', controlValues: { subject: 's', body: 'b' } };
const critical = { user: { all: { enabled: true, readOnly: true }, channels: {} } };

describe('preferences, v1', () => {
  let test: TestApp;
  let workflow: { _id: string; workflowId: string; name: string };

  beforeAll(async () => {
    test = await startTestApp();
    await test.api.workflow({ preferences: critical });
    workflow = await test.api.workflow({ steps: [anInAppStep(), email] });
  });

  afterAll(() => test.close());

  async function aPerson(): Promise<string> {
    return (await test.api.subscriber()).subscriberId;
  }

  const v1 = (person: string, rest = '') => `/v1/subscribers/${person}/preferences${rest}`;
  const template = () => ({
    _id: workflow._id,
    name: workflow.name,
    critical: false,
    triggers: [{ type: 'event', identifier: workflow.workflowId, variables: [] }],
  });

  it('lists workflows with all five channels, critical ones left out', async () => {
    const person = await aPerson();
    const { status, body } = await test.api.get(v1(person));
    expect(status).toBe(200);
    const overrides = Object.keys(ALL_ON).map((channel) => ({ channel, source: 'template' }));
    expect(body).toEqual({
      data: [{ template: template(), preference: { enabled: true, channels: ALL_ON, overrides } }],
    });
    expect((await test.api.get(v1(person, '/template'))).body).toEqual(body);
  });

  it('F7: lists the channels of steps alone when it is asked to', async () => {
    const { body } = await test.api.get(v1(await aPerson(), '?includeInactiveChannels=false'));
    expect(body.data[0].preference.channels).toEqual({ in_app: true, email: true });
  });

  it('lists the global preference without a workflow', async () => {
    const { body } = await test.api.get(v1(await aPerson(), '/global'));
    expect(body).toEqual({ data: [{ preference: { enabled: true, channels: ALL_ON, overrides: [] } }] });
  });

  it.each(['_id', 'workflowId'] as const)('changes one channel of a workflow, named by its %s', async (name) => {
    const person = await aPerson();
    const change = { channel: { type: 'email', enabled: false } };
    const { status, body } = await test.api.patch(v1(person, `/${workflow[name]}`), change);
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ template: template(), preference: { channels: { ...ALL_ON, email: false } } });
    expect((await test.api.get(v1(person))).body).toEqual({ data: [body.data] });
  });

  it('F4: enables or disables what has no value of its own', async () => {
    const person = await aPerson();
    const change = (body: object) => test.api.patch(v1(person, `/${workflow._id}`), body);
    await change({ channel: { type: 'email', enabled: true } });
    const off = await change({ enabled: false });
    expect(off.body.data.preference).toMatchObject({ enabled: false, channels: { ...ALL_OFF, email: true } });
    const on = await change({ enabled: true });
    expect(on.body.data.preference).toMatchObject({ enabled: true, channels: ALL_ON });
  });

  it('F6: a global change clears those for workflows: in its channels, or in all', async () => {
    const person = await aPerson();
    const ofWorkflow = async () => (await test.api.get(v1(person))).body.data[0].preference;
    await test.api.patch(v1(person, `/${workflow._id}`), { enabled: false });
    const change = {
      preferences: [
        { type: 'email', enabled: false },
        { type: 'email', enabled: true },
      ],
    };
    const { body } = await test.api.patch(v1(person), change);
    expect(body).toEqual({ data: { preference: { enabled: true, channels: ALL_ON, overrides: [] } } });
    expect(await ofWorkflow()).toMatchObject({ channels: { ...ALL_OFF, email: true } });
    await test.api.patch(v1(person), { enabled: true });
    expect(await ofWorkflow()).toMatchObject({ enabled: true, channels: ALL_ON });
    await test.api.patch(v1(person), { enabled: false, preferences: [{ type: 'sms', enabled: true }] });
    expect(await ofWorkflow()).toMatchObject({ enabled: false, channels: { ...ALL_OFF, email: true, sms: true } });
  });

  it('F10: reads and changes what holds where no context is, as v2 does without contexts', async () => {
    const person = await aPerson();
    const v2 = `/v2/subscribers/${person}/preferences`;
    await test.api.patch(v2, { channels: { push: false }, context: { tenant: 'acme' } });
    await test.api.patch(v1(person), { preferences: [{ type: 'chat', enabled: false }] });
    expect((await test.api.get(v2)).body.data.global.channels).toEqual({ ...ALL_ON, chat: false });
    expect((await test.api.get(v1(person, '/global'))).body.data[0].preference.channels).toEqual({
      ...ALL_ON,
      chat: false,
    });
  });
});
