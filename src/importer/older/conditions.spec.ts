import { evaluateFilters } from '#libs/conditions/filters/evaluate-filters.js';
import {
  FILTER_OPERATORS,
  type FilterChild,
  type FilterData,
  type FilterGroup,
} from '#libs/conditions/filters/filter.js';
import { evaluateCondition } from '#libs/conditions/json-logic/evaluate-condition.js';
import { convertFilters } from './conditions.js';

const now = new Date('2026-11-23T12:00:00Z');

const DATA: FilterData = {
  now,
  payload: { amount: 150, plan: 'pro', tags: ['a', 'b'], order: { total: '30' }, nothing: null },
  subscriber: { firstName: 'Ada', data: { age: 41 } },
  tenant: { identifier: 'acme' },
  previousMessages: { mail: { seen: true, read: false } },
};

const STEPS = new Map([
  ['uuid-mail', 'mail'],
  ['uuid-none', 'none'],
]);

const steps = { mail: { seen: true, read: false } };

const field = (on: 'payload' | 'subscriber' | 'tenant', name: string, operator: string, value: string) =>
  ({ on, field: name, operator, value }) as FilterChild;

/** One group for each operator, field and value. */
const SINGLE: FilterGroup[] = FILTER_OPERATORS.flatMap((operator) =>
  (
    [
      ['payload', 'amount'],
      ['payload', 'plan'],
      ['payload', 'order.total'],
      ['payload', 'nothing'],
      ['payload', 'missing'],
      ['subscriber', 'data.age'],
      ['tenant', 'identifier'],
    ] as const
  ).flatMap(([on, name]) =>
    (operator.endsWith('BETWEEN') ? ['10,200', '30,40'] : ['150', 'pro', '30', '41', 'acme', '10,200', 'pro,free']).map(
      (value) => ({
        value: 'AND' as const,
        children: [field(on, name, operator, value)],
      }),
    ),
  ),
);

const yes = field('payload', 'plan', 'EQUAL', 'pro');
const no = field('payload', 'plan', 'EQUAL', 'free');

const WHOLE: FilterGroup[][] = [
  [],
  [{ value: 'AND', children: [] }],
  [
    { value: 'AND', children: [] },
    { value: 'AND', children: [no] },
  ],
  [{ value: 'AND', children: [yes, no] }],
  [{ value: 'OR', children: [yes, no] }],
  [{ value: 'AND', isNegated: true, children: [yes] }],
  [
    { value: 'AND', children: [no] },
    { value: 'AND', children: [yes] },
  ],
];

/** Whether the converted condition runs the step; an empty one does. */
function runs(groups: readonly FilterGroup[]): boolean | string {
  const { skip, losses } = convertFilters(groups, STEPS);
  expect(losses).toEqual([]);
  if (!skip) return true;
  const outcome = evaluateCondition(skip, { ...DATA, steps }, { now });
  return outcome.ok ? outcome.value : outcome.error;
}

describe('the filters of an older step', () => {
  it('X10: pass as a condition for the same data', async () => {
    // A single value is a list of one to the older ANY_IN and ALL_IN only.
    const known = SINGLE.filter(
      ({ children }) => !/^A(NY|LL)_IN$/.test((children![0] as { operator: string }).operator),
    );
    const different: unknown[] = [];
    for (const groups of [...known.map((one) => [one]), ...WHOLE]) {
      const wanted = await evaluateFilters(groups, DATA);
      const found = runs(groups);
      if (found !== (wanted.ok && wanted.value)) different.push({ groups, found });
    }
    expect(different).toEqual([]);
  });

  it.each([
    ['ANY_IN', 'b,c', true],
    ['ANY_IN', 'c', false],
    ['ALL_IN', 'a,b,c', true],
    ['ALL_IN', 'a', false],
  ])('X10: %s compares the members of a list with %s', (operator, value, expected) => {
    expect(runs([{ value: 'AND', children: [field('payload', 'tags', operator, value)] }])).toBe(expected);
  });

  it.each([
    ['uuid-mail', 'seen', true],
    ['uuid-mail', 'unseen', false],
    ['uuid-mail', 'unread', true],
    ['uuid-none', 'read', true],
  ])('X12: read the message of an earlier step (%s %s)', (step, stepType, expected) => {
    const child = { on: 'previousStep', step, stepType } as FilterChild;
    expect(runs([{ value: 'AND', children: [child] }])).toBe(expected);
  });

  it.each([
    [
      { on: 'webhook', webhookUrl: 'https://example.com/check', field: 'a', operator: 'EQUAL', value: '1' },
      'the response of https://example.com/check',
    ],
    [{ on: 'isOnline', value: true }, 'isOnline'],
    [{ on: 'previousStep', step: 'unknown', stepType: 'read' }, 'previousStep'],
    [{ on: 'payload', field: 'a', operator: 'BETWEEN', value: '1' }, 'payload a BETWEEN'],
    [{ on: 'payload', field: 'a', operator: 'SOUNDS_LIKE', value: '1' }, 'payload a SOUNDS_LIKE'],
  ])('name what they lose: %j', (child, what) => {
    const { losses, skip } = convertFilters([{ value: 'AND', children: [child, yes] }], STEPS);
    expect({ losses, skip }).toEqual({
      losses: [`the condition on ${what}`],
      skip: { '==': [{ var: 'payload.plan' }, 'pro'] },
    });
  });
});
