import { Types } from 'mongoose';
import type { Topic } from '../topic.schema.js';
import { defaultIdentifier, planSubscriptions, type SubscribingScope, type Wanted } from './plan-subscriptions.js';
import type { TopicSubscription } from './topic-subscription.schema.js';

describe('the identifier of a subscription that is given none', () => {
  it('names the topic and the subscriber', () => {
    expect(defaultIdentifier('orders', 'ada', [])).toBe('tk_orders:si_ada');
  });

  it('C6: names the contexts in one order', () => {
    expect(defaultIdentifier('orders', 'ada', ['tenant:acme', 'app:shop'])).toBe(
      'tk_orders:si_ada:ctx_app:shop,tenant:acme',
    );
  });

  it('TS1: has at most 512 characters and still tells long ones apart', () => {
    const long = (last: string) => defaultIdentifier('t'.repeat(256), `${'s'.repeat(511)}${last}`, []);
    expect(long('a')).toHaveLength(512);
    expect(long('a')).not.toBe(long('b'));
    expect(long('a')).toBe(long('a'));
    expect(long('a')).toMatch(/^tk_t+:si_s+~[0-9a-f]{64}$/);
  });

  it('is not cut within a character', () => {
    for (const start of ['', 'x']) {
      const identifier = defaultIdentifier('orders', start + '🎈'.repeat(255), ['tenant:acme']);
      expect(identifier.length).toBeLessThanOrEqual(512);
      expect(identifier).not.toMatch(/\p{Cs}/u);
    }
  });
});

const ids = { environmentId: new Types.ObjectId(), organizationId: new Types.ObjectId() };
const topic = { _id: new Types.ObjectId(), ...ids, key: 'orders' } as Topic;
const now = new Date('2026-02-03T04:05:06Z');
const [ada, grace] = ['ada', 'grace'].map((subscriberId) => ({ _id: new Types.ObjectId(), subscriberId })) as [
  Wanted['member'],
  Wanted['member'],
];

const scopeOf = (fields: Partial<SubscribingScope> = {}): SubscribingScope => ({
  topic,
  contextKeys: [],
  now,
  ...fields,
});
const wanted = (member: Wanted['member'], identifier: string, name?: string): Wanted => ({
  member,
  identifier,
  ...(name !== undefined && { name }),
});

/** What there is after these plans were carried out. */
function carriedOut(list: Wanted[], scope = scopeOf(), existing: TopicSubscription[] = []): TopicSubscription[] {
  const plans = planSubscriptions(list, existing, scope);
  return plans.flatMap((plan) => (plan.kind === 'refused' ? [] : [plan.subscription]));
}

describe('planning subscriptions', () => {
  it('gives each of a subscriber a free slot of its own', () => {
    const existing = carriedOut(Array.from({ length: 10 }, (_value, index) => wanted(ada, `i${index}`)));
    const all = Array.from({ length: 10 }, (_value, slot) => slot);
    expect(existing.map(({ slot }) => slot).toSorted((a, b) => a - b)).toEqual(all);
    for (const gone of existing) {
      const others = existing.filter((one) => one !== gone);
      expect(carriedOut([wanted(ada, 'another')], scopeOf(), others)).toMatchObject([{ slot: gone.slot }]);
    }
  });

  it('TS1: refuses the eleventh of a subscriber, and no one else', () => {
    const list = Array.from({ length: 11 }, (_value, index) => wanted(ada, `i${index}`));
    const plans = planSubscriptions([...list, wanted(grace, 'g')], [], scopeOf());
    expect(plans.map(({ kind }) => kind)).toEqual([...Array(10).fill('written'), 'refused', 'written']);
  });

  it('writes one that is named twice once', () => {
    const [first, second] = planSubscriptions([wanted(ada, 'a', 'A'), wanted(ada, 'a', 'B')], [], scopeOf());
    expect(first).toBe(second);
    expect(first).toMatchObject({ kind: 'written', subscription: { name: 'A' } });
  });

  it('TS1: refuses the identifier of another subscriber or context, stored or in the same request', () => {
    const existing = carriedOut([wanted(ada, 'a')]);
    const refused = { kind: 'refused', error: { code: 'IDENTIFIER_TAKEN' } };
    expect(planSubscriptions([wanted(grace, 'a')], existing, scopeOf())).toMatchObject([refused]);
    expect(planSubscriptions([wanted(ada, 'a')], existing, scopeOf({ contextKeys: ['t:x'] }))).toMatchObject([refused]);
    const both = planSubscriptions([wanted(ada, 'b'), wanted(grace, 'b')], existing, scopeOf());
    expect(both).toMatchObject([{ kind: 'written' }, refused]);
  });

  it('keeps one that is there when nothing else is stated, and writes only what differs', () => {
    const rules = () => [{ workflowIds: ['w'], enabled: true }];
    const existing = carriedOut([wanted(ada, 'a', 'A')], scopeOf({ rules: rules() })) as [TopicSubscription];
    const [{ _id }] = existing;
    expect(planSubscriptions([wanted(ada, 'a')], existing, scopeOf())).toMatchObject([{ kind: 'kept' }]);
    expect(planSubscriptions([wanted(ada, 'a', 'A')], existing, scopeOf({ rules: rules() }))).toMatchObject([
      { kind: 'kept' },
    ]);
    const [plan] = planSubscriptions([wanted(ada, 'a', 'B')], existing, scopeOf({ rules: rules() }));
    expect(plan).toMatchObject({
      subscription: { _id, name: 'B', rules: rules() },
      operation: { updateOne: { filter: { _id }, update: { $set: { name: 'B', updatedAt: now } } } },
    });
    expect(existing[0].name).toBe('A');
  });
});
