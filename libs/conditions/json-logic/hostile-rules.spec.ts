import { evaluateCondition } from './evaluate-condition.js';

const now = new Date('2026-03-31T12:00:00Z');

function nested(depth: number, wrap: (inner: unknown) => unknown): unknown {
  let rule: unknown = true;
  for (let level = 0; level < depth; level += 1) rule = wrap(rule);
  return rule;
}

const numbers = Array.from({ length: 50_000 }, (_, index) => index);

describe('hostile rules and data end cleanly', () => {
  it.each<[string, unknown, unknown, RegExp]>([
    ['10,000 nested operators', nested(10_000, (inner) => ({ '!': [inner] })), {}, /nested deeper than 200/],
    ['10,000 nested arrays', { '!': nested(10_000, (inner) => [inner]) }, {}, /nested deeper than 200/],
    ['10,000 nested groups', nested(10_000, (inner) => ({ and: [inner] })), {}, /nested deeper than 200/],
    [
      'a rule of a million values',
      { in: [1, Array.from({ length: 1_000_000 }).fill(2)] },
      {},
      /more than 10000 values/,
    ],
    ['a text of a million characters', { '==': ['x'.repeat(1_000_000), 1] }, {}, /more than 10000 values/],
    [
      'loops in loops',
      { some: [{ var: 'list' }, { some: [{ map: [numbers.slice(0, 5000), { '==': [1, 2] }] }, false] }] },
      { list: numbers },
      /more than 500000 operations/,
    ],
    [
      'a list searched for every item of a list',
      { some: [{ var: 'list' }, { in: [-1, numbers.slice(0, 5000)] }] },
      { list: numbers },
      /more than 500000 operations/,
    ],
    [
      'a text that doubles',
      { reduce: [{ var: 'list' }, { cat: [{ var: 'accumulator' }, { var: 'accumulator' }] }, 'x'] },
      { list: numbers },
      /builds more than 65536/,
    ],
    [
      'a list that doubles',
      { reduce: [{ var: 'list' }, { merge: [{ var: 'accumulator' }, { var: 'accumulator' }] }, [1]] },
      { list: numbers },
      /builds more than 65536/,
    ],
    [
      'a structure that doubles where a number is wanted',
      {
        withinLast: [
          '2026-03-31',
          { amount: { reduce: [{ var: 'list' }, [{ var: 'accumulator' }, { var: 'accumulator' }], 1] }, unit: 'days' },
        ],
      },
      { list: numbers.slice(0, 64) },
      /amount must be a number/,
    ],
    [
      'a rendering for every item of a list',
      { all: [{ var: 'list' }, { '!=': ['{{x}}', 'y'] }] },
      { list: numbers },
      /more than 500000 operations/,
    ],
  ])('X9: %s', (_, rule, data, reason) => {
    const outcome = evaluateCondition(rule, data, { now, render: (text) => text });
    expect(outcome).toEqual({ ok: false, error: expect.stringMatching(reason) });
  });

  it('X9: 10,000 nested operators fail by their depth', () => {
    const rule = nested(10_000, (inner) => ({ and: [inner, { '!': [inner] }] }));
    expect(evaluateCondition(rule, {}, { now })).toEqual({
      ok: false,
      error: expect.stringContaining('nested deeper than 200 levels'),
    });
  });

  it('X9: a list of 50,000 items is not too much for one loop', () => {
    const rule = { some: [{ var: 'list' }, { '==': [{ var: '' }, 49_999] }] };
    expect(evaluateCondition(rule, { list: numbers }, { now })).toMatchObject({
      ok: true,
      value: true,
    });
  });

  it.each([
    '__proto__',
    'constructor',
    'constructor.name',
    '__proto__.polluted',
    'payload.__proto__',
    'payload.toString',
    'payload.list.map',
  ])('TS3: the path %s is missing', (path) => {
    const data = { payload: { list: [] } };
    expect(evaluateCondition({ null: { var: path } }, data, { now })).toMatchObject({ ok: true, value: true });
  });

  it('TS3: own keys with such names are data', () => {
    const data: unknown = JSON.parse('{"__proto__": {"vip": true}, "constructor": 5}');
    expect(evaluateCondition({ var: '__proto__.vip' }, data, { now })).toMatchObject({ value: true });
    expect(evaluateCondition({ '==': [{ var: 'constructor' }, 5] }, data, { now })).toMatchObject({ value: true });
  });

  it('X9: objects in place of lists have no items', () => {
    const data = { fake: { length: 1e12, constructor: null } };
    expect(evaluateCondition({ some: [{ var: 'fake' }, 0] }, data, { now })).toMatchObject({ ok: true, value: false });
    expect(evaluateCondition({ var: 'fake' }, data, { now })).toMatchObject({ ok: true, value: true });
  });

  it('X9: limits are settings', () => {
    const rule = { '!': [{ '!': [true] }] };
    expect(evaluateCondition(rule, {}, { now, limits: { maxDepth: 2 } })).toMatchObject({ ok: false });
    expect(evaluateCondition(rule, {}, { now, limits: { maxDepth: 4 } })).toMatchObject({ ok: true });
  });

  it('X9: the data is left as it was', () => {
    const data = Object.freeze({ payload: Object.freeze({ list: Object.freeze([1, 2]) }) });
    const rule = { '==': [{ reduce: [{ var: 'payload.list' }, { '+': [{ var: 'current' }, 1] }, 0] }, 3] };
    expect(evaluateCondition(rule, data, { now })).toMatchObject({ ok: true, value: true });
  });
});
