import type { Workflow } from '../../workflows/workflow.schema.js';
import type { SubscriptionRule } from './topic-subscription.schema.js';

type NamedWorkflow = Pick<Workflow, '_id' | 'workflowId' | 'tags'>;

/** Whether a subscription lets a trigger through. An error is neither, and must not deliver (behaviour TS8). */
export type Wish = { ok: true; value: boolean } | { ok: false; error: string };

/**
 * Whether a subscription with these rules wants a notification of the workflow (behaviour TS2, TS3, TS6). A rule that
 * names the workflow beats one that names its tags; of several the last counts; without any the answer is yes.
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
