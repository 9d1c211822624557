import { Types } from 'mongoose';
import { evaluateCondition } from '#libs/conditions/json-logic/evaluate-condition.js';
import type { Workflow } from '../../workflows/workflow.schema.js';
import { wantsWorkflow, withRule } from './subscription-rules.js';
import type { SubscriptionRule } from './topic-subscription.schema.js';

const NOW = new Date('2026-02-03T04:05:06Z');
const workflow = {
  _id: new Types.ObjectId('6925a1f0c0ffee0123456789'),
  workflowId: 'order-shipped',
  tags: ['orders'],
} as Workflow;
const data = { payload: { amount: 150 }, subscriber: { data: { plan: 'pro' } }, context: {} };
const wants = (...rules: SubscriptionRule[]) =>
  wantsWorkflow(rules, workflow, async (rule) => evaluateCondition(rule, data, { now: NOW }));
const yes = { ok: true, value: true };
const no = { ok: true, value: false };

describe('what a subscription wants', () => {
  it('TS6: everything when it has no rule for the workflow', async () => {
    expect(await wants()).toMatchObject(yes);
    expect(await wants({ workflowIds: ['other'], enabled: false }, { tags: ['mail'], enabled: false })).toMatchObject(
      yes,
    );
  });

  it.each([
    ['its identifier', { workflowIds: ['order-shipped'] }],
    ['its internal id', { workflowIds: ['6925a1f0c0ffee0123456789'] }],
    ['one of its tags', { tags: ['mail', 'orders'] }],
  ])('TS2: a rule names the workflow by %s', async (_case, filter) => {
    expect(await wants({ ...filter, enabled: false })).toMatchObject(no);
    expect(await wants({ ...filter, enabled: true })).toMatchObject(yes);
  });

  it('TS2: a rule for the workflow beats one for its tags, and the last of equals counts', async () => {
    const [named, tagged] = [{ workflowIds: ['order-shipped'] }, { tags: ['orders'] }];
    expect(await wants({ ...named, enabled: true }, { ...tagged, enabled: false })).toMatchObject(yes);
    expect(await wants({ ...named, enabled: true }, { ...named, enabled: false })).toMatchObject(no);
  });

  it('TS2: a condition makes `enabled` count for nothing', async () => {
    const rule = { workflowIds: ['order-shipped'], enabled: false };
    expect(await wants({ ...rule, condition: { '>': [{ var: 'payload.amount' }, 100] } })).toMatchObject(yes);
    expect(await wants({ ...rule, enabled: true, condition: { '>': [{ var: 'payload.amount' }, 200] } })).toMatchObject(
      no,
    );
  });

  it('TS3: a missing path is null', async () => {
    const condition = { '==': [{ var: 'context.tenant.data.plan' }, 'pro'] };
    expect(await wants({ workflowIds: ['order-shipped'], enabled: true, condition })).toMatchObject(no);
  });

  it('TS8: a condition that cannot be evaluated is neither yes nor no', async () => {
    const result = await wants({ workflowIds: ['order-shipped'], enabled: true, condition: { nonsense: [1] } });
    expect(result).toEqual({ ok: false, error: 'unknown operator "nonsense"' });
  });
});

const shippedWorkflow = {
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
    expect(withRule(rules, { workflow: shippedWorkflow, ...change })).toEqual(expected);
    expect(rules).toEqual(before);
  });
});
