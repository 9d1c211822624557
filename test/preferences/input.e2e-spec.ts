import { startTestApp, type TestApp } from '../test-app.js';

const CRITICAL = { user: { all: { enabled: true, readOnly: true }, channels: {} } };
const WEEK = 'schedule.weeklySchedule';

const many = (length: number, item: object) => Array.from({ length }, () => ({ ...item }));

describe('what is sent for preferences', () => {
  let test: TestApp;
  let person: string;
  let workflowId: string;
  let critical: string;

  beforeAll(async () => {
    test = await startTestApp();
    person = (await test.api.subscriber()).subscriberId;
    workflowId = (await test.api.workflow()).workflowId;
    critical = (await test.api.workflow({ preferences: CRITICAL })).workflowId;
  });

  afterAll(() => test.close());

  const url = (rest = '', whose = person) => `/v2/subscribers/${whose}/preferences${rest}`;
  const v1 = (rest = '', whose = person) => `/v1/subscribers/${whose}/preferences${rest}`;
  const stored = () => test.connection.collection('preferences').find().toArray();
  const monday = (day: unknown) => ({ schedule: { isEnabled: true, weeklySchedule: { monday: day } } });
  const ranges = (...hours: unknown[]) => monday({ isEnabled: true, hours });
  const six = { a: '1', b: '2', c: '3', d: '4', e: '5', f: '6' };
  const change = (item: object) => ({ preferences: [item] });

  async function refused(url: string, body: string | object, field: string) {
    const { status, body: answer } = await test.api.request({ method: 'PATCH', url, payload: body });
    expect({ status, field: Object.keys(answer.errors ?? {})[0] }).toEqual({ status: 422, field });
    expect(answer.errors[field].messages[0]).toMatch(/\w/);
    expect(await stored()).toEqual([]);
  }

  it.each<[string, object, string]>([
    ['a list of channels', { channels: ['email'] }, 'channels'],
    ['a text as channels', { channels: 'email' }, 'channels'],
    ['null as channels', { channels: null }, 'channels'],
    ['a text as value', { channels: { email: 'no' } }, 'channels.email'],
    ['a number as value', { channels: { sms: 0 } }, 'channels.sms'],
    ['null as value', { channels: { in_app: null } }, 'channels.in_app'],
    ['an object as value', { channels: { tool: { enabled: true } } }, 'channels.tool'],
    ['a number as workflow', { workflowId: 7, channels: {} }, 'workflowId'],
    ['null as workflow', { workflowId: null }, 'workflowId'],
    ['an object as workflow', { workflowId: { $gt: '' } }, 'workflowId'],
    ['an empty workflow', { workflowId: '' }, 'workflowId'],
    ['a workflow of 513 characters', { workflowId: 'x'.repeat(513) }, 'workflowId'],
    ['a text as schedule', { schedule: 'always' }, 'schedule'],
    ['null as schedule', { schedule: null }, 'schedule'],
    ['a list as schedule', { schedule: [] }, 'schedule'],
    ['a schedule without isEnabled', { schedule: {} }, 'schedule.isEnabled'],
    ['a text as isEnabled', { schedule: { isEnabled: 'true' } }, 'schedule.isEnabled'],
    ['null as week', { schedule: { isEnabled: true, weeklySchedule: null } }, WEEK],
    ['a list as week', { schedule: { isEnabled: true, weeklySchedule: [] } }, WEEK],
    ['an unknown day', { schedule: { isEnabled: true, weeklySchedule: { funday: {} } } }, `${WEEK}.funday`],
    ['null as day', monday(null), `${WEEK}.monday`],
    ['a day without isEnabled', monday({ hours: [] }), `${WEEK}.monday.isEnabled`],
    ['null as hours', monday({ isEnabled: true, hours: null }), `${WEEK}.monday.hours`],
    ['null as range', ranges(null), `${WEEK}.monday.hours.0`],
    ['a range without end', ranges({ start: '09:00 AM' }), `${WEEK}.monday.hours.0.end`],
    ['a time of 24 hours', ranges({ start: '09:00', end: '05:00 PM' }), `${WEEK}.monday.hours.0.start`],
    ['an hour 13', ranges({ start: '01:00 PM', end: '13:00 PM' }), `${WEEK}.monday.hours.0.end`],
    ['a minute 60', ranges({ start: '01:60 PM', end: '02:00 PM' }), `${WEEK}.monday.hours.0.start`],
    ['25 ranges', ranges(...many(25, { start: '09:00 AM', end: '10:00 AM' })), `${WEEK}.monday.hours`],
    ['a text as context', { context: 'tenant:acme' }, 'context'],
    ['null as context', { context: null }, 'context'],
    ['a number as context id', { channels: { sms: true }, context: { tenant: 7 } }, 'context.tenant'],
    ['a context id with a colon', { channels: { sms: true }, context: { tenant: 'a:b' } }, 'context.tenant'],
    ['context data that is no object', { context: { tenant: { id: 'a', data: [] } } }, 'context.tenant.data'],
    ['six contexts', { channels: { sms: true }, context: six }, 'context'],
  ])('422: %s', (_what, body, field) => refused(url(), body, field));

  it('422: a schedule for one workflow', async () => {
    await refused(url(), { workflowId, schedule: { isEnabled: true } }, 'schedule');
  });

  it.each<[string, object, string]>([
    ['no preferences', {}, 'preferences'],
    ['null as preferences', { preferences: null }, 'preferences'],
    ['an object as preferences', { preferences: {} }, 'preferences'],
    ['101 items', { preferences: many(101, { workflowId: 'w', channels: {} }) }, 'preferences'],
    ['an item without workflow', change({ channels: {} }), 'preferences.0.workflowId'],
    ['an item without channels', change({ workflowId: 'w' }), 'preferences.0.channels'],
    ['null as channels of an item', change({ workflowId: 'w', channels: null }), 'preferences.0.channels'],
    ['a text as value', change({ workflowId: 'w', channels: { push: 'on' } }), 'preferences.0.channels.push'],
    ['null as context', { preferences: [], context: null }, 'context'],
    ['six contexts', { preferences: [], context: six }, 'context'],
  ])('422 in bulk: %s', (_what, body, field) => refused(url('/bulk'), body, field));

  it.each<[string, object, string]>([
    ['a text as channel', { channel: 'email' }, 'channel'],
    ['null as channel', { channel: null }, 'channel'],
    ['an unknown channel', { channel: { type: 'pigeon', enabled: true } }, 'channel.type'],
    ['a channel without value', { channel: { type: 'email' } }, 'channel.enabled'],
    ['a text as enabled', { enabled: 'yes' }, 'enabled'],
    ['null as enabled', { enabled: null }, 'enabled'],
  ])('422 in v1, for a workflow: %s', (_what, body, field) => refused(v1(`/${workflowId}`), body, field));

  it.each<[string, object, string]>([
    ['an object as preferences', { preferences: {} }, 'preferences'],
    ['null as preferences', { preferences: null }, 'preferences'],
    ['an unknown channel', { preferences: [{ type: 'custom', enabled: true }] }, 'preferences.0.type'],
    ['a channel without value', { preferences: [{ type: 'email' }] }, 'preferences.0.enabled'],
    ['101 channels', { preferences: many(101, { type: 'sms', enabled: true }) }, 'preferences'],
    ['a number as enabled', { enabled: 1 }, 'enabled'],
  ])('422 in v1, globally: %s', (_what, body, field) => refused(v1(), body, field));

  it.each([
    [url, '?criticality=very', 'criticality'],
    [url, '?contextKeys=acme', 'contextKeys'],
    [url, '?contextKeys=a:b:c', 'contextKeys'],
    [
      url,
      `?${Object.entries(six)
        .map(([type, id]) => `contextKeys=${type}:${id}`)
        .join('&')}`,
      'contextKeys',
    ],
    [v1, '?includeInactiveChannels=maybe', 'includeInactiveChannels'],
    [v1, '/everything', 'level'],
  ])('422: to read %p%s', async (path, rest, field) => {
    const { status, body } = await test.api.get(path(rest));
    expect({ status, fields: Object.keys(body.errors) }).toEqual({ status: 422, fields: [field] });
  });

  it('400: a v1 change that names nothing', async () => {
    expect((await test.api.patch(v1(), {})).status).toBe(400);
    expect((await test.api.patch(v1(), { preferences: [] })).status).toBe(400);
    expect((await test.api.patch(v1(`/${workflowId}`), {})).status).toBe(400);
    expect(await stored()).toEqual([]);
  });

  it('F3: 400: a change for a critical workflow, and then none of a bulk is stored', async () => {
    const channels = { in_app: false };
    const item = { workflowId: critical, channels };
    const message = `Workflow '${critical}' is critical: subscribers cannot change preferences for it`;
    expect(await test.api.patch(url(), item)).toMatchObject({ status: 400, body: { message } });
    const bulk = { preferences: [{ workflowId, channels }, item] };
    expect(await test.api.patch(url('/bulk'), bulk)).toMatchObject({ status: 400, body: { message } });
    const v1Change = { channel: { type: 'in_app', enabled: false } };
    expect(await test.api.patch(v1(`/${critical}`), v1Change)).toMatchObject({ status: 400, body: { message } });
    expect(await stored()).toEqual([]);
  });

  it('404: an unknown workflow, and then none of a bulk is stored and no context created', async () => {
    const channels = { in_app: false };
    const context = { tenant: 'nobody-knows' };
    const message = "Workflow 'no-such' was not found";
    const missing = { workflowId: 'no-such', channels };
    expect(await test.api.patch(url(), { ...missing, context })).toMatchObject({ status: 404, body: { message } });
    const bulk = { preferences: [{ workflowId, channels }, missing], context };
    expect(await test.api.patch(url('/bulk'), bulk)).toMatchObject({ status: 404, body: { message } });
    expect(await test.api.patch(v1('/no-such'), { enabled: true })).toMatchObject({ status: 404, body: { message } });
    expect(await stored()).toEqual([]);
    expect(await test.connection.collection('contexts').countDocuments()).toBe(0);
  });

  it('404: an unknown subscriber', async () => {
    const expected = { status: 404, body: { message: "Subscriber 'nobody' was not found" } };
    expect(await test.api.get(url('', 'nobody'))).toMatchObject(expected);
    expect(await test.api.patch(url('', 'nobody'), { channels: { email: false } })).toMatchObject(expected);
    expect(await test.api.patch(url('/bulk', 'nobody'), { preferences: [] })).toMatchObject(expected);
    expect(await test.api.get(v1('', 'nobody'))).toMatchObject(expected);
    expect(await test.api.get(v1('/global', 'nobody'))).toMatchObject(expected);
    expect(await test.api.patch(v1('', 'nobody'), { enabled: false })).toMatchObject(expected);
    expect(await test.api.patch(v1(`/${workflowId}`, 'nobody'), { enabled: false })).toMatchObject(expected);
    expect(await stored()).toEqual([]);
  });
});
