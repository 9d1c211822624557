import {
  aRun,
  anIntegrationOf,
  type GivenStep,
  NOW,
  recordedEffects,
  stepServices,
} from '../../../../test/builders/run.js';
import type { Run, WaitEnd } from '../../../notifications/activity/run.schema.js';
import type { Message } from '../../../notifications/messages/message.schema.js';
import type { MessageState } from '../../../notifications/messages/messages.service.js';
import { later } from '../../../platform/clock.js';
import { IdMap } from '../../../platform/ids.js';
import { executeRun } from '../execute-run.js';
import type { RunScope } from '../run-input.js';

const RETENTION = { runMs: 1000, inAppMs: 2000, otherMs: 3000 };
const TIMEOUT = { amount: 10, unit: 'minutes' };
const TEN_MINUTES = 600_000;
const READ = { status: 'read', stepId: '0' };
const PAID = { event: 'order.{{payload.orderId}}.paid' };

const wait = (until: unknown, timeout: unknown = TIMEOUT): GivenStep => ['wait_until', { until, timeout }];
const LAST: GivenStep = [
  'custom',
  { custom: { got: '{{steps.1.outcome}} {{steps.1.status}} {{steps.1.event}} {{steps.1.payload.amount}}' } },
];
const when = (path: string): GivenStep => ['custom', { custom: { n: 1 }, skip: { '==': [{ var: path }, true] } }];

const outcomes = ({ steps }: Run) => steps.map(({ status, reason }) => `${status} ${reason ?? ''}`.trim());

/** A run that waits at its second step, for a notification of the first. */
async function waiting(until: unknown, others: readonly GivenStep[] = [LAST], timeout: unknown = TIMEOUT) {
  const { run, scope } = aRun([['in_app', { body: 'Hi' }], wait(until, timeout), ...others]);
  scope.event.payload = { orderId: 7 };
  const services = stepServices(recordedEffects().effects);
  const { messages } = await executeRun(run, scope, services, RETENTION);
  const go = async (fields: Partial<RunScope> = {}) => {
    await executeRun(run, { ...scope, ...fields }, services, RETENTION);
    return outcomes(run);
  };
  return { run, messages, go };
}

const stateOf = (statuses: MessageState['statuses']): MessageState => ({
  seen: true,
  read: true,
  statuses,
  awaited: true,
});

const statesOf = (messages: readonly Message[], state: MessageState) =>
  new IdMap(messages.map(({ _id }): [Message['_id'], MessageState] => [_id, state]));

describe('CS70: a step that waits', () => {
  it('begins to wait, for its timeout at the latest, and marks the message that it waits for', async () => {
    const { run, messages } = await waiting([READ, PAID]);
    expect(outcomes(run)).toEqual(['completed delivered', 'delayed wait_until_waiting', 'pending']);
    expect(run.wakeAt).toEqual(later(NOW, TEN_MINUTES));
    expect(run.wait?.awaits).toEqual({
      until: [READ, { event: 'order.7.paid' }],
      keys: [run.eventId, run.subscriberId].map((id) => `event ${id} order.7.paid`).concat(`inbox ${run.subscriberId}`),
    });
    expect(run.steps.at(1)?.details.at(-1)?.raw).toBe(
      'for read of 0, or event order.7.paid; until 2026-03-01T09:10:00.000Z',
    );
    expect(messages[0]).toMatchObject({ awaited: true });
  });

  const status: WaitEnd = { at: NOW, stepId: '0', statuses: ['delivered', 'seen', 'read'] };
  const event: WaitEnd = { at: NOW, event: 'order.7.paid', payload: { amount: 12 } };
  it.each<[string, WaitEnd | undefined, string, string]>([
    ['a status', status, 'wait_until_status', 'status read  '],
    ['an event', event, 'wait_until_event', 'event  order.7.paid 12'],
    ['its timeout', undefined, 'wait_until_timeout', 'timeout   '],
  ])('is ended by %s', async (_what, ended, reason, got) => {
    const { run, go } = await waiting([READ, PAID]);
    if (ended) run.wait!.ended = ended;
    const now = ended ? NOW : later(NOW, TEN_MINUTES);
    expect(await go({ now })).toEqual(['completed delivered', `completed ${reason}`, 'completed custom_done']);
    const { run: shown, go: goOn } = await waiting([READ, PAID], [LAST, ['delay', { amount: 1, unit: 'hours' }]]);
    if (ended) shown.wait!.ended = ended;
    await goOn({ now });
    expect(shown.results?.['2']).toEqual({ got });
  });

  it('goes on waiting when it is woken for nothing', async () => {
    const { go, run } = await waiting([READ]);
    expect((await go())[1]).toBe('delayed wait_until_waiting');
    expect(run.wait?.until).toEqual(later(NOW, TEN_MINUTES));
  });

  it('WA4: has its timeout when it is released', async () => {
    const { go, run } = await waiting([READ]);
    Object.assign(run.wait!, { released: true });
    expect((await go())[1]).toBe('completed wait_until_timeout');
  });

  it('CS72: a status that came unnoticed counts at the timeout', async () => {
    const { go, messages } = await waiting([READ]);
    const messageStates = statesOf(messages, stateOf(['delivered', 'read']));
    expect((await go({ now: later(NOW, TEN_MINUTES), messageStates }))[1]).toBe('completed wait_until_status');
  });

  it('CS74: an event that was noted with the trigger ends the wait as it begins', async () => {
    const { run, scope } = aRun([wait([{ event: 'paid' }]), LAST]);
    scope.event.arrivals = [
      { name: 'other', at: NOW },
      { name: 'paid', at: NOW, payload: { amount: 1 } },
    ];
    await executeRun(run, scope, stepServices(recordedEffects().effects), RETENTION);
    expect(outcomes(run)).toEqual(['completed wait_until_event', 'completed custom_done']);
  });

  it.each<[string, GivenStep, string]>([
    ['nothing to wait for', wait([]), 'until names neither a status of an earlier step nor an event'],
    ['what it does not know', wait([{ status: 'eaten', stepId: '0' }]), 'until names neither'],
    ['no timeout', wait([READ], {}), 'timeout: '],
    ['a timeout that is too long', wait([READ], { amount: 91, unit: 'days' }), 'timeout: waiting until'],
    ['a time that is past', wait([READ], { type: 'dynamic', dynamicKey: 'at' }), 'timeout: payload value at at'],
  ])('fails with %s, which ends the run', async (_what, step, error) => {
    const { run, scope } = aRun([step, LAST]);
    scope.event.payload = { at: '2020-01-01T00:00:00Z' };
    await executeRun(run, scope, stepServices(recordedEffects().effects), RETENTION);
    expect(outcomes(run)).toEqual(['failed wait_until_invalid', 'canceled earlier_step_failed']);
    expect(run.steps.at(0)?.details.at(0)?.raw).toContain(error);
  });

  it('waits until the time that the payload says', async () => {
    const { run, scope } = aRun([wait([{ event: 'x' }], { type: 'dynamic', dynamicKey: 'at' }), LAST]);
    scope.event.payload = { at: '2026-04-01T00:00:00.000Z' };
    await executeRun(run, scope, stepServices(recordedEffects().effects), RETENTION);
    expect(run.wakeAt).toEqual(new Date('2026-04-01T00:00:00.000Z'));
  });

  it('CS72: marks a message that was stored before anything waited for it', async () => {
    const { run, scope } = aRun([['in_app', { body: 'Hi' }], ['delay', TIMEOUT], wait([READ])]);
    const marked: unknown[] = [];
    const { effects } = recordedEffects({ awaitMessages: async (ids) => void marked.push(...ids) });
    const services = stepServices(effects);
    const { messages } = await executeRun(run, scope, services, RETENTION);
    const { awaited: _unmarked, ...state } = stateOf(['delivered']);
    const messageStates = statesOf(messages, state);
    await executeRun(run, { ...scope, now: later(NOW, TEN_MINUTES), messageStates }, services, RETENTION);
    expect(marked).toEqual(messages.map(({ _id }) => _id));
  });
});

describe('CS71: conditions of later steps', () => {
  it.each<[string, MessageState['statuses'], string]>([
    ['delivered', ['delivered'], 'completed custom_done'],
    ['opened', ['delivered'], 'skipped condition_false'],
    ['bounced', ['bounced'], 'completed custom_done'],
    ['clicked', [], 'skipped condition_false'],
    ['seen', ['seen'], 'completed custom_done'],
    ['read', ['seen'], 'skipped condition_false'],
  ])('see whether an earlier email was %s, as it is then', async (name, statuses, expected) => {
    const steps: GivenStep[] = [['email', { subject: 'Hi', body: 'Hi' }], ['delay', TIMEOUT], when(`steps.0.${name}`)];
    const { run, scope } = aRun(steps, { integrations: [anIntegrationOf('email')] });
    const services = stepServices(recordedEffects().effects);
    const { messages } = await executeRun(run, scope, services, RETENTION);
    const messageStates = statesOf(messages, stateOf(statuses));
    await executeRun(run, { ...scope, now: later(NOW, TEN_MINUTES), messageStates }, services, RETENTION);
    expect(outcomes(run).at(-1)).toBe(expected);
  });

  it('see at once that an email could not be sent', async () => {
    const refused = { result: { ok: false, kind: 'permanent', error: 'no' }, ms: 1 } as const;
    const { run, scope } = aRun([['email', { subject: 'Hi', body: 'Hi' }], when('steps.0.bounced')], {
      integrations: [anIntegrationOf('email')],
    });
    await executeRun(run, scope, stepServices(recordedEffects({ send: async () => refused }).effects), RETENTION);
    expect(outcomes(run)).toEqual(['failed send_failed', 'completed custom_done']);
  });
});
