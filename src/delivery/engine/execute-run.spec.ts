import { mongo, Types } from 'mongoose';
import {
  aRun,
  anIntegrationOf,
  type GivenStep,
  NOW,
  recordedEffects,
  stepServices,
} from '../../../test/builders/run.js';
import type { Run } from '../../notifications/activity/run.schema.js';
import { executeRun } from './execute-run.js';
import type { RunScope } from './run-input.js';
import type { StepEffects } from './step-effects.js';

const RETENTION = { runMs: 1000, inAppMs: 2000, otherMs: 3000 };

async function executed(
  steps: readonly GivenStep[],
  { fields = {}, others = {} }: { fields?: Partial<RunScope>; others?: Partial<StepEffects> } = {},
) {
  const { run, scope } = aRun(steps, fields);
  const { effects, calls } = recordedEffects(others);
  const services = stepServices(effects);
  const result = await executeRun(run, scope, services, RETENTION);
  return { run, scope, services, calls, result };
}

const outcomes = ({ steps }: Run) => steps.map(({ status, reason }) => `${status} ${reason ?? ''}`.trim());

const LAST = ['custom', { custom: { n: 1 } }] as const;
const HOUR = { amount: 1, unit: 'hours' };
const opener = new Types.ObjectId();
const refused = { result: { ok: false, kind: 'permanent', error: 'no' }, ms: 1 } as const;
const email = ['email', { subject: 'Hi', body: '<p>Hi</p>' }] as const;
const byEmail = { integrations: [anIntegrationOf('email')] };

describe('a run with two steps', () => {
  it.each<[string, GivenStep, string[], Run['status'], Parameters<typeof executed>[1]?]>([
    ['a custom step', LAST, ['completed custom_done', 'completed custom_done'], 'completed'],
    ['an in-app step', ['in_app', { body: 'Hi' }], ['completed delivered', 'completed custom_done'], 'completed'],
    [
      'P5: an in-app step that fails does not end it',
      ['in_app', { body: 'Hi' }],
      ['failed no_active_integration', 'completed custom_done'],
      'failed',
      { fields: { inAppActive: false } },
    ],
    [
      'P6: a step that fails ends it where it says so',
      ['in_app', { body: 'Hi', shouldStopOnFail: true }],
      ['failed no_active_integration', 'canceled earlier_step_failed'],
      'failed',
      { fields: { inAppActive: false } },
    ],
    ['an email', email, ['completed delivered', 'completed custom_done'], 'completed', { fields: byEmail }],
    ['G9: an email without an integration', email, ['failed no_active_integration', 'completed custom_done'], 'failed'],
    [
      'S1: an email that is refused',
      email,
      ['failed send_failed', 'completed custom_done'],
      'failed',
      { fields: byEmail, others: { send: async () => refused } },
    ],
    ['Y1: a delay', ['delay', HOUR], ['delayed delay_waiting', 'pending'], 'waiting'],
    ['a delay that cannot be read', ['delay', {}], ['failed delay_invalid', 'canceled earlier_step_failed'], 'failed'],
    ['DG2: a digest that opens a window', ['digest', HOUR], ['delayed digest_waiting', 'pending'], 'waiting'],
    [
      'DG2: a digest that joins the window of another run',
      ['digest', HOUR],
      ['merged digest_merged', 'merged digest_merged'],
      'merged',
      { others: { joinDigest: async ({ window }) => ({ kind: 'joined', window, until: NOW, opener }) } },
    ],
    [
      'DG3: a digest that passes',
      ['digest', HOUR],
      ['skipped digest_passed', 'completed custom_done'],
      'completed',
      { others: { joinDigest: async () => ({ kind: 'passed' }) } },
    ],
    ['H1: a throttle', ['throttle', HOUR], ['completed throttle_passed', 'completed custom_done'], 'completed'],
    [
      'H4: a throttle that is full ends it',
      ['throttle', HOUR],
      ['skipped throttled', 'skipped throttled'],
      'skipped',
      { others: { countThrottle: async () => ({ passes: false, count: 1, until: NOW }) } },
    ],
    [
      'W1: a request',
      ['http_request', { method: 'GET', url: 'https://example.com' }],
      ['completed http_succeeded', 'completed custom_done'],
      'completed',
    ],
    [
      'W2: a request that fails ends it',
      ['http_request', { method: 'GET', url: 'https://example.com' }],
      ['failed http_failed', 'canceled earlier_step_failed'],
      'failed',
      { others: { callHttp: async () => ({ ok: false, error: 'no connection' }) } },
    ],
    [
      'W2: a request that fails and lets it continue',
      ['http_request', { method: 'GET', url: 'https://example.com', continueOnFailure: true }],
      ['failed http_failed', 'completed custom_done'],
      'failed',
      { others: { callHttp: async () => ({ ok: false, error: 'no connection' }) } },
    ],
    [
      'X1: a step whose condition is false',
      ['in_app', { body: 'Hi', skip: { '==': [1, 2] } }],
      ['skipped condition_false', 'completed custom_done'],
      'completed',
    ],
    [
      'L2: a template that cannot be rendered',
      ['in_app', { body: '{{ payload.' }],
      ['failed template_error', 'completed custom_done'],
      'failed',
    ],
  ])('%s', async (_name, step, expected, status, ...given) => {
    const { run } = await executed([step, LAST], ...given);
    expect([outcomes(run), run.status]).toEqual([expected, status]);
  });

  it('P1: has executed a step that the workflow no longer has', async () => {
    const { run, scope } = aRun([LAST, LAST]);
    scope.workflow = Object.assign({}, scope.workflow, { steps: scope.workflow.steps.slice(1) });
    await executeRun(run, scope, stepServices(recordedEffects().effects), RETENTION);
    expect(outcomes(run)).toEqual(['skipped step_removed', 'completed custom_done']);
  });
});

describe('a run that waits', () => {
  it('Y1, P9: continues at its step, with the results of the steps before', async () => {
    const { run, scope, services } = await executed([LAST, ['delay', HOUR], ['in_app', { body: '{{ steps.0.n }}' }]]);
    expect([run.stepIndex, run.wakeAt, run.results]).toEqual([
      1,
      new Date('2026-03-01T10:00:00.000Z'),
      { 0: { n: 1 } },
    ]);
    const { messages } = await executeRun(run, { ...scope, now: run.wakeAt! }, services, RETENTION);
    expect(messages.map(({ body }) => body)).toEqual(['1']);
    expect(run).toMatchObject({ status: 'completed', stepIndex: 3, expiresAt: new Date('2026-03-01T10:00:01.000Z') });
    expect(run).not.toHaveProperty('wait');
    expect(run).not.toHaveProperty('wakeAt');
    expect(run).not.toHaveProperty('results');
  });

  it('Y1: and is woken early, goes on waiting', async () => {
    const { run, scope, services } = await executed([['delay', HOUR], LAST]);
    await executeRun(run, { ...scope, now: new Date('2026-03-01T09:30:00.000Z') }, services, RETENTION);
    expect([run.status, run.wakeAt]).toEqual(['waiting', new Date('2026-03-01T10:00:00.000Z')]);
  });

  it('DG5: closes its digest, whose events later steps read', async () => {
    const { run, scope, services, calls } = await executed([
      ['digest', HOUR],
      ['in_app', { body: '{{ steps.0.eventCount }}' }],
    ]);
    expect(run.digest).toBeDefined();
    const { messages } = await executeRun(run, { ...scope, now: run.wakeAt! }, services, RETENTION);
    expect([messages[0]?.body, outcomes(run)]).toEqual(['3', ['completed digest_complete', 'completed delivered']]);
    expect(calls).toEqual(['joinDigest', 'closeDigest']);
    expect(Object.keys(run.digested ?? {})).toEqual(['0']);
    expect(run).not.toHaveProperty('digest');
  });
});

describe('DG3: an event that passes a digest', () => {
  const text =
    '{{ steps.0.eventCount }} {{ steps.0.events.length }} {{ steps.0.events[0].payload.text }}, {{ steps.0.countSummary }}';
  const inApp = ['in_app', { body: text }] as const;
  const said = '1 1 Hello, 1 notification';

  it.each<[string, GivenStep[], string[]]>([
    ['is a digest of one for the next step', [['digest', HOUR], inApp], [said]],
    ['is one after a further wait', [['digest', HOUR], ['delay', HOUR], inApp], [said]],
    [
      'is one in conditions',
      [
        ['digest', HOUR],
        ['in_app', { body: 'x', skip: { '==': [{ var: 'steps.0.eventCount' }, 1] } }],
      ],
      ['x'],
    ],
  ])('%s', async (_name, steps, expected) => {
    const { run, scope } = aRun(steps);
    scope.event.payload = { text: 'Hello' };
    const services = stepServices(recordedEffects({ joinDigest: async () => ({ kind: 'passed' }) }).effects);
    let { messages } = await executeRun(run, scope, services, RETENTION);
    if (run.wakeAt) {
      // The event is read again, and not stored with the run.
      expect(run.results).toBeUndefined();
      ({ messages } = await executeRun(run, { ...scope, now: run.wakeAt }, services, RETENTION));
    }
    expect(messages.map(({ body }) => body)).toEqual(expected);
  });
});

describe('a run whose step throws', () => {
  it('P7: fails at the step, and continues', async () => {
    const countThrottle = () => Promise.reject(new Error('a bug'));
    const { run } = await executed([['throttle', HOUR], LAST], { others: { countThrottle } });
    expect([outcomes(run)[0], run.steps[0]?.details[0]?.raw]).toEqual(['failed internal_error', 'a bug']);
  });

  it('is executed again when the store has failed', async () => {
    const countThrottle = () => Promise.reject(new mongo.MongoError('away'));
    await expect(executed([['throttle', HOUR], LAST], { others: { countThrottle } })).rejects.toThrow('away');
  });
});

it('L8: an outcome has no secrets', async () => {
  const callHttp = async () => ({ ok: false, error: 'no host hush.example' }) as const;
  const { run } = await executed([['http_request', { method: 'GET', url: 'https://example.com' }]], {
    fields: { env: { open: {}, secret: { HOST: 'hush' } } },
    others: { callHttp },
  });
  expect(run.steps[0]?.details[0]?.raw).not.toContain('hush');
});

describe('Q7: a stored time zone', () => {
  it.each([
    ['Mars/Olympus', ['Mars/Olympus is not a time zone; UTC is used']],
    ['Etc/Unknown', ['Etc/Unknown is not a time zone; UTC is used']],
    ['+02:00', ['+02:00 is not a time zone; UTC is used']],
    ['Europe/Berlin', []],
    ['UTC', []],
    [undefined, []],
  ])('%p', async (timezone, said) => {
    const { scope } = aRun([LAST]);
    const { run } = await executed([LAST], {
      fields: { subscriber: Object.assign({}, scope.subscriber, { timezone }) },
    });
    expect(run.steps[0]?.status).toBe('completed');
    expect(run.steps[0]?.details.flatMap(({ raw }) => raw ?? [])).toEqual(said);
  });
});
