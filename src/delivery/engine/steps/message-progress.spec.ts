import type { Fault } from '#libs/providers/kit/fault.js';
import type { AddressOutcome, SendResult } from '#libs/providers/kit/provider.js';
import { anIntegrationOf, NOW } from '../../../../test/builders/run.js';
import type { MessageProgress } from '../../../notifications/messages/sending-progress.js';
import { HOUR_MS, MINUTE_MS } from '../../../platform/clock.js';
import type { OutgoingContent } from '../step-effects.js';
import { afterRound, unsent } from './message-progress.js';
import type { RetryPolicy } from './retry-policy.js';

const first = anIntegrationOf('email', { identifier: 'first' });
const second = anIntegrationOf('email', { identifier: 'second', primary: false });
const policy: RetryPolicy = {
  tries: 2,
  firstWaitMs: 1000,
  spans: { email: 24 * HOUR_MS, other: HOUR_MS },
  random: () => 0.5,
};

const SMS: OutgoingContent = { channel: 'sms', to: '+4915112345678', body: 'Hi' };
const failed = (fault: Fault, more: object = {}): SendResult => ({
  ok: false,
  kind: fault === 'passing' ? 'transient' : 'permanent',
  fault,
  error: `${fault}!`,
  ...more,
});
const SENT: SendResult = { ok: true, id: 'p-1' };

interface Course {
  integrations?: (typeof first)[];
  content?: OutgoingContent;
  retries?: RetryPolicy;
}

/** Tries a message until it is settled; says by which integration, how long after the first try, and what is open. */
function course(
  respond: (integration: string, elapsedMs: number) => SendResult,
  { integrations = [first, second], content = SMS, retries = policy }: Course = {},
) {
  let progress: MessageProgress = unsent(integrations.at(0)!);
  let now = NOW;
  const tries: [string, number][] = [];
  while (progress.settled.length === 0) {
    const integration = integrations.find(({ _id }) => _id.equals(progress.integrationId))!;
    const elapsed = now.getTime() - NOW.getTime();
    tries.push([integration.identifier, elapsed]);
    const results = [{ key: 'k', content, result: respond(integration.identifier, elapsed), ms: 1 }];
    progress = afterRound(progress, { results, integration, integrations, now }, retries);
    now = progress.until ?? now;
  }
  return { tries, progress, settled: progress.settled.at(0)!, byWhom: tries.map(([name]) => name).join(' ') };
}

describe('S1: who has to act decides how a message goes on', () => {
  it.each<[Fault]>([['recipient'], ['content']])('%s: it has failed at once, with no other integration', (fault) => {
    const { byWhom, settled } = course(() => failed(fault));
    expect([byWhom, settled]).toEqual(['first', { key: 'k', sent: false, error: `${fault}!` }]);
  });

  it('account: the next integration sends it at once', () => {
    const { tries, settled } = course((name) => (name === 'first' ? failed('account') : SENT));
    expect([tries, settled.sent]).toEqual([
      [
        ['first', 0],
        ['second', 0],
      ],
      true,
    ]);
  });

  it('account: without another one it waits, and is sent when the account is good again', () => {
    const goodAfter = 20 * MINUTE_MS;
    const { tries, settled } = course((_name, elapsed) => (elapsed < goodAfter ? failed('account') : SENT), {
      integrations: [first],
    });
    expect(settled.sent).toBe(true);
    expect(tries.at(-1)![1]).toBeLessThan(goodAfter + 6 * MINUTE_MS);
  });

  it('passing: it has its tries with one integration before the next', () => {
    const { byWhom } = course((name) => (name === 'first' ? failed('passing') : SENT));
    expect(byWhom).toBe('first first second');
  });

  it('passing: it goes on by turns through all of them, one try each', () => {
    const { byWhom } = course((_name, elapsed) => (elapsed < 60_000 ? failed('passing') : SENT));
    expect(byWhom).toMatch(/^first first second second (first second )+first$/);
  });

  it.each([
    ['sms', HOUR_MS],
    ['email', 24 * HOUR_MS],
  ] as const)('an %s is given up after its time, with a try at its end', (channel, span) => {
    const content = channel === 'sms' ? SMS : mail(['ada@example.com']);
    for (const fault of ['passing', 'account'] as const) {
      const { tries, settled } = course(() => failed(fault), { integrations: [first], content });
      expect([settled.sent, tries.at(-1)![1]]).toEqual([false, span]);
    }
  });

  it('passing: ends after its tries where the installation says so; a refused account still waits', () => {
    const retries = { ...policy, endsAfterTries: true };
    expect(course(() => failed('passing'), { retries }).byWhom).toBe('first first second second');
    const { tries } = course(() => failed('account'), { retries });
    expect(tries.at(-1)![1]).toBe(HOUR_MS);
  });

  it('a refusal of the breaker costs no try, and is not an attempt', () => {
    const { byWhom, progress } = course(
      (_name, elapsed) => (elapsed < 30_000 ? failed('passing', { untried: true, retryAfterMs: 10_000 }) : SENT),
      { integrations: [first] },
    );
    expect(byWhom.split(' ').length).toBeGreaterThan(2);
    expect([progress.tries, progress.attempts.map(({ outcome }) => outcome)]).toEqual([1, ['sent']]);
  });

  it('refusals of the breaker do not end a message that ends after its tries', () => {
    const { byWhom, settled } = course(
      (_name, elapsed) =>
        elapsed < 30_000 ? failed('passing', { untried: true, retryAfterMs: 10_000 }) : failed('passing'),
      { integrations: [first], retries: { ...policy, endsAfterTries: true } },
    );
    expect([byWhom.split(' ').length, settled.sent]).toEqual([5, false]);
  });

  it('a refusal of the breaker leads to the next integration at once', () => {
    const { tries } = course((name) => (name === 'first' ? failed('passing', { untried: true }) : SENT));
    expect(tries).toEqual([
      ['first', 0],
      ['second', 0],
    ]);
  });
});

function mail(to: string[], cc: string[] = []): OutgoingContent {
  return { channel: 'email', to, cc, subject: 'S', html: '<p>H</p>', text: 'T' };
}

describe('S10: each address of an email has its outcome', () => {
  const [ADA, BOB, EVE] = ['ada@example.com', 'bob@example.com', 'eve@example.com'];
  const by = (address: string, fault?: Fault): AddressOutcome =>
    fault ? { address, ok: false, fault, error: `${fault} of ${address}` } : { address, ok: true };
  /** The responses, one for each try, and the addresses that each was for. */
  function sending(responses: SendResult[], content: OutgoingContent) {
    const asked: (readonly string[] | undefined)[] = [];
    let progress: MessageProgress = unsent(first);
    let now = NOW;
    for (const result of responses) {
      asked.push(progress.only);
      const results = [{ key: 'k', content, result, ms: 1 }];
      progress = afterRound(progress, { results, integration: first, integrations: [first], now }, policy);
      now = progress.until ?? now;
    }
    return { asked, progress, settled: progress.settled };
  }

  it.each<[string, SendResult[], unknown, unknown]>([
    [
      'the person was greylisted, the copy was accepted: only the person gets it once more',
      [failed('passing', { addresses: [by(ADA, 'passing'), by(BOB)] }), SENT],
      [undefined, [ADA]],
      { sent: true },
    ],
    [
      'a copy was greylisted twice: only the copy gets it',
      [
        { ...SENT, addresses: [by(ADA), by(BOB, 'passing')] } as SendResult,
        failed('passing', { addresses: [by(BOB, 'passing')] }),
        SENT,
      ],
      [undefined, [BOB], [BOB]],
      { sent: true },
    ],
    [
      'a copy was refused: the message is sent, once',
      [{ ...SENT, addresses: [by(ADA), by(BOB, 'recipient')] } as SendResult],
      [undefined],
      { sent: true },
    ],
    [
      'the person was refused, the copy is sent later: not sent to the person',
      [failed('recipient', { addresses: [by(ADA, 'recipient'), by(BOB, 'passing')] }), SENT],
      [undefined, [BOB]],
      { sent: false, error: `recipient of ${ADA}` },
    ],
    [
      'the service says one thing for all that are left',
      [failed('passing', { addresses: [by(ADA), by(BOB, 'passing'), by(EVE, 'passing')] }), failed('recipient')],
      [undefined, [BOB, EVE]],
      { sent: true },
    ],
  ])('%s', (_name, responses, expectedlyAsked, outcome) => {
    const { asked, settled } = sending(responses, mail([ADA], [BOB, EVE]));
    expect([asked, settled]).toEqual([expectedlyAsked, [{ key: 'k', ...(outcome as object) }]]);
  });

  it('names the addresses that were refused', () => {
    const { progress } = sending(
      [{ ...SENT, addresses: [by(ADA), by(BOB, 'recipient'), by(EVE, 'content')] } as SendResult],
      mail([ADA], [BOB, EVE]),
    );
    expect(progress.refused).toEqual([
      { address: BOB, error: `recipient of ${BOB}` },
      { address: EVE, error: `content of ${EVE}` },
    ]);
  });

  it('is sent when only a copy is open at the end of its time', () => {
    const { settled } = course(
      (_name, elapsed) =>
        elapsed === 0
          ? ({ ...SENT, addresses: [by(ADA), by(BOB, 'passing')] } as SendResult)
          : failed('passing', { addresses: [by(BOB, 'passing')] }),
      { integrations: [first], content: mail([ADA], [BOB]) },
    );
    expect(settled).toEqual({ key: 'k', sent: true });
  });
});
