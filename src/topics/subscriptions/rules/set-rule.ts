import type { Workflow } from '../../../workflows/workflow.schema.js';
import type { SubscriptionRule } from '../topic-subscription.schema.js';
import { decidingRule } from '../wants-workflow.js';

/** What a subscription is to say about one workflow. */
export interface RuleChange {
  workflow: Pick<Workflow, '_id' | 'workflowId' | 'tags'>;
  /** Without it the value that decides by now stays. */
  enabled?: boolean;
  /** Decides instead of `enabled`; without it the workflow has no condition afterwards. */
  condition?: Record<string, unknown>;
}

/**
 * The rules after one was set for a workflow by itself (behaviour TS2): it takes the place of one that was for this
 * workflow alone, and others no longer name the workflow. What they say about other workflows stays.
 */
export function withRule(rules: readonly SubscriptionRule[], change: RuleChange): SubscriptionRule[] {
  const { workflow, enabled, condition } = change;
  const rule: SubscriptionRule = {
    workflowIds: [workflow.workflowId],
    enabled: enabled ?? decidingRule(rules, workflow)?.enabled ?? true,
    ...(condition && { condition }),
  };
  const names = [workflow.workflowId, workflow._id.toHexString()];
  const place = rules.findIndex((one) => one.tags === undefined && isAmong(one.workflowIds, names));
  const others = rules.map((one, index) => (index === place ? rule : withoutNames(one, names)));
  return [...others.filter((one) => one !== undefined), ...(place === -1 ? [rule] : [])];
}

function isAmong(workflowIds: readonly string[] | undefined, names: readonly string[]): boolean {
  return workflowIds !== undefined && workflowIds.length > 0 && workflowIds.every((name) => names.includes(name));
}

// Undefined when the rule named nothing else.
function withoutNames(rule: SubscriptionRule, names: readonly string[]): SubscriptionRule | undefined {
  if (!rule.workflowIds?.some((name) => names.includes(name))) return rule;
  const { workflowIds, ...rest } = rule;
  const left = workflowIds.filter((name) => !names.includes(name));
  if (left.length > 0) return { workflowIds: left, ...rest };
  return rest.tags ? rest : undefined;
}
