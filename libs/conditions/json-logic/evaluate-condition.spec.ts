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
