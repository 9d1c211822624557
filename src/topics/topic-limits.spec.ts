import { isTopicKey, topicDataProblem } from './topic-limits.js';

describe('topic keys', () => {
  it.each(['a', 'Z', '0', '-', '_', ':', 'orders:eu-1_x', 'ada@example.com', 'k'.repeat(256)])('can be %j', (key) => {
    expect(isTopicKey(key)).toBe(true);
  });

  it.each(['', ' ', 'a b', 'a/b', 'a.b', 'a@', '@b.com', 'ä', 'a\n', 'k'.repeat(257), 7, null, undefined, ['a'], {}])(
    'cannot be %j',
    (key) => {
      expect(isTopicKey(key)).toBe(false);
    },
  );
});

describe('data of a topic', () => {
  it.each([{}, { a: 'x', b: 1, c: true, d: null, e: [], f: ['x', 'y'] }])('may be %j', (data) => {
    expect(topicDataProblem(data)).toBeUndefined();
  });

  it.each([{ a: {} }, { a: [1] }, { a: ['x', null] }, { a: [['x']] }, { a: [{}] }])('may not be %j', (data) => {
    expect(topicDataProblem(data)).toContain('"a" is none');
  });
});
