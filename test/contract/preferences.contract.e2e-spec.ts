import { Novu } from '@novu/api';
import { ErrorDto, ValidationErrorDto } from '@novu/api/models/errors/index.js';
import { ChannelTypeEnum, PreferenceLevelEnum } from '@novu/node';
import { aSubscriber } from '../builders/subscriber.js';
import { anInAppStep, aWorkflow } from '../builders/workflow.js';
import { type OfficialClients, startWithOfficialClients } from './official-clients.js';

const ALL_ON = { email: true, sms: true, inApp: true, chat: true, push: true };
const CRITICAL = { user: { all: { enabled: true, readOnly: true }, channels: {} } };
const SCHEDULE = {
  isEnabled: true,
  weeklySchedule: {
    monday: { isEnabled: true, hours: [{ start: '09:00 AM', end: '05:00 PM' }] },
    friday: { isEnabled: true, hours: [{ start: '10:00 PM', end: '06:00 AM' }] },
    sunday: { isEnabled: false },
  },
};

describe('the official client works with preferences', () => {
  let test: OfficialClients;
  let novu: Novu;
  let subscriberId: string;
  let workflow: { id: string; workflowId: string; slug: string };
  let criticalId: string;

  beforeAll(async () => {
    test = await startWithOfficialClients();
    novu = test.novu;
    const email = { name: 'Mail', type: 'email' as const, controlValues: { subject: 's', body: 'b' } };
    workflow = (await novu.workflows.create(aWorkflow({ steps: [anInAppStep(), email], tags: ['orders'] }))).result;
    criticalId = (await novu.workflows.create(aWorkflow({ preferences: CRITICAL }))).result.workflowId;
  });

  beforeEach(async () => {
    subscriberId = (await novu.subscribers.create(aSubscriber())).result.subscriberId;
  });

  afterAll(() => test.close());

  const list = async (options: object = {}) =>
    (await novu.subscribers.preferences.list({ subscriberId, ...options })).result;
  const update = async (change: Parameters<typeof novu.subscribers.preferences.update>[0]) =>
    (await novu.subscribers.preferences.update(change, subscriberId)).result;
  const bulkUpdate = async (change: Parameters<typeof novu.subscribers.preferences.bulkUpdate>[0]) =>
    (await novu.subscribers.preferences.bulkUpdate(change, subscriberId)).result;

  it('lists', async () => {
    expect(await list()).toEqual({
      global: { enabled: true, channels: ALL_ON },
      workflows: [
        {
          enabled: true,
          channels: { inApp: true, email: true },
          overrides: [
            { channel: 'in_app', source: 'template' },
            { channel: 'email', source: 'template' },
          ],
          workflow: {
            slug: workflow.slug,
            identifier: workflow.workflowId,
            name: 'Order shipped',
            updatedAt: expect.any(String),
          },
        },
      ],
    });
    expect((await list({ criticality: 'critical' })).workflows).toHaveLength(1);
    expect((await list({ criticality: 'all' })).workflows).toHaveLength(2);
  });

  it('updates the global preferences, with a schedule', async () => {
    const result = await update({ channels: { email: false, tool: true }, schedule: SCHEDULE });
    expect(result.global).toEqual({ enabled: true, channels: { ...ALL_ON, email: false }, schedule: SCHEDULE });
    expect(await list()).toEqual(result);
  });

  it.each(['id', 'workflowId', 'slug'] as const)('updates one workflow, named by its %s', async (name) => {
    const { workflows } = await update({ workflowId: workflow[name], channels: { inApp: false } });
    expect(workflows).toMatchObject([
      {
        channels: { inApp: false, email: true },
        overrides: [{ source: 'subscriber' }, {}],
        updatedAt: expect.any(String),
      },
    ]);
  });

  it('updates and lists in contexts', async () => {
    await update({ channels: { sms: false }, context: { tenant: 'acme', app: { id: 'web', data: { beta: true } } } });
    expect((await list({ contextKeys: ['tenant:acme', 'app:web'] })).global.channels).toEqual({
      ...ALL_ON,
      sms: false,
    });
    expect((await list({ contextKeys: ['tenant:acme'] })).global.channels).toEqual(ALL_ON);
    expect((await list()).global.channels).toEqual(ALL_ON);
  });

  it('updates in bulk', async () => {
    const preferences = [{ workflowId: workflow.workflowId, channels: { email: false } }];
    expect(await bulkUpdate({ preferences, context: { tenant: 'acme' } })).toEqual([
      {
        level: 'template',
        workflow: {
          id: workflow.id,
          identifier: workflow.workflowId,
          name: 'Order shipped',
          critical: false,
          tags: ['orders'],
          severity: 'none',
        },
        enabled: true,
        channels: { inApp: true, email: false },
      },
    ]);
  });

  describe('understands refusals', () => {
    const refusal = (statusCode: number) => ({
      constructor: statusCode === 422 ? ValidationErrorDto : ErrorDto,
      statusCode,
    });
    const off = { email: false };

    it('400: a critical workflow', async () => {
      const item = { workflowId: criticalId, channels: off };
      await expect(update(item)).rejects.toMatchObject(refusal(400));
      await expect(bulkUpdate({ preferences: [item] })).rejects.toMatchObject(refusal(400));
    });

    it('401: a key that nobody has', async () => {
      const serverURL = await test.app.getUrl();
      const { preferences } = new Novu({ secretKey: '0'.repeat(32), serverURL, retryConfig: { strategy: 'none' } })
        .subscribers;
      await expect(preferences.list({ subscriberId })).rejects.toMatchObject(refusal(401));
      await expect(preferences.update({ channels: off }, subscriberId)).rejects.toMatchObject(refusal(401));
      await expect(preferences.bulkUpdate({ preferences: [] }, subscriberId)).rejects.toMatchObject(refusal(401));
    });

    it('404: another environment, or a workflow that is not there', async () => {
      const { preferences } = test.otherNovu.subscribers;
      await expect(preferences.list({ subscriberId })).rejects.toMatchObject(refusal(404));
      await expect(preferences.update({ channels: off }, subscriberId)).rejects.toMatchObject(refusal(404));
      await expect(preferences.bulkUpdate({ preferences: [] }, subscriberId)).rejects.toMatchObject(refusal(404));
      const item = { workflowId: 'no-such', channels: off };
      await expect(update(item)).rejects.toMatchObject(refusal(404));
      await expect(bulkUpdate({ preferences: [item] })).rejects.toMatchObject(refusal(404));
    });

    it('413: a body that is too large', async () => {
      const item = { workflowId: 'x'.repeat(2_000_000), channels: off };
      await expect(update(item)).rejects.toMatchObject(refusal(413));
      await expect(bulkUpdate({ preferences: [item] })).rejects.toMatchObject(refusal(413));
    });

    it('422: what breaks a rule', async () => {
      await expect(list({ contextKeys: ['acme'] })).rejects.toMatchObject(refusal(422));
      const weeklySchedule = { monday: { isEnabled: true, hours: [{ start: '9', end: '17:00' }] } };
      await expect(update({ schedule: { isEnabled: true, weeklySchedule } })).rejects.toMatchObject({
        ...refusal(422),
        errors: { 'schedule.weeklySchedule.monday.hours.0.start': { messages: [expect.any(String)] } },
      });
      const many = Array.from({ length: 101 }, () => ({ workflowId: workflow.workflowId, channels: off }));
      await expect(bulkUpdate({ preferences: many })).rejects.toMatchObject({
        ...refusal(422),
        errors: { preferences: { messages: [expect.any(String)] } },
      });
    });
  });

  describe('the older client', () => {
    const preference = (channels: object, fields: object = {}) => ({
      enabled: true,
      channels: { email: true, sms: true, in_app: true, chat: true, push: true, ...channels },
      ...fields,
    });

    it('lists workflows', async () => {
      const { status, data } = await test.older.subscribers.getPreference(subscriberId);
      expect(status).toBe(200);
      const template = { _id: workflow.id, name: 'Order shipped', critical: false };
      expect(data.data).toMatchObject([{ template, preference: preference({}) }]);
      const steps = await test.older.subscribers.getPreference(subscriberId, { includeInactiveChannels: false });
      expect(steps.data.data[0].preference.channels).toEqual({ in_app: true, email: true });
    });

    it('lists one level', async () => {
      const global = await test.older.subscribers.getGlobalPreference(subscriberId);
      expect(global.data.data).toEqual([{ preference: preference({}, { overrides: [] }) }]);
      const ofWorkflows = await test.older.subscribers.getPreferenceByLevel(subscriberId, PreferenceLevelEnum.TEMPLATE);
      expect(ofWorkflows.data.data).toMatchObject([{ template: { _id: workflow.id } }]);
    });

    it('updates one workflow', async () => {
      const change = { channel: { type: ChannelTypeEnum.EMAIL, enabled: false } };
      const { status, data } = await test.older.subscribers.updatePreference(subscriberId, workflow.id, change);
      expect(status).toBe(200);
      expect(data.data).toMatchObject({ template: { _id: workflow.id }, preference: preference({ email: false }) });
    });

    it('updates the global preference', async () => {
      const preferences = [{ type: ChannelTypeEnum.SMS, enabled: false }];
      const { status, data } = await test.older.subscribers.updateGlobalPreference(subscriberId, { preferences });
      expect(status).toBe(200);
      expect(data.data).toEqual({ preference: preference({ sms: false }, { overrides: [] }) });
    });

    it.each([
      ['404: an unknown subscriber', 404, () => test.older.subscribers.getPreference('nobody')],
      [
        '404: an unknown workflow',
        404,
        () => test.older.subscribers.updatePreference(subscriberId, 'no', { enabled: true }),
      ],
      ['400: nothing to change', 400, () => test.older.subscribers.updateGlobalPreference(subscriberId, {})],
      [
        '400: a critical workflow',
        400,
        () => test.older.subscribers.updatePreference(subscriberId, criticalId, { enabled: true }),
      ],
    ])('is refused with %s', async (_what, statusCode, call) => {
      await expect(call()).rejects.toMatchObject({ response: { status: statusCode, data: { statusCode } } });
    });
  });
});
