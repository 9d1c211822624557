import type { Workflow } from '../../workflows/workflow.schema.js';
import type { SubscriptionRule } from './topic-subscription.schema.js';

type NamedWorkflow = Pick<Workflow, '_id' | 'workflowId' | 'tags'>;

/** Whether a subscription wants a notification. An error means neither, and must not deliver (behaviour TS8). */
export type Wish = { ok: true; value: boolean } | { ok: false; error: string };

/**
 * Whether a subscription with these rules wants a notification of the workflow (behaviour TS2, TS3, TS6). A rule that
 * names the workflow beats one that names its tags, and of several the last one counts. Without any rule the workflow
 * is wanted.
 * @param holds evaluates a condition over what it can see: payload, subscriber, actor, context, env
 */
export async function wantsWorkflow(
  rules: readonly SubscriptionRule[],
  workflow: NamedWorkflow,
  holds: (condition: unknown) => Promise<Wish>,
): Promise<Wish> {
  const rule = decidingRule(rules, workflow);
  if (!rule) return { ok: true, value: true };
  return rule.condition === undefined ? { ok: true, value: rule.enabled } : holds(rule.condition);
}

/** The rule that counts for a workflow: one that names it before one that names its tags, the last before others. */
export function decidingRule(
  rules: readonly SubscriptionRule[],
  workflow: NamedWorkflow,
): SubscriptionRule | undefined {
  return (
    rules.findLast(({ workflowIds = [] }) => names(workflowIds, workflow)) ??
    rules.findLast(({ tags = [] }) => tags.some((tag) => workflow.tags.includes(tag)))
  );
}

function names(workflowIds: readonly string[], { workflowId, _id }: NamedWorkflow): boolean {
  return workflowIds.includes(workflowId) || workflowIds.includes(_id.toHexString());
}

/** A rule to set for one workflow. */
export interface RuleChange {
  workflow: Pick<Workflow, '_id' | 'workflowId' | 'tags'>;
  /** Without it the current value stays. */
  enabled?: boolean;
  /** Overrides `enabled`; without it an existing condition is removed. */
  condition?: Record<string, unknown>;
}

/**
 * Sets a rule for one workflow (behaviour TS2) and returns the new rules. It replaces a rule that was for this workflow
 * alone. Other rules no longer name the workflow, but keep applying to their other workflows.
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
