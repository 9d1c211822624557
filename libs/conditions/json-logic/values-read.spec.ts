import { valuesRead } from './values-read.js';

const data = { payload: { plan: 'free', amount: 7, orders: [{ total: 1 }], deep: { x: true } } };
const render = (template: string) => `<${template}>`;
const v = (path: string) => ({ var: path });

describe('what a rule has seen', () => {
  it.each<[string, unknown, [string, unknown][]]>([
    ['a path', { '==': [v('payload.plan'), 'pro'] }, [['payload.plan', 'free']]],
    ['a path with a default', { '>': [{ var: ['payload.none', 5] }, 9] }, [['payload.none', null]]],
    ['a path without a list', { '!': v('payload.deep.x') }, [['payload.deep.x', true]]],
    ['each path once', { '<': [v('payload.amount'), 1, v('payload.amount')] }, [['payload.amount', 7]]],
    [
      'a template',
      { '==': [v('payload.plan'), '{{x}}'] },
      [
        ['payload.plan', 'free'],
        ['{{x}}', '<{{x}}>'],
      ],
    ],
    [
      'what must not be missing',
      { missing: ['payload.a', 'payload.plan'] },
      [
        ['payload.a', null],
        ['payload.plan', 'free'],
      ],
    ],
    [
      'a list, but not its items',
      { some: [v('payload.orders'), { '>': [v('total'), 20] }] },
      [['payload.orders', [{ total: 1 }]]],
    ],
    ['nothing inherited', v('payload.constructor'), [['payload.constructor', null]]],
    ['nothing', true, []],
  ])('X1: %s', (_what, rule, expected) => {
    expect(valuesRead(rule, data, render).map(({ name, value }) => [name, value])).toEqual(expected);
  });

  it('is bounded', () => {
    const many = { and: Array.from({ length: 50 }, (_, index) => v(`payload.p${index}`)) };
    expect(valuesRead(many, data, render)).toHaveLength(8);
  });
});
