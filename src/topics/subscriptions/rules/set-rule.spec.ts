import { Types } from 'mongoose';
import type { SubscriptionRule } from '../topic-subscription.schema.js';
import { withRule } from './set-rule.js';

const workflow = {
  _id: new Types.ObjectId('6925a1f0c0ffee0123456789'),
  workflowId: 'shipped',
  tags: ['orders'],
};
const condition = { '==': [{ var: 'payload.region' }, 'eu'] };
const shipped = { workflowIds: ['shipped'] };
const other = { workflowIds: ['other'], enabled: false };
const tagged = { tags: ['orders'], enabled: false };

describe('TS2: a rule for one workflow', () => {
  it.each<[string, SubscriptionRule[], { enabled?: boolean; condition?: typeof condition }, SubscriptionRule[]]>([
    ['is added', [other], { enabled: false }, [other, { ...shipped, enabled: false }]],
    ['is added to none', [], { enabled: true }, [{ ...shipped, enabled: true }]],
    [
      'takes the place of the one there was',
      [{ ...shipped, enabled: true }, other],
      { enabled: false },
      [{ ...shipped, enabled: false }, other],
    ],
    [
      'takes the place of one by internal id',
      [{ workflowIds: ['6925a1f0c0ffee0123456789'], enabled: true }],
      { enabled: false },
      [{ ...shipped, enabled: false }],
    ],
    [
      'ends the condition there was',
      [{ ...shipped, enabled: true, condition }],
      { enabled: false },
      [{ ...shipped, enabled: false }],
    ],
    [
      'with a condition keeps `enabled`',
      [{ ...shipped, enabled: false }],
      { condition },
      [{ ...shipped, enabled: false, condition }],
    ],
    [
      'with a condition keeps `enabled` of the rule that decided',
      [tagged],
      { condition },
      [tagged, { ...shipped, enabled: false, condition }],
    ],
    [
      'with a condition is enabled where no rule decided',
      [other],
      { condition },
      [other, { ...shipped, enabled: true, condition }],
    ],
    ['leaves a rule for its tags', [tagged], { enabled: true }, [tagged, { ...shipped, enabled: true }]],
    [
      'leaves what a rule says about others',
      [{ workflowIds: ['shipped', 'other'], enabled: false }],
      { enabled: true },
      [other, { ...shipped, enabled: true }],
    ],
    [
      'leaves the tags of a rule that named it',
      [{ workflowIds: ['shipped'], ...tagged }],
      { enabled: true },
      [tagged, { ...shipped, enabled: true }],
    ],
    [
      'is the only one that names it',
      [
        { ...shipped, enabled: true },
        { workflowIds: ['6925a1f0c0ffee0123456789'], enabled: true },
      ],
      { enabled: false },
      [{ ...shipped, enabled: false }],
    ],
  ])('%s', (_case, rules, change, expected) => {
    const before = structuredClone(rules);
    expect(withRule(rules, { workflow, ...change })).toEqual(expected);
    expect(rules).toEqual(before);
  });
});
