import { takeTokens } from './token-bucket.js';
import { KnownRefusals, LocalBuckets } from './token-buckets.js';

const NOW = Date.parse('2026-03-01T12:00:00Z');
/** One token every hundred milliseconds. */
const TEN = { capacity: 10, seconds: 1 };

/** The verdicts on requests: the tokens of each, and its time in milliseconds. */
function verdicts(requests: readonly [number, number][], size = TEN) {
  let fullAt: number | undefined;
  return requests.map(([at, tokens]) => {
    const taken = takeTokens(fullAt, tokens, size, NOW + at);
    ({ fullAt } = taken);
    return taken.verdict;
  });
}

describe('RL1: a bucket', () => {
  it('has one burst at most, and then a token each interval', () => {
    const burst = Array.from({ length: 12 }, (): [number, number] => [0, 1]);
    expect(verdicts(burst).map(({ accepted }) => accepted)).toEqual([...Array(10).fill(true), false, false]);
    const later: [number, number][] = [...burst, [99, 1], [100, 1], [100, 1], [350, 1], [350, 1], [350, 1]];
    expect(
      verdicts(later)
        .slice(12)
        .map(({ accepted }) => accepted),
    ).toEqual([false, true, false, true, true, false]);
  });

  it.each([
    [[[0, 4]], { accepted: true, remaining: 6, fullInMs: 400, retryInMs: 0 }],
    [[[0, 10]], { accepted: true, remaining: 0, fullInMs: 1000, retryInMs: 0 }],
    [[[0, 11]], { accepted: false, remaining: 10, fullInMs: 0, retryInMs: Infinity }],
    // RL4: nothing is taken by a bulk that does not fit.
    [
      [
        [0, 8],
        [0, 5],
      ],
      { accepted: false, remaining: 2, fullInMs: 800, retryInMs: 300 },
    ],
    [
      [
        [0, 8],
        [0, 5],
        [0, 2],
      ],
      { accepted: true, remaining: 0, fullInMs: 1000, retryInMs: 0 },
    ],
    [
      [
        [0, 10],
        [10_000, 1],
      ],
      { accepted: true, remaining: 9, fullInMs: 100, retryInMs: 0 },
    ],
  ] as [[number, number][], object][])('%j leaves %j', (requests, verdict) => {
    expect(verdicts(requests).at(-1)).toEqual(verdict);
  });

  it('loses nothing to rounding: a limit of three a second accepts three each second, for an hour', () => {
    const size = { capacity: 3, seconds: 1 };
    const requests = Array.from({ length: 3600 }, (_, second): [number, number] => [second * 1000, 3]);
    expect(verdicts(requests, size).every(({ accepted }) => accepted)).toBe(true);
  });
});

describe('buckets in memory', () => {
  let now = NOW;
  const clock = { now: () => new Date(now) };

  it('are told apart by name, and refuse without taking', async () => {
    const buckets = new LocalBuckets(clock);
    expect((await buckets.take('a', 10, TEN)).accepted).toBe(true);
    expect((await buckets.take('a', 1, TEN)).accepted).toBe(false);
    expect((await buckets.take('b', 1, TEN)).accepted).toBe(true);
    expect(buckets.refusalWithoutAsking('a', 1, TEN)).toMatchObject({ retryInMs: 100 });
    expect(buckets.refusalWithoutAsking('b', 9, TEN)).toBeUndefined();
    expect((await buckets.take('b', 9, TEN)).accepted).toBe(true);
  });

  it('RL3: a refusal holds until there can be a token, for as many or more, and for nobody else', () => {
    const refusals = new KnownRefusals(clock);
    refusals.note('a', 3, 200);
    expect(refusals.find('a', 1, TEN)).toBeUndefined();
    expect(refusals.find('b', 3, TEN)).toBeUndefined();
    expect(refusals.find('a', 3, TEN)).toMatchObject({ accepted: false, retryInMs: 200, remaining: 1 });
    expect(refusals.find('a', 5, TEN)).toMatchObject({ retryInMs: 400, remaining: 1 });
    now += 200;
    expect(refusals.find('a', 5, TEN)).toBeUndefined();
  });
});
