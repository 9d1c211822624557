import { inOrder, prioritiesAfter } from './order';
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
      'high: Conditional #1',
      'low: Conditional #2',
      'first: Primary #3',
      'new: Failover #4',
      'off: Disabled',
    ]);
  });

  it('has no failover where the environment has none', () => {
    expect(uses(MAILS, false)).toContain('new: Only when a trigger names it');
  });

  it('has no order where all of them are used', () => {
    expect(uses([one('a', { channel: 'chat' }), one('b', { channel: 'chat', conditions: CONDITIONS })])).toEqual([
      'a: Always',
      'b: If conditions match',
    ]);
  });

  it('has the failover by priority, and among equals the newest first', () => {
    const mails = [one('new'), one('first', { primary: true }), one('old', { priority: 1 }), one('older')];
    expect(uses(mails)).toEqual(
      ['Primary #1', 'Failover #2', 'Failover #3', 'Failover #4'].map(
        (use, place) => `${['first', 'old', 'new', 'older'][place]}: ${use}`,
      ),
    );
  });
});

describe('the priorities after one integration was moved', () => {
  const changes = (among: Integration[], from: number, to: number) =>
    prioritiesAfter(among, from, to).map(({ integration, priority }) => `${integration.name}: ${priority}`);

  it('are as few changes as put it there', () => {
    expect(changes([one('a'), one('b'), one('c')], 1, 0)).toEqual(['a: 1', 'b: 2']);
    expect(changes([one('a', { priority: 9 }), one('b', { priority: 5 }), one('c')], 2, 1)).toEqual(['c: 6']);
    expect(changes([one('a', { priority: 9 }), one('b', { priority: 5 })], 0, 1)).toEqual(['b: 10']);
  });

  it('are given anew where the highest would be too high', () => {
    expect(changes([one('a', { priority: 1000 }), one('b', { priority: 999 })], 1, 0)).toEqual(['a: 0', 'b: 1']);
  });
});
