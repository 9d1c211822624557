import { bodyOf, checkRules, rulesOf } from './rule-values';

const workflow = (identifier: string) => ({
  id: identifier,
  identifier,
  name: identifier,
  critical: false,
  tags: [],
  severity: 'none' as const,
});
const CONDITION = { '==': [{ var: 'payload.region' }, 'eu'] };
const STORED = {
  id: 's',
  identifier: 'tk_orders:si_ada',
  contextKeys: [],
  preferences: [
    { subscriptionId: 's', workflow: workflow('shipped'), enabled: false },
    { subscriptionId: 's', workflow: workflow('paid'), enabled: true, condition: CONDITION },
    { subscriptionId: 's', workflow: null, enabled: true },
  ],
};

describe('the rules of a subscription', () => {
  it('are read by workflow, without those that fit none', () => {
    expect(rulesOf(STORED.preferences)).toEqual([
      { workflowId: 'shipped', way: 'off', condition: undefined },
      { workflowId: 'paid', way: 'condition', condition: CONDITION },
    ]);
  });

  it.each([undefined, '{ "=='])('need a condition that is complete: %j', (condition) => {
    expect(checkRules([{ workflowId: 'paid', way: 'condition', condition }])).toContain('paid');
    expect(checkRules([{ workflowId: 'paid', way: 'on', condition }])).toBeNull();
  });

  it('are sent only when they have changed, and then all of them', () => {
    const [shipped, paid] = rulesOf(STORED.preferences);
    expect(bodyOf({ name: ' ', preferences: [shipped!, paid!] }, STORED)).toEqual({});
    expect(bodyOf({ name: 'Mine', preferences: [shipped!, paid!] }, STORED)).toEqual({ name: 'Mine' });
    expect(bodyOf({ name: '', preferences: [shipped!, { ...paid!, way: 'off' }] }, STORED)).toEqual({
      preferences: [
        { workflowId: 'shipped', enabled: false },
        { workflowId: 'paid', enabled: false },
      ],
    });
  });
});
