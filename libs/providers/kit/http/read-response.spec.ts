import { statusRuling } from '../fault.js';
import { UnreachableError } from './http-exchange.js';
import { judged, refusalOf, refusalText, unclearProblem, unreachableProblem } from './read-response.js';

const response = (status: number, headers: Record<string, string> = {}) => ({ status, headers, body: 'the body' });
const now = new Date('2026-03-01T12:00:00Z');

describe('a refusal', () => {
  it.each([
    [[401, 402, 403, 404, 405, 410, 301, 307], 'account'],
    [[400, 406, 409, 413, 415, 422], 'content'],
    [[408, 425, 429, 500, 502, 503, 504, 529], 'passing'],
  ])('S1: with the statuses %j is for: %s', (statuses, fault) => {
    expect(statuses.map((status) => statusRuling(status))).toEqual(statuses.map(() => fault));
  });

  it('S1: is for the recipient, whose address and rights are used', () => {
    expect([401, 403, 404, 410].map((status) => statusRuling(status, 'recipient'))).toEqual(Array(4).fill('recipient'));
    expect(statusRuling(503, 'recipient')).toBe('passing');
  });

  it('S1: says whether another attempt makes sense', () => {
    const kinds = (['recipient', 'gone', 'content', 'account', 'quota', 'passing'] as const).map((ruling) => {
      const { kind, fault } = refusalOf(response(400), now, ruling);
      return [fault, kind];
    });
    expect(kinds).toEqual([
      ['recipient', 'permanent'],
      ['recipient', 'invalid_target'],
      ['content', 'permanent'],
      ['account', 'permanent'],
      ['account', 'transient'],
      ['passing', 'transient'],
    ]);
  });

  it('S1: may say how long to wait, in its header or its body', () => {
    const wait = { 'retry-after': '7' };
    expect(refusalOf(response(429, wait), now)).toMatchObject({ retryAfterMs: 7000 });
    expect(refusalOf(response(429, wait), now, 'passing', { seconds: 0.0125 })).toMatchObject({ retryAfterMs: 13 });
    expect(refusalOf(response(429), now, 'passing', { seconds: {} })).not.toHaveProperty('retryAfterMs');
    expect(refusalOf(response(200, wait), now, 'content', { seconds: 5 })).not.toHaveProperty('retryAfterMs');
  });

  it('S2: is not known when the body has no documented form, or there was no response', () => {
    expect(unclearProblem(response(200), now)).toEqual({
      ok: false,
      fault: 'passing',
      kind: 'transient',
      ambiguous: true,
      statusCode: 200,
      error: 'status 200, but the response does not say whether the message was accepted: the body',
    });
    expect(unreachableProblem(new UnreachableError('no_response', 'no'))).toMatchObject({
      fault: 'passing',
      ambiguous: true,
    });
    expect(unreachableProblem(new UnreachableError('forbidden', 'no'))).toMatchObject({
      fault: 'account',
      kind: 'permanent',
    });
    expect(unreachableProblem(new UnreachableError('forbidden', 'no'), 'recipient')).toMatchObject({
      fault: 'recipient',
    });
    expect(unreachableProblem(new Error('no'))).toBeUndefined();
  });

  it.each([
    [{ status: 'ok' }, { good: ['ok'] }, 'accepted'],
    [{ status: 'no', why: 7 }, { good: ['ok'] }, { refused: 'no: 7' }],
    [{}, { good: ['ok'] }, 'unknown'],
    [{}, { good: ['ok', undefined] }, 'accepted'],
    [{}, { bad: ['no'] }, 'accepted'],
    [{ status: 'no' }, { bad: ['no'] }, { refused: 'no' }],
  ])('is read from %j with %j', (body, values, verdict) => {
    expect(judged('status', values, 'status', 'why')(JSON.stringify(body))).toEqual(verdict);
  });

  it.each([
    [['status', 5, 'broken'], 'status: 5: broken'],
    [[undefined, null, '', {}, 'broken'], 'broken'],
    [[], 'refused without a reason'],
  ])('gives %j as its words', (values, words) => {
    expect(refusalText(...values)).toBe(words);
  });
});
