import type { SendResult } from '#libs/providers/kit/provider.js';
import { aRun, anIntegrationOf, NOW, recordedEffects, stepServices } from '../../../../test/builders/run.js';
import type { Integration } from '../../../integrations/integration.schema.js';
import type { RunWait } from '../../../notifications/activity/run.schema.js';
import { messageId } from '../run-documents.js';
import type { StepEffects } from '../step-effects.js';
import { deliver, outcomeOf } from './deliver.js';
import type { StepContext } from './step.js';

const FAILED: SendResult = { ok: false, kind: 'transient', error: 'busy' };
const REFUSED: SendResult = { ok: false, kind: 'permanent', error: 'refused' };
const GONE: SendResult = { ok: false, kind: 'invalid_target', error: 'gone' };

const first = anIntegrationOf('push', { identifier: 'first' });
const second = anIntegrationOf('push', { identifier: 'second', primary: false });

interface Given {
  others?: Integration[];
  rated?: boolean;
  effects?: Partial<StepEffects>;
}

/** Delivers a push message to devices, with the results that the provider has for them, attempt by attempt. */
function aDelivery(results: SendResult[], { others = [second], rated = false, effects = {} }: Given = {}) {
  const integration = rated ? anIntegrationOf('push', { rateLimit: { messages: 1, per: 'second' } }) : first;
  const { run, scope } = aRun([['push']], { integrations: [first, second] });
  const [step] = scope.workflow.steps;
  if (!step) throw new Error('The run has no step');
  const open = [...results];
  const recorded = recordedEffects({ send: async () => ({ result: open.shift()!, ms: 5 }), ...effects });
  const services = stepServices(recorded.effects);
  const go = async (tokens: string[], wait?: RunWait, now = NOW) => {
    const context: StepContext = {
      run,
      step,
      scope: { ...scope, now },
      data: {},
      missing: new Set(),
      ...(wait && { wait }),
    };
    const contents = tokens.map((token) => ({ channel: 'push' as const, token, title: 'Hi', body: 'Hi' }));
    const given = { channel: 'push' as const, integration, others, contents, overrides: {}, errorId: 'e' };
    return outcomeOf(context, [await deliver(context, services, given)]);
  };
  return { go, run, scope, step, sent: recorded.sent, calls: recorded.calls };
}

describe('S1: a message that fails', () => {
  it('is sent again after growing waits, and then with the next integration', async () => {
    const { go, sent } = aDelivery([FAILED, FAILED, FAILED, { ok: true, id: 'p-1' }]);
    const waits: number[] = [];
    let outcome = await go(['a']);
    for (let now = NOW; outcome.wait;) {
      waits.push(outcome.wait.until.getTime() - now.getTime());
      now = outcome.wait.until;
      outcome = await go(['a'], outcome.wait, now);
    }
    expect(waits).toEqual([1000, 2000]);
    expect(sent.map(({ integration }) => integration.identifier)).toEqual(['first', 'first', 'first', 'second']);
    expect(new Set(sent.map(({ key }) => key)).size).toBe(1);
    expect(outcome).toMatchObject({ status: 'completed', reason: 'delivered' });
    expect(outcome.messages?.[0]).toMatchObject({
      status: 'sent',
      providerMessageId: 'p-1',
      integrationId: second._id,
    });
    expect(outcome.messages?.[0]?.attempts?.map(({ outcome: one, ms }) => [one, ms])).toEqual([
      ['transient', 5],
      ['transient', 5],
      ['transient', 5],
      ['sent', 5],
    ]);
  });

  it.each<[string, SendResult[], string, number]>([
    ['permanently is given up at once', [REFUSED], 'failed send_failed', 1],
    ['and is asked to wait, waits as long', [{ ...FAILED, retryAfterMs: 60_000 }], 'delayed send_retrying', 1],
  ])('%s', async (_name, results, expected, requests) => {
    const { go, sent } = aDelivery(results);
    const { status, reason, messages = [], wait } = await go(['a']);
    expect([`${status} ${reason}`, sent.length]).toEqual([expected, requests]);
    if (wait) expect(wait.until.getTime() - NOW.getTime()).toBe(60_000);
    else expect(messages[0]).toMatchObject({ status: 'error', errorId: 'e', errorText: 'refused', deadAt: NOW });
  });

  it('with the last integration is dead', async () => {
    const { go } = aDelivery([FAILED, FAILED, FAILED], { others: [] });
    let outcome = await go(['a']);
    while (outcome.wait) outcome = await go(['a'], outcome.wait, outcome.wait.until);
    expect(outcome).toMatchObject({ status: 'failed', reason: 'send_failed' });
    expect(outcome.messages?.[0]).toMatchObject({ status: 'error', deadAt: expect.any(Date) });
  });
});

describe('U2: a message to several devices', () => {
  it('is sent again only to those that have not settled', async () => {
    const { go, sent } = aDelivery([{ ok: true }, FAILED, { ok: true }]);
    const { wait } = await go(['a', 'b']);
    const outcome = await go(['a', 'b'], wait, wait?.until);
    expect(sent.map(({ content }) => 'token' in content && content.token)).toEqual(['a', 'b', 'b']);
    expect(outcome).toMatchObject({ status: 'completed', reason: 'delivered' });
  });

  it('U3: is delivered when one accepts it; a device that is gone is forgotten', async () => {
    const { go, calls } = aDelivery([GONE, { ok: true }]);
    const { status, details } = await go(['a', 'b']);
    expect([status, details.map((one) => one.status)]).toEqual(['completed', ['Warning', 'Success']]);
    expect(calls.filter((one) => one === 'forgetDevice')).toHaveLength(1);
  });
});

it('IR1: a message above the rate of its integration waits, and nothing is sent', async () => {
  const until = NOW.getTime() + 500;
  const { go, sent } = aDelivery([], { rated: true, effects: { takeSlot: async () => ({ granted: false, until }) } });
  expect(await go(['a'])).toMatchObject({
    status: 'delayed',
    reason: 'rate_waiting',
    wait: { until: new Date(until) },
  });
  expect(sent).toEqual([]);
});

it.each([
  ['sent', 'completed delivered'],
  ['error', 'failed send_failed'],
] as const)(
  'S2: a message that an interrupted attempt has stored as %s is not sent again',
  async (status, expected) => {
    const { go, run, scope, step, sent } = aDelivery([]);
    scope.storedMessages.set(messageId(run, step), { status });
    const outcome = await go(['a']);
    expect([`${outcome.status} ${outcome.reason}`, sent]).toEqual([expected, []]);
  },
);

describe('CS23: a message whose address is suppressed at the last moment', () => {
  const error = 'not sent: the address is suppressed';
  const result: SendResult = { ok: false, kind: 'permanent', fault: 'recipient', untried: true, error };
  /** Devices whose token begins with s are suppressed; the others fail at first. */
  const sending = (others: SendResult[]) => {
    const effects: Partial<StepEffects> = {
      send: async ({ content }) =>
        'token' in content && content.token.startsWith('s')
          ? { result, ms: 0, suppressed: true }
          : { result: others.shift() ?? { ok: true }, ms: 5 },
    };
    return aDelivery([], { effects });
  };

  it('ends as suppressed, and leaves no message', async () => {
    const { status, reason, messages } = await sending([]).go(['s']);
    expect([status, reason, messages]).toEqual(['skipped', 'suppressed', []]);
  });

  it('is stored when it was tried before, and is not a dead letter', async () => {
    const { go } = sending([FAILED]);
    const { wait } = await go(['a']);
    const { reason, messages } = await go(['s'], wait, wait?.until);
    expect(reason).toBe('suppressed');
    expect(messages).toMatchObject([{ status: 'error', errorId: 'suppressed', errorText: error }]);
    expect(messages?.[0]).not.toHaveProperty('deadAt');
  });

  it('reaches its other addresses', async () => {
    const { status, reason, details } = await sending([]).go(['s', 'a']);
    expect([status, reason]).toEqual(['completed', 'delivered']);
    expect(details).toContainEqual(expect.objectContaining({ status: 'Warning', raw: expect.stringContaining(error) }));
  });
});
