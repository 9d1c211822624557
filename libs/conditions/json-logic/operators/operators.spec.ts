import { evaluateCondition } from '../evaluate-condition.js';

const now = new Date('2026-03-31T12:00:00Z');

function v(path: string): unknown {
  return { var: path };
}

/** The value of a condition, or its error. */
function result(rule: unknown, data: unknown): boolean | string {
  const outcome = evaluateCondition(rule, data, { now });
  return outcome.ok ? outcome.value : outcome.error;
}

describe('comparisons', () => {
  it.each<[unknown, string, unknown, boolean]>([
    ['150', '>', 100, true],
    ['9', '<', '10', true],
    [' 1e2 ', '==', 100, true],
    ['true', '==', true, true],
    ['true', '==', 'false', false],
    [false, '<', 'true', true],
    [true, '==', 1, false],
    [true, '>', 0, false],
    ['', '==', 0, false],
    [null, '==', 0, false],
    [null, '<', 1, false],
    [null, '>=', 0, false],
    [null, '==', null, true],
    ['0x10', '==', 16, false],
    ['12345678901234567891', '==', '12345678901234567890', false],
    ['12345678901234567891', '==', '12345678901234567891', true],
    ['2026-01-01', '<', '2026-01-01T00:00:01Z', true],
    ['2026-01-01T02:00:00+02:00', '==', '2026-01-01T00:00:00Z', true],
    ['2026-02-30', '<', '2027-01-01', false],
    ['tomorrow', '<', '2027-01-01', false],
    ['b', '>', 'a', false],
    ['a', '==', 'a', true],
    ['a', '!=', 'b', true],
    ['a', '=', 'a', true],
    ['5', '!=', 5, false],
    ['5', '===', 5, false],
    ['5', '!==', 5, true],
    [5, '===', 5, true],
    [[1], '==', 1, false],
    ['Step 1', '<', 'Step 2', false],
  ])('X4: %j %s %j is %s', (left, operator, right, value) => {
    const values = { left, right };
    expect(result({ [operator]: [v('left'), v('right')] }, values)).toBe(value);
  });

  it('X4: compares dates of the store with texts', () => {
    const seen = new Date('2026-03-31T11:00:00Z');
    expect(result({ '<': [v('seen'), '2026-03-31T11:30:00Z'] }, { seen })).toBe(true);
  });
});

describe('text and range operators', () => {
  it.each<[string, unknown, unknown, boolean]>([
    ['startsWith', 'Ada', 'A', true],
    ['startsWith', 'Ada', 'a', false],
    ['endsWith', 'Ada', 'da', true],
    ['contains', 'Ada', 'd', true],
    ['contains', ['a'], 'a', false],
    ['doesNotContain', 'Ada', 'x', true],
    ['doesNotContain', 'Ada', 'd', false],
    ['doesNotContain', null, 'd', false],
    ['doesNotBeginWith', 'Ada', 'x', true],
    ['doesNotBeginWith', 5, 'x', false],
    ['doesNotEndWith', 'Ada', 'x', true],
    ['doesNotEndWith', 'Ada', 5, false],
    ['between', 5, [1, 5], true],
    ['between', 5, [5, 9], true],
    ['between', 5.01, [1, 5], false],
    ['between', 5, ['1', '9'], true],
    ['between', '5', [1, 9], false],
    ['between', 5, [1, 'x'], false],
    ['between', 5, [1], false],
    ['notBetween', 10, [1, 9], true],
    ['notBetween', 9, [1, 9], false],
    ['notBetween', '10', [1, 9], false],
    ['notBetween', 10, [1, null], false],
  ])('X5: %s of %j and %j is %s', (operator, left, right, value) => {
    expect(result({ [operator]: [v('left'), v('right')] }, { left, right })).toBe(value);
  });

  it('X3: null and notNull take a value or a list of one', () => {
    const data = { nothing: null, none: [], empty: '' };
    expect(result({ null: [v('nothing')] }, data)).toBe(true);
    expect(result({ null: v('unknown') }, data)).toBe(true);
    expect(result({ null: v('none') }, data)).toBe(false);
    expect(result({ notNull: v('empty') }, data)).toBe(true);
    expect(result({ notNull: v('nothing') }, data)).toBe(false);
  });

  it('X5: between takes its bounds as a list or one by one', () => {
    expect(result({ between: [v('amount'), 100, 150] }, { amount: 150 })).toBe(true);
  });
});

describe('relative dates', () => {
  it.each<[string, string, number, string, boolean]>([
    ['moreThanXAgo', '2026-03-31T11:29:59Z', 30, 'minutes', true],
    ['moreThanXAgo', '2026-03-31T11:30:00Z', 30, 'minutes', false],
    ['lessThanXAgo', '2026-03-31T11:30:01Z', 30, 'minutes', true],
    ['lessThanXAgo', '2026-03-31T11:30:00Z', 30, 'minutes', false],
    ['lessThanXAgo', '2026-03-31T12:00:01Z', 30, 'minutes', false],
    ['withinLast', '2026-03-24T12:00:00Z', 1, 'weeks', true],
    ['withinLast', '2026-03-24T11:59:59Z', 1, 'weeks', false],
    ['withinLast', '2026-04-01T00:00:00Z', 1, 'weeks', false],
    ['withinLast', '2026-02-28T12:00:00Z', 1, 'months', true],
    ['notWithinLast', '2026-02-28T11:59:59Z', 1, 'months', true],
    ['notWithinLast', '2026-03-31T12:00:00Z', 1, 'months', false],
    ['moreThanXAgo', '2024-03-31T11:59:59Z', 2, 'years', true],
    ['exactlyXAgo', '2026-03-31T11:29:00Z', 30, 'minutes', true],
    ['exactlyXAgo', '2026-03-31T11:28:59Z', 30, 'minutes', false],
    ['exactlyXAgo', '2026-03-31T10:00:00Z', 1, 'hours', true],
    ['exactlyXAgo', '2026-03-31T09:59:59Z', 1, 'hours', false],
    ['exactlyXAgo', '2026-03-29T12:00:00Z', 1, 'days', true],
    ['exactlyXAgo', '2026-03-29T11:59:59Z', 1, 'days', false],
    ['exactlyXAgo', '2026-03-25T12:00:00Z', 1, 'weeks', true],
    ['exactlyXAgo', '2026-03-25T12:00:01Z', 1, 'weeks', false],
    ['exactlyXAgo', '2026-03-01T12:00:00Z', 1, 'months', true],
    ['exactlyXAgo', '2026-03-01T12:00:01Z', 1, 'months', false],
    ['exactlyXAgo', '2025-04-07T12:00:00Z', 1, 'years', true],
    ['exactlyXAgo', '2025-04-07T12:00:01Z', 1, 'years', false],
    ['withinLast', 'yesterday', 1, 'days', false],
    ['notWithinLast', 'yesterday', 1, 'days', false],
  ])('X3, X6: %s %s, %d %s is %s', (operator, date, amount, unit, value) => {
    const rule = { [operator]: [v('date'), { amount, unit }] };
    expect(result(rule, { date })).toBe(value);
  });

  it.each<[unknown, RegExp]>([
    [{ amount: 5, unit: 'seconds' }, /unit must be one of minutes/],
    [{ amount: 'x', unit: 'days' }, /amount must be a number/],
    [{ amount: -1, unit: 'days' }, /amount must be a number/],
    [{ amount: 1e12, unit: 'years' }, /before all dates/],
    [5, /expected \{amount, unit\}/],
  ])('X9: %j is an error', (ago, reason) => {
    expect(result({ withinLast: [v('placedAt'), ago] }, { placedAt: '2026-03-01' })).toMatch(reason);
  });
});
