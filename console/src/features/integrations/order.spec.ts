import { inOrder } from './order';
import type { Integration } from './reads';

const one = (name: string, fields: Partial<Integration> = {}) =>
  ({ name, channel: 'email', active: true, primary: false, conditions: [], ...fields }) as unknown as Integration;
const CONDITIONS = [{ type: 'GROUP', value: 'AND', children: [] }] as unknown as Integration['conditions'];
const uses = (list: Integration[], hasFailover = true) =>
  inOrder(list, hasFailover).map(({ integration, use }) => `${integration.name}: ${use}`);

describe('the order in which integrations are tried', () => {
  const MAILS = [
    one('new'),
    one('off', { active: false }),
    one('first', { primary: true }),
    one('low', { conditions: CONDITIONS }),
    one('high', { conditions: CONDITIONS, priority: 5 }),
  ];

  it('is conditions by priority, the primary, then failover', () => {
    expect(uses(MAILS)).toEqual([
      'high: 1. when its conditions pass',
      'low: 2. when its conditions pass',
      'first: 3. primary',
      'new: 4. when those before keep failing',
      'off: never: it is off',
    ]);
  });

  it('has no failover where the environment has none', () => {
    expect(uses(MAILS, false)).toContain('new: only when a trigger names it');
  });

  it('is no order where all of them are used', () => {
    expect(uses([one('a', { channel: 'chat' }), one('b', { channel: 'chat', conditions: CONDITIONS })])).toEqual([
      'a: always',
      'b: when its conditions pass',
    ]);
  });
});
