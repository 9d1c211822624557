import { conditionOf, ruleOf } from './condition';

const read = (name: string) => ({ var: name });

describe('conditions of steps', () => {
  it.each([
    { '==': [read('payload.urgent'), true] },
    { '==': [read('payload.plan'), 'pro'] },
    { '==': [read('payload.code'), '5'] },
    { '>': [read('payload.count'), 5] },
    { in: ['@example.com', read('subscriber.email')] },
    { '!!': [read('payload.orderId')] },
    { and: [{ '!=': [read('a'), null] }, { '!': [read('b')] }] },
    { or: [{ '<=': [read('a'), 1.5] }] },
  ])('are shown in a form and written as they were: %j', (rule) => {
    expect(ruleOf(conditionOf(rule)!)).toEqual(rule);
  });

  it.each([[undefined], [{}], [null]])('%j always holds', (rule) => {
    expect(ruleOf(conditionOf(rule)!)).toBeUndefined();
  });

  it.each([
    [{ if: [true, 1, 2] }],
    [{ '==': [1, 1] }],
    [{ '==': [read('a'), read('b')] }],
    [{ '<': [1, read('a'), 3] }],
    [{ and: [{ or: [{ '==': [read('a'), 1] }] }] }],
    [{ '==': [{ var: ['a', 'default'] }, 1] }],
    [[1]],
    ['text'],
  ])('are left to the JSON where a form cannot show them: %j', (rule) => {
    expect(conditionOf(rule)).toBeUndefined();
  });
});
