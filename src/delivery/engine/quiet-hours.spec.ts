import { aRun, anIntegrationOf, type GivenStep, recordedEffects, stepServices } from '../../../test/builders/run.js';
import { stateOf } from '../../notifications/activity/run-state.js';
import { executeRun } from './execute-run.js';
import type { RunScope } from './run-input.js';

const RETENTION = { runMs: 1000, inAppMs: 2000, otherMs: 3000 };
/** Monday, six in the evening in UTC. */
const EVENING = new Date('2026-03-02T18:00:00.000Z');
const MORNING = new Date('2026-03-03T09:00:00.000Z');
const DAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];

const email: GivenStep = ['email', { subject: 'Hi', body: '<p>Hi</p>' }];
const sms: GivenStep = ['sms', { body: 'Hi' }];
const inApp: GivenStep = ['in_app', { body: 'Hi' }];

function daily(start: string, end: string) {
  const day = { isEnabled: true, hours: [{ start, end }] };
  return { isEnabled: true, weeklySchedule: Object.fromEntries(DAYS.map((name) => [name, day])) };
}

interface Given {
  steps?: GivenStep[];
  quietHours?: 'skip' | 'hold';
  critical?: boolean;
  schedule?: object;
  timezone?: string;
  now?: Date;
}

function scene({ steps = [email], quietHours = 'hold', critical, schedule, timezone, now = EVENING }: Given = {}) {
  const integrations = [anIntegrationOf('email'), anIntegrationOf('sms')];
  const preferences = { schedule: schedule ?? daily('09:00 AM', '05:00 PM') } as RunScope['preferences'];
  const { run, scope } = aRun(steps, { integrations, preferences, now });
  scope.workflow.quietHours = quietHours;
  if (timezone) scope.subscriber.timezone = timezone;
  if (critical) run.critical = true;
  const { effects, sent } = recordedEffects();
  const services = stepServices(effects);
  const at = async (time: Date, fields: Partial<RunScope> = {}) => {
    await executeRun(run, Object.assign(scope, fields, { now: time }), services, RETENTION);
    return run.steps.map(({ status, reason }) => `${status} ${reason ?? ''}`.trim());
  };
  return { run, scope, services, sent, at };
}

describe('quiet hours', () => {
  it.each<[string, Given, string[]]>([
    ['Q2: skip a message', { quietHours: 'skip' }, ['skipped schedule']],
    ['Q9: hold it where the workflow says so', {}, ['delayed quiet_hours_waiting']],
    ['Q9: hold every channel that has hours', { steps: [sms] }, ['delayed quiet_hours_waiting']],
    ['Q9: hold the steps after it, too', { steps: [email, inApp] }, ['delayed quiet_hours_waiting', 'pending']],
    ['Q3: hold no in-app message', { steps: [inApp] }, ['completed delivered']],
    ['Q3: hold nothing of a critical workflow', { critical: true }, ['completed delivered']],
    ['hold nothing within the hours', { now: new Date('2026-03-02T12:00:00Z') }, ['completed delivered']],
    ['Q9: skip what no day allows', { schedule: { isEnabled: true, weeklySchedule: {} } }, ['skipped schedule']],
  ])('%s', async (_case, given, expected) => {
    const { at } = scene(given);
    expect(await at(given.now ?? EVENING)).toEqual(expected);
  });

  it.each<[string, string | undefined, string, string]>([
    ['UTC', undefined, '2026-03-02T18:00:00Z', '2026-03-03T09:00:00.000Z'],
    ['before the hours of the same day', 'America/New_York', '2026-03-02T05:00:00Z', '2026-03-02T14:00:00.000Z'],
    ['when clocks go forward', 'Europe/Berlin', '2026-03-28T20:00:00Z', '2026-03-29T07:00:00.000Z'],
    ['when clocks go back', 'Europe/Berlin', '2026-10-24T20:00:00Z', '2026-10-25T08:00:00.000Z'],
  ])('Q9: end by the clock of the subscriber: %s', async (_case, timezone, now, end) => {
    const { run, at } = scene({ timezone, now: new Date(now) });
    await at(new Date(now));
    expect(stateOf(run)).toMatchObject({ kind: 'waiting', for: 'hours', until: new Date(end) });
    expect(await at(new Date(end))).toEqual(['completed delivered']);
  });

  it('Q9: what is held longer than waits may last is skipped', async () => {
    const sundays = {
      isEnabled: true,
      weeklySchedule: { sunday: daily('09:00 AM', '05:00 PM').weeklySchedule.monday },
    };
    const { at, services } = scene({ schedule: sundays });
    services.maxWait = { amount: 3, unit: 'days' };
    expect(await at(EVENING)).toEqual(['skipped schedule']);
  });

  it('Q9: the condition and the preferences count as they are when it begins', async () => {
    const rule = { '==': [{ var: 'payload.open' }, true] };
    const conditional = scene({ steps: [['email', { subject: 'Hi', body: 'Hi', skip: rule }]] });
    conditional.scope.event.payload = { open: true };
    expect(await conditional.at(EVENING)).toEqual(['delayed quiet_hours_waiting']);
    conditional.scope.event.payload = { open: false };
    expect(await conditional.at(MORNING)).toEqual(['skipped condition_false']);
    const optedOut = scene();
    await optedOut.at(EVENING);
    const preferences = { ...optedOut.scope.preferences, global: { all: { enabled: false }, channels: {} } };
    expect(await optedOut.at(MORNING, { preferences })).toEqual(['skipped preference']);
  });

  it('Q9: hours that have moved hold it once more, and the wait still began when it did', async () => {
    const { run, at, sent } = scene();
    await at(EVENING);
    const preferences = { schedule: daily('11:00 AM', '05:00 PM') } as RunScope['preferences'];
    expect(await at(MORNING, { preferences })).toEqual(['delayed quiet_hours_waiting']);
    expect(run.wait).toMatchObject({ since: EVENING, until: new Date('2026-03-03T11:00:00.000Z') });
    expect(await at(new Date('2026-03-03T11:00:00.000Z'))).toEqual(['completed delivered']);
    expect(sent).toHaveLength(1);
  });

  it('WA4: a message that is released is sent in the quiet hours, unless a preference forbids it', async () => {
    const released = scene();
    await released.at(EVENING);
    Object.assign(released.run.wait!, { released: true, until: EVENING });
    expect(await released.at(EVENING)).toEqual(['completed delivered']);
    const optedOut = scene();
    await optedOut.at(EVENING);
    Object.assign(optedOut.run.wait!, { released: true, until: EVENING });
    const preferences = { ...optedOut.scope.preferences, global: { all: { enabled: false }, channels: {} } };
    expect(await optedOut.at(EVENING, { preferences })).toEqual(['skipped preference']);
  });

  it('WA4: a released message that waits for the rate of its integration is not held after that', async () => {
    const rateLimit = { messages: 1, per: 'minute' } as const;
    const { run, scope, services, at } = scene();
    scope.integrations = [anIntegrationOf('email', { rateLimit })];
    await at(EVENING);
    Object.assign(run.wait!, { released: true, until: EVENING });
    const until = EVENING.getTime() + 60_000;
    services.effects.takeSlot = async () => ({ granted: false, until });
    expect(await at(EVENING)).toEqual(['delayed rate_waiting']);
    services.effects.takeSlot = async () => ({ granted: true });
    expect(await at(new Date(until))).toEqual(['completed delivered']);
  });

  it('Q9, CF4: an application is asked when the hours begin', async () => {
    const { scope, services, at } = scene();
    scope.workflow.external = {};
    const asked: string[] = [];
    services.effects.askBridge = async ({ stepId }) => {
      asked.push(stepId);
      return { ok: true, value: { outputs: { subject: 'Hi', body: 'Hi' }, skip: false } };
    };
    expect([await at(EVENING), asked]).toEqual([['delayed quiet_hours_waiting'], []]);
    expect([await at(MORNING), asked]).toEqual([['completed delivered'], ['0']]);
  });

  it('Q9, CF4: what an application has answered before the wait is kept', async () => {
    const { run, scope, services, at } = scene();
    scope.workflow.external = {};
    await at(EVENING);
    const response = { outputs: { subject: 'Kept', body: 'Hi' }, skip: false };
    run.wait = { until: MORNING, since: EVENING, extensions: 0, quietHours: true, bridge: { attempts: 0, response } };
    services.effects.askBridge = () => Promise.reject(new Error('asked again'));
    expect(await at(MORNING)).toEqual(['completed delivered']);
  });
});
