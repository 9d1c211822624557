import type { SendResult } from '#libs/providers/kit/provider.js';
import type { Duration } from '#libs/schedule/durations.js';
import {
  aRun,
  anIntegrationOf,
  type GivenStep,
  NOW,
  recordedEffects,
  stepServices,
} from '../../../test/builders/run.js';
import { executeRun } from './execute-run.js';
import type { StepEffects } from './step-effects.js';

const RETENTION = { runMs: 1000, inAppMs: 2000, otherMs: 3000 };
const minutes = (amount: number): Duration => ({ amount, unit: 'minutes' });
const later = (time: Date, ms: number): Date => new Date(time.getTime() + ms);
const after = (amount: number): Date => later(NOW, amount * 60_000);
const failed: SendResult = { ok: false, kind: 'transient', error: 'busy' };

/** Executes a run with an injected clock until it ends; the clock moves on with each wait, and with what `effects` do. */
async function executed(
  steps: readonly GivenStep[],
  {
    trigger,
    results = [],
    effects = {},
    rated = false,
  }: { trigger?: number; rated?: boolean; results?: { sent?: SendResult }[]; effects?: Partial<StepEffects> },
) {
  const sends = anIntegrationOf('sms', rated ? { rateLimit: { messages: 1, per: 'second' } } : {});
  const { run, scope } = aRun(steps, { integrations: [sends] });
  if (trigger) scope.event.validUntil = after(trigger);
  const open = [...results];
  const send = async () => {
    const { sent } = open.shift() ?? { sent: { ok: true } };
    return sent && { result: sent, ms: 1 };
  };
  const recorded = recordedEffects({ send, ...effects });
  let now = NOW;
  const services = stepServices(recorded.effects, () => now);
  const messages = [];
  for (let round = 0; round < 20; round += 1) {
    messages.push(...(await executeRun(run, { ...scope, now }, services, RETENTION)).messages);
    if (run.status !== 'waiting') break;
    now = run.wakeAt!;
  }
  return { run, messages, sent: recorded.sent, outcomes: run.steps.map(({ status, reason }) => `${status} ${reason}`) };
}

const sms = ['sms', { body: 'Hi' }] as const;
const hour = { amount: 1, unit: 'hours' };

describe('a message that is too late', () => {
  it.each<[string, readonly GivenStep[], Parameters<typeof executed>[1], string[], number, string?]>([
    ['EX1: is sent in time', [sms], { trigger: 1 }, ['completed delivered'], 1],
    [
      'EX1: is not sent after a delay',
      [['delay', hour], sms],
      { trigger: 60 },
      ['completed delay_over', 'skipped expired'],
      0,
    ],
    [
      'EX1: is sent after a shorter delay',
      [['delay', hour], sms],
      { trigger: 61 },
      ['completed delay_over', 'completed delivered'],
      1,
    ],
    [
      'EX1: is not shown in an inbox',
      [
        ['delay', hour],
        ['in_app', { body: 'Hi' }],
      ],
      { trigger: 60 },
      ['completed delay_over', 'skipped expired'],
      0,
    ],
    [
      'EX3: is sent after a delay, by its own limit',
      [
        ['delay', hour],
        ['sms', { body: 'Hi', expiresIn: minutes(5) }],
      ],
      {},
      ['completed delay_over', 'completed delivered'],
      1,
    ],
    [
      'EX5: ends with the attempt before it',
      [sms],
      { trigger: 1 / 60, results: [{ sent: failed }] },
      ['skipped expired'],
      1,
      'expired',
    ],
    [
      'EX5: is tried again in time',
      [sms],
      { trigger: 1, results: [{ sent: failed }, { sent: { ok: true } }] },
      ['completed delivered'],
      2,
    ],
    [
      'EX1: is not sent when its turn comes too late',
      [sms],
      { trigger: 1, effects: { send: async () => undefined } },
      ['skipped expired'],
      1,
    ],
    [
      'EX5: ends with the attempt before it when its turn comes too late',
      [sms],
      { trigger: 1, results: [{ sent: failed }, {}] },
      ['skipped expired'],
      2,
      'expired',
    ],
    [
      'EX5: does not wait for its rate',
      [sms],
      { trigger: 1, rated: true, effects: { takeSlot: async () => ({ granted: false, until: after(1).getTime() }) } },
      ['skipped expired'],
      0,
    ],
  ])('%s', async (_name, steps, options, expected, requests, ...[error]) => {
    const { outcomes, sent, messages } = await executed(steps, options);
    expect([outcomes, sent.length]).toEqual([expected, requests]);
    if (!error) expect(messages.filter(({ status }) => status === 'error')).toEqual([]);
    else {
      expect(messages).toMatchObject([
        { status: 'error', errorId: error, errorText: expect.stringMatching(/^too late.*busy$/) },
      ]);
      expect(messages[0]).not.toHaveProperty('deadAt');
    }
  });

  it('EX6: and one that is not are told to the provider', async () => {
    const { sent } = await executed([sms], { trigger: 1 });
    expect(sent.map(({ content }) => content.expiresAt)).toEqual([after(1)]);
  });

  it('EX1: is never sent, however the clock runs', async () => {
    let seed = 7;
    const random = (below: number): number => (seed = (seed * 48_271) % 2_147_483_647) % below;
    for (let race = 0; race < 1000; race += 1) {
      const { run, scope } = aRun([sms], {
        integrations: [anIntegrationOf('sms'), anIntegrationOf('sms', { primary: false })],
      });
      const end = later(NOW, 1 + random(5000));
      scope.event.validUntil = end;
      let now = NOW;
      const late: Date[] = [];
      // Each look at the clock finds it later.
      const clock = () => (now = later(now, random(race % 2 === 0 ? 200 : 3000)));
      const { effects } = recordedEffects({
        send: async () => {
          if (now >= end) late.push(now);
          return { result: failed, ms: 1 };
        },
      });
      for (let round = 0; round < 10; round += 1) {
        await executeRun(run, { ...scope, now }, stepServices(effects, clock), RETENTION);
        if (run.status !== 'waiting') break;
        now = new Date(Math.max(now.getTime(), run.wakeAt!.getTime()));
      }
      expect([late, run.status]).toEqual([[], expect.stringMatching(/skipped|failed/)]);
    }
  });
});
