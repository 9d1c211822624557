import { bodyProblem, refusalText, verdictReader } from './read-response.js';

const response = (status: number, headers: Record<string, string> = {}) => ({ status, headers, body: 'the body' });
const now = new Date('2026-03-01T12:00:00Z');

describe('a body that says what has become of a message', () => {
  it('S1: leaves responses that are no success to their status', () => {
    const problem = verdictReader(() => ({ refused: 'no' }));
    expect([199, 300, 400, 503].map((status) => problem(response(status), now))).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('S1: may say that it was refused, for good or for now', () => {
    expect(verdictReader(() => 'accepted')(response(200), now)).toBeUndefined();
    expect(verdictReader(() => ({ refused: 'no' }))(response(200), now)).toEqual({
      ok: false,
      kind: 'permanent',
      error: 'no',
      statusCode: 200,
    });
    expect(verdictReader(() => ({ refused: 'later', transient: true }))(response(202), now)).toMatchObject({
      kind: 'transient',
    });
  });

  it('S2: may say nothing, so that nobody knows', () => {
    expect(verdictReader(() => 'unknown')(response(200), now)).toEqual({
      ok: false,
      kind: 'transient',
      ambiguous: true,
      statusCode: 200,
      error: 'status 200, but the response does not say whether the message was accepted: the body',
    });
  });

  it('S1: may say how long to wait, as the header may', () => {
    const wait = { 'retry-after': '7' };
    expect(verdictReader(() => ({ refused: 'later', transient: true }))(response(200, wait), now)).toEqual({
      ok: false,
      kind: 'transient',
      error: 'later',
      statusCode: 200,
      retryAfterMs: 7000,
    });
    expect(bodyProblem(response(429, wait), now, 'transient', 0.0125)).toMatchObject({ retryAfterMs: 13 });
    expect(bodyProblem(response(429), now, 'transient', {})).not.toHaveProperty('retryAfterMs');
    expect(bodyProblem(response(200, wait), now, 'permanent', 5)).not.toHaveProperty('retryAfterMs');
  });

  it.each([
    [['status', 5, 'broken'], 'status: 5: broken'],
    [[undefined, null, '', {}, 'broken'], 'broken'],
    [[], 'refused without a reason'],
  ])('gives %j as its words', (values, words) => {
    expect(refusalText(...values)).toBe(words);
  });
});
