import { judgedBy, wordsOf } from './verdict.js';

const answer = (status: number, body = 'the body') => ({ status, headers: {}, body });

describe('a body that says what has become of a message', () => {
  it('S1: leaves answers to their status that are no success', () => {
    const problem = judgedBy(() => ({ refused: 'no' }));
    expect([199, 300, 400, 503].map((status) => problem(answer(status)))).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('S1: may say that it was refused, for good or for now', () => {
    expect(judgedBy(() => 'accepted')(answer(200))).toBeUndefined();
    expect(judgedBy(() => ({ refused: 'no' }))(answer(200))).toEqual({
      ok: false,
      kind: 'permanent',
      error: 'no',
      statusCode: 200,
    });
    expect(judgedBy(() => ({ refused: 'later', transient: true }))(answer(202))).toMatchObject({ kind: 'transient' });
  });

  it('S2: may say nothing, so that nobody knows', () => {
    expect(judgedBy(() => 'unknown')(answer(200))).toEqual({
      ok: false,
      kind: 'transient',
      ambiguous: true,
      statusCode: 200,
      error: 'status 200, but the answer does not say what has become of the message: the body',
    });
  });

  it.each([
    [['status', 5, 'broken'], 'status: 5: broken'],
    [[undefined, null, '', {}, 'broken'], 'broken'],
    [[], 'refused without a reason'],
  ])('gives %j as its words', (values, words) => {
    expect(wordsOf(...values)).toBe(words);
  });
});
