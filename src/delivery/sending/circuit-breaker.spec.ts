import type { SendResult } from '#libs/providers/kit/provider.js';
import { CircuitBreaker } from './circuit-breaker.js';

const BUSY: SendResult = { ok: false, kind: 'transient', error: 'status 503' };
const REFUSED: SendResult = { ok: false, kind: 'permanent', error: 'status 400' };
const SENT: SendResult = { ok: true };

describe('a provider that fails again and again', () => {
  let now: number;
  let asked: number;
  let answer: SendResult;
  let breaker: CircuitBreaker;

  beforeEach(() => {
    now = Date.parse('2026-03-01T12:00:00Z');
    asked = 0;
    answer = BUSY;
    breaker = new CircuitBreaker(() => new Date(now));
  });

  const ask = () =>
    breaker.run(() => {
      asked += 1;
      return Promise.resolve(answer);
    });

  async function askTimes(times: number): Promise<void> {
    for (let time = 0; time < times; time += 1) await ask();
  }

  it('is left alone after ten failures, and asked once after the pause', async () => {
    await askTimes(10);
    expect(await ask()).toMatchObject({
      kind: 'transient',
      error: expect.stringContaining('not tried'),
      retryAfterMs: 10_000,
    });
    now += 10_000;
    await ask();
    expect(asked).toBe(11);
    expect(await ask()).toMatchObject({ retryAfterMs: 20_000 });
  });

  it('is not left alone for longer than a minute', async () => {
    await askTimes(10);
    for (let probe = 0; probe < 6; probe += 1) {
      now += 60_000;
      await ask();
    }
    expect(await ask()).toMatchObject({ retryAfterMs: 60_000 });
  });

  it('is asked by everyone again after one success', async () => {
    await askTimes(10);
    now += 10_000;
    answer = SENT;
    await askTimes(3);
    expect(asked).toBe(13);
    expect(breaker.isTroubled).toBe(false);
  });

  it.each([
    ['a success', SENT],
    ['a refusal, which is a response', REFUSED],
  ])('%s in between ends the row', async (_what, between) => {
    await askTimes(9);
    answer = between;
    await ask();
    answer = BUSY;
    await askTimes(9);
    expect(asked).toBe(19);
    await ask();
    expect(asked).toBe(20);
  });

  it('those that come while one tries wait for what it learns', async () => {
    await askTimes(10);
    now += 10_000;
    let finish: (result: SendResult) => void = () => {};
    const probe = breaker.run(() => {
      asked += 1;
      return new Promise((resolve) => (finish = resolve));
    });
    const others = Promise.all([ask(), ask()]);
    expect(asked).toBe(11);
    answer = SENT;
    finish(SENT);
    expect([await probe, ...(await others)]).toEqual([SENT, SENT, SENT]);
    expect(asked).toBe(13);
  });

  it('waits as long as the provider asks for', async () => {
    answer = { ...BUSY, retryAfterMs: 45_000 } as SendResult;
    await askTimes(10);
    expect(await ask()).toMatchObject({ retryAfterMs: 45_000 });
  });

  const REFUSES: SendResult = { ok: false, kind: 'permanent', fault: 'account', error: '535 authentication failed' };

  it('S11: is left alone at once when it refuses the account, in its words', async () => {
    answer = REFUSES;
    await ask();
    expect(breaker.isRefusing).toBe(true);
    expect(await ask()).toEqual({
      ok: false,
      kind: 'transient',
      fault: 'account',
      error: 'not tried: 535 authentication failed',
      retryAfterMs: 10_000,
      untried: true,
    });
    now += 10_000;
    answer = SENT;
    await askTimes(2);
    expect([asked, breaker.isOpen]).toEqual([3, false]);
  });

  it('S11: is asked for the others when it refuses the sender that one message names', async () => {
    answer = REFUSES;
    await breaker.run(() => Promise.resolve(REFUSES), { isOwnSender: true });
    expect(breaker.isOpen).toBe(false);
  });
});
