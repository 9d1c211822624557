import { conditionError, type ConditionOptions, evaluateCondition } from './evaluate-condition.js';

const now = new Date('2026-03-31T12:00:00Z');
const options: ConditionOptions = { now };
const payload = {
  amount: 150,
  amountText: '150',
  vip: true,
  vipText: 'true',
  name: 'Ada Lovelace',
  other: 'Ada Lovelace',
  empty: '',
  nothing: null,
  list: ['a', 'b'],
  none: [],
  orders: [{ total: 10 }, { total: 30 }],
  placedAt: '2026-03-01T10:00:00+02:00',
};
const data = { payload, subscriber: { data: { age: 41 }, lastOnlineAt: new Date('2026-03-31T11:00:00Z') } };

function v(path: string): unknown {
  return { var: path };
}

/** The value of a condition, or its error. */
function result(rule: unknown, change: Partial<ConditionOptions> = {}): boolean | string {
  const outcome = evaluateCondition(rule, data, { ...options, ...change });
  return outcome.ok ? outcome.value : outcome.error;
}

describe('when a condition lets a step run', () => {
  it.each<[string, unknown, boolean]>([
    ['absent runs', undefined, true],
    ['null runs', null, true],
    ['an empty object runs', {}, true],
    ['an empty text runs', '', true],
    ['an empty array runs', [], true],
    ['true runs', true, true],
    ['false skips', false, false],
    ['a true rule runs', { '==': [v('payload.amount'), 150] }, true],
    ['a false rule skips', { '==': [v('payload.amount'), 151] }, false],
    ['a value is taken for its truth', v('payload.name'), true],
    ['a missing value skips', v('payload.unknown'), false],
    ['an empty list is false', v('payload.none'), false],
  ])('X1: %s', (_, rule, value) => {
    expect(result(rule)).toBe(value);
  });
});

describe('standard operators', () => {
  it.each<[unknown, boolean]>([
    [{ and: [true, { '!': false }] }, true],
    [{ or: [false, v('payload.vip')] }, true],
    [{ '!!': [v('payload.list')] }, true],
    [{ if: [{ '>': [v('payload.amount'), 100] }, false, true] }, false],
    [{ '?:': [true, true, false] }, true],
    [{ '<': [100, v('payload.amount'), 200] }, true],
    [{ '<': [100, v('payload.amount'), 120] }, false],
    [{ '==': [{ '+': [v('payload.amount'), 1] }, 151] }, true],
    [{ '==': [{ '%': [{ '*': [v('payload.amount'), 2] }, 7] }, 6] }, true],
    [{ '==': [{ max: [1, v('payload.amount')] }, 150] }, true],
    [{ '==': [{ '-': [{ '/': [10, 4] }] }, -2.5] }, true],
    [{ in: ['a', v('payload.list')] }, true],
    [{ in: ['love', v('payload.name')] }, false],
    [{ in: ['Love', v('payload.name')] }, true],
    [{ in: ['a', v('payload.unknown')] }, false],
    [{ notIn: ['c', v('payload.list')] }, true],
    [{ notIn: ['c', v('payload.unknown')] }, false],
    [{ '==': [{ cat: ['a', 1, null] }, 'a1'] }, true],
    [{ '==': [{ substr: [v('payload.name'), 4, -2] }, 'Lovela'] }, true],
    [{ '==': [{ substr: [v('payload.name'), -8] }, 'Lovelace'] }, true],
    [{ in: ['c', { merge: [v('payload.list'), 'c'] }] }, true],
    [{ some: [v('payload.orders'), { '>': [v('total'), 20] }] }, true],
    [{ all: [v('payload.orders'), { '>': [v('total'), 20] }] }, false],
    [{ all: [v('payload.none'), true] }, false],
    [{ none: [v('payload.orders'), { '>': [v('total'), 50] }] }, true],
    [{ none: [v('payload.unknown'), true] }, true],
    [{ '==': [{ var: ['payload.unknown', 'x'] }, 'x'] }, true],
    [{ '==': [{ missing: ['payload.unknown', 'payload.name'] }, 'x'] }, false],
    [{ '!': { missing: ['payload.name', 'payload.amount'] } }, true],
    [{ '!': [{ missing_some: [1, ['payload.unknown', 'payload.name']] }] }, true],
    [{ '!': [{ missing_some: [2, ['payload.unknown', 'payload.name']] }] }, false],
    [
      {
        '==': [
          {
            reduce: [
              { map: [{ filter: [v('payload.orders'), { '>': [v('total'), 5] }] }, v('total')] },
              { '+': [v('accumulator'), v('current')] },
              0,
            ],
          },
          40,
        ],
      },
      true,
    ],
    [{ '==': [v('payload.orders.1.total'), 30] }, true],
    [{ '==': [v('payload.list.length'), 2] }, true],
    [{ '==': [{ log: 'x' }, 'x'] }, true],
  ])('X3: %j is %s', (rule, value) => {
    expect(result(rule)).toBe(value);
  });
});

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
    const outcome = evaluateCondition({ [operator]: [v('left'), v('right')] }, values, options);
    expect(outcome).toMatchObject({ ok: true, value });
  });

  it('X4: compares dates of the store with texts', () => {
    expect(result({ '<': [v('subscriber.lastOnlineAt'), '2026-03-31T11:30:00Z'] })).toBe(true);
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
    const outcome = evaluateCondition({ [operator]: [v('left'), v('right')] }, { left, right }, options);
    expect(outcome).toMatchObject({ ok: true, value });
  });

  it('X3: null and notNull take a value or a list of one', () => {
    expect(result({ null: [v('payload.nothing')] })).toBe(true);
    expect(result({ null: v('payload.unknown') })).toBe(true);
    expect(result({ null: v('payload.none') })).toBe(false);
    expect(result({ notNull: v('payload.empty') })).toBe(true);
    expect(result({ notNull: v('payload.nothing') })).toBe(false);
  });

  it('X5: between takes its bounds as a list or one by one', () => {
    expect(result({ between: [v('payload.amount'), 100, 150] })).toBe(true);
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
    expect(evaluateCondition(rule, { date }, options)).toMatchObject({ ok: true, value });
  });

  it.each<[unknown, RegExp]>([
    [{ amount: 5, unit: 'seconds' }, /unit must be one of minutes/],
    [{ amount: 'x', unit: 'days' }, /amount must be a number/],
    [{ amount: -1, unit: 'days' }, /amount must be a number/],
    [{ amount: 1e12, unit: 'years' }, /before all dates/],
    [5, /expected \{amount, unit\}/],
  ])('X9: %j is an error', (ago, reason) => {
    expect(result({ withinLast: [v('payload.placedAt'), ago] })).toMatch(reason);
  });
});

describe('templates as values', () => {
  const render = (template: string): string =>
    template.replaceAll(/\{\{\s*payload\.(\w+)\s*\}\}/g, (_, key: string) =>
      String((payload as Record<string, unknown>)[key]),
    );

  it.each<[unknown, boolean]>([
    [{ '==': [v('payload.name'), '{{payload.other}}'] }, true],
    [{ '==': [v('payload.name'), '{{payload.amount}}'] }, false],
    [{ '>': ['{{ payload.amount }}', 100] }, true],
    [{ '==': [v('payload.vip'), '{{payload.vipText}}'] }, true],
    [{ in: ['{{payload.amountText}}', ['150', '{{payload.name}}']] }, true],
    [{ if: ['{{payload.vip}}', true, false] }, true],
    [{ moreThanXAgo: [v('payload.placedAt'), { amount: '{{payload.one}}', unit: 'weeks' }] }, true],
    [{ '==': [{ var: ['payload.unknown', '{{payload.name}}'] }, 'Ada Lovelace'] }, true],
  ])('X7: %j is %s', (rule, value) => {
    const withOne = (template: string): string => (template === '{{payload.one}}' ? '1' : render(template));
    expect(result(rule, { render: withOne })).toBe(value);
  });

  it('X7: a template in the data is not rendered, and a rendered rule is not a rule', () => {
    const hostile = { text: '{{payload.name}}', rule: '{"var":"payload.amount"}' };
    const options = { now, render: (): string => hostile.rule };
    expect(evaluateCondition({ '==': [v('text'), '{{payload.name}}'] }, hostile, { now })).toMatchObject({
      value: true,
    });
    expect(evaluateCondition({ '==': ['{{x}}', v('rule')] }, hostile, options)).toMatchObject({ value: true });
  });

  it('X7: a path is not a template', () => {
    const render = (): string => 'payload.vip';
    expect(result({ '==': [v('{{path}}'), null] }, { render })).toBe(true);
  });

  it('X9: a template that fails is an error', () => {
    const render = (): string => {
      throw new Error('unknown filter');
    };
    expect(result({ '==': [1, '{{ x | y }}'] }, { render })).toBe('unknown filter');
  });
});

describe('errors are never a pass', () => {
  it.each<[unknown, RegExp]>([
    [{ unknownOperator: [1, 2] }, /unknown operator "unknownOperator"/],
    [{ and: [true, { or: [{ nope: 1 }] }] }, /unknown operator "nope" at and\.1\.or\.0/],
    [{ or: [true, { nope: 1 }] }, /unknown operator "nope"/],
    [{ constructor: ['x'] }, /unknown operator "constructor"/],
    [JSON.parse('{"__proto__": [1]}'), /unknown operator "__proto__"/],
    [{ $template: ['x'] }, /unknown operator/],
    [{ throw: 'x' }, /unknown operator "throw"/],
    [{ '==': [1, 1], '!=': [1, 1] }, /more than one operator/],
    [{ '==': [1] }, /needs two values/],
    [{ '+': ['x', 1] }, /arithmetic/],
    [{ '/': [1, 0] }, /arithmetic/],
    [{ max: ['x'] }, /invalid arguments/],
    [{ cat: [[1, 2]] }, /single values/],
    ['payload.vip', /a condition is a JSON-logic object/],
    [5, /a condition is a JSON-logic object/],
    [[true], /a condition is a JSON-logic object/],
  ])('X9: %j', (rule, reason) => {
    expect(evaluateCondition(rule, data, options)).toEqual({ ok: false, error: expect.stringMatching(reason) });
  });

  it('X9: a rule that can never be evaluated is found without data', () => {
    expect(conditionError({ and: [{ nope: 1 }] })).toMatch(/unknown operator "nope" at and\.0/);
    expect(conditionError({ '==': [v('payload.a'), '{{payload.b}}'] })).toBeUndefined();
    expect(conditionError(undefined)).toBeUndefined();
  });
});

describe('what decided', () => {
  const vip = { '==': [v('payload.vip'), true] };
  const rich = { '>': [v('payload.amount'), 1000] };
  const adult = { '>=': [v('subscriber.data.age'), 18] };

  it.each<[string, unknown, boolean, string, unknown]>([
    ['the only rule', vip, true, '', vip],
    ['the first false part of an and', { and: [vip, rich, adult] }, false, 'and.1', rich],
    ['an and as a whole', { and: [vip, adult] }, true, '', { and: [vip, adult] }],
    ['the first true part of an or', { or: [rich, vip] }, true, 'or.1', vip],
    ['an or as a whole', { or: [rich] }, false, '', { or: [rich] }],
    ['a part of a part', { and: [vip, { or: [rich, { '!': vip }] }] }, false, 'and.1', { or: [rich, { '!': vip }] }],
    ['a negated part', { and: [adult, { '!': [vip] }] }, false, 'and.1.!.0', vip],
    ['a negation without a list', { '!': rich }, true, '!', rich],
  ])('X1: %s', (_, rule, value, path, decidingRule) => {
    expect(evaluateCondition(rule, data, options)).toEqual({
      ok: true,
      value,
      decidedBy: { path, rule: decidingRule },
    });
  });

  it('X1: nothing decided where there is no condition', () => {
    expect(evaluateCondition({}, data, options)).toEqual({ ok: true, value: true });
  });

  it('TS3: a missing path is null, and the part after a false one is not evaluated', () => {
    expect(result({ and: [v('payload.unknown.deep'), { '+': ['x'] }] })).toBe(false);
  });
});
