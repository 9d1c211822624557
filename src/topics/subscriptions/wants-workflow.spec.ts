import { evaluateCondition } from '#libs/conditions/json-logic/evaluate-condition.js';
import { Types } from 'mongoose';
import type { Workflow } from '../../workflows/workflow.schema.js';
import type { SubscriptionRule } from './topic-subscription.schema.js';
import { wantsWorkflow } from './wants-workflow.js';

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
