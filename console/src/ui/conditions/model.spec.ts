import { changed, conditionOf, type Group, type Part, type Row, ruleOf, withPart } from './model';

const read = (name: string) => ({ var: name });
const days = (amount: number) => ({ amount, unit: 'days' });

/** Rules with the parts that are shown for them: rows, groups and JSON. */
const RULES: [unknown, string][] = [
  [{ '==': [read('payload.urgent'), true] }, 'row'],
  [{ '==': [read('payload.plan'), 'pro'] }, 'row'],
  [{ '==': [read('payload.code'), '5'] }, 'row'],
  [{ '==': [read('payload.limit'), '{{payload.other}}'] }, 'row'],
  [{ '!=': [read('a'), null] }, 'row'],
  [{ '>': [read('payload.count'), 5] }, 'row'],
  [{ '<=': [read('a'), 1.5] }, 'row'],
  [{ contains: [read('subscriber.email'), '@example.com'] }, 'row'],
  [{ startsWith: [read('a'), 'x'] }, 'row'],
  [{ doesNotEndWith: [read('a'), ''] }, 'row'],
  [{ in: ['@example.com', read('subscriber.email')] }, 'row'],
  [{ notIn: ['vip', read('payload.tags')] }, 'row'],
  [{ in: [read('payload.plan'), ['pro', 'team']] }, 'row'],
  [{ notIn: [read('payload.plan'), []] }, 'row'],
  [{ between: [read('payload.count'), 1, 5] }, 'row'],
  [{ between: [read('payload.count'), [1, 5]] }, 'row'],
  [{ notBetween: [read('payload.count'), 1, 5] }, 'row'],
  [{ withinLast: [read('subscriber.lastOnlineAt'), days(7)] }, 'row'],
  [{ exactlyXAgo: [read('payload.at'), { amount: 1, unit: 'years', more: true }] }, 'row'],
  [{ '!!': [read('payload.orderId')] }, 'row'],
  [{ '!!': read('payload.orderId') }, 'row'],
  [{ '!': { var: ['payload.orderId'] } }, 'row'],
  [{ null: [read('payload.orderId')] }, 'row'],
  [{ and: [{ '!=': [read('a'), null] }, { '!': [read('b')] }] }, 'row row'],
  [{ or: [{ '<=': [read('a'), 1.5] }] }, 'row'],
  [{ and: [{ '==': [read('a'), 1] }] }, 'row'],
  [{ and: [{ or: [{ '==': [read('a'), 1] }, { '==': [read('b'), 2] }] }, { '!': [read('c')] }] }, '(row row) row'],
  [{ or: [{ and: [{ or: [{ '!': [read('a')] }] }] }] }, '(json)'],
  [{ if: [true, 1, 2] }, 'json'],
  [{ '==': [1, 1] }, 'json'],
  [{ '==': [read('a'), read('b')] }, 'json'],
  [{ '==': [5, read('a')] }, 'json'],
  [{ '===': [read('a'), 1] }, 'json'],
  [{ '<': [1, read('a'), 3] }, 'json'],
  [{ '==': [{ var: ['a', 'default'] }, 1] }, 'json'],
  [{ '==': [read('a')] }, 'json'],
  [{ '==': [read('a'), { var: 'b' }] }, 'json'],
  [{ '!': [{ and: [{ '!': [read('a')] }] }] }, 'json'],
  [{ and: { '==': [read('a'), 1] } }, 'json'],
  [{ and: [] }, 'json'],
  [{ and: [true, { '==': [read('a'), 1] }, 'x', null, [1]] }, 'json row json json json'],
  [{ '==': [read('a'), 1], '!=': [read('b'), 2] }, 'json'],
  [{ some: [read('payload.items'), { '==': [read('sku'), 'x'] }] }, 'json'],
  [{ between: [read('a'), '1', 5] }, 'json'],
  [{ withinLast: [read('a'), 7] }, 'json'],
  [{ 'in list': [read('a'), ['x']] }, 'json'],
  [{ toString: [read('a'), 1] }, 'json'],
  [{ '!!': [read('a'), read('b')] }, 'json'],
  [{ var: 'payload.urgent' }, 'json'],
];

const NAMES = { row: () => 'row', other: () => 'json', group: (part: Part) => `(${shown(part as Group)})` };
const shown = ({ parts }: Group): string => parts.map((part) => NAMES[part.kind](part)).join(' ');

describe('conditions as rows', () => {
  it.each(RULES)('%j is shown as %s, and written as it was', (rule, parts) => {
    const condition = conditionOf(rule)!;
    expect(shown(condition)).toBe(parts);
    expect(ruleOf(condition)).toBe(rule);
  });

  it.each(RULES)('%j stays as it is beside a row that is added', (rule) => {
    const condition = conditionOf(rule)!;
    const more = ruleOf(withPart(condition, condition.parts.length, { ...conditionOf(RULES[0]![0])!.parts[0]! }));
    const [join] = Object.keys(more as object);
    const operands = (more as Record<string, unknown[]>)[join!]!;
    expect(operands.at(-1)).toBe(RULES[0]![0]);
    const own = (rule as Record<string, unknown>)[join!];
    const isGroup = Array.isArray(own) && own.length > 0;
    expect(operands.slice(0, -1)).toEqual(isGroup ? own : [rule]);
  });

  it.each(RULES.filter(([, parts]) => parts === 'row'))('%j means the same when its row is written anew', (rule) => {
    const [row] = conditionOf(rule)!.parts as [Row];
    const { source: _as, ...anew } = changed(row, {});
    const written = ruleOf({ kind: 'group', join: 'and', parts: [anew] });
    expect(conditionOf(written)!.parts).toEqual([{ ...anew, source: written }]);
  });

  it.each([[undefined], [{}], [null]])('%j is always true', (rule) => {
    expect(ruleOf(conditionOf(rule)!)).toBeUndefined();
  });

  it.each([['text'], [[1]], [5], [true]])('%j is left to the JSON', (rule) => {
    expect(conditionOf(rule)).toBeUndefined();
  });

  it('the last row that is removed leaves no condition', () => {
    expect(ruleOf(withPart(conditionOf({ or: [{ '!': [read('a')] }] })!, 0, undefined))).toBeUndefined();
  });
});
