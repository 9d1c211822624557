import { conditionText } from './condition-text';
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
