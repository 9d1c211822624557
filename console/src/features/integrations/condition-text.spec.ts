import { conditionText, readVariable, variableOf } from './condition-text';
import type { Integration } from './reads';

type Group = Integration['conditions'][number];

const group = (fields: Partial<Group>): Group => ({
  type: 'GROUP',
  value: 'AND',
  isNegated: false,
  children: [{ on: 'subscriber', field: 'data.plan', operator: 'EQUAL', value: 'pro' }],
  ...fields,
});
const two: Group['children'] = [
  { on: 'subscriber', field: 'locale', operator: 'IN', value: 'de,at' },
  { on: 'payload', field: 'workflow.tags', operator: 'LIKE', value: 'billing' },
];

describe('conditions of an integration as text', () => {
  it.each<[string, Group[], string]>([
    ['nothing', [], ''],
    ['one', [group({})], 'subscriber.data.plan is pro'],
    ['both', [group({ children: two })], 'subscriber.locale is one of de,at and workflow.tags contains billing'],
    ['not', [group({ isNegated: true })], 'not (subscriber.data.plan is pro)'],
    [
      'one of two groups',
      [group({}), group({ value: 'OR', children: two })],
      'subscriber.data.plan is pro; or subscriber.locale is one of de,at or workflow.tags contains billing',
    ],
  ])('%s', (_what, conditions, text) => {
    expect(conditionText(conditions)).toBe(text);
  });
});

it.each([
  ['subscriber.data.plan', { on: 'subscriber', field: 'data.plan' }],
  ['subscriber.', { on: 'subscriber', field: '' }],
  ['context.tenant.id', { on: 'payload', field: 'context.tenant.id' }],
  ['subs', { on: 'payload', field: 'subs' }],
] as const)('%s is a path that is typed and stored', (variable, stored) => {
  expect(readVariable(variable)).toEqual(stored);
  expect(variableOf(stored)).toBe(variable);
});
