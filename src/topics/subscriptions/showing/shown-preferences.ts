import { isCritical } from '../../../workflows/is-critical.js';
import type { Workflow } from '../../../workflows/workflow.schema.js';
import type { SubscriptionPreferenceDto } from '../subscriptions.dto.js';
import type { SubscriptionRule, TopicSubscription } from '../topic-subscription.schema.js';
import { decidingRule } from '../wants-workflow.js';

/** What is needed of a workflow to show it beside a rule. */
export type RuledWorkflow = Pick<Workflow, '_id' | 'workflowId' | 'name' | 'tags' | 'severity' | 'preferences'>;

/**
 * The rules of a subscription as they count now: one entry for each of the workflows that has a rule, with the rule
 * that decides for it. A rule that fits no workflow at present is shown without one.
 */
export function shownPreferences(
  { _id, rules }: Pick<TopicSubscription, '_id' | 'rules'>,
  workflows: readonly RuledWorkflow[],
): SubscriptionPreferenceDto[] {
  if (rules.length === 0) return [];
  const subscriptionId = _id.toHexString();
  const deciding = new Map(workflows.map((workflow) => [workflow, decidingRule(rules, workflow)]));
  return rules.flatMap((rule) => {
    const decided = workflows.filter((workflow) => deciding.get(workflow) === rule);
    if (decided.length > 0) return decided.map((workflow) => toPreference(subscriptionId, rule, toWorkflow(workflow)));
    const fitsNone = workflows.every((workflow) => decidingRule([rule], workflow) === undefined);
    return fitsNone ? [toPreference(subscriptionId, rule, null)] : [];
  });
}

function toPreference(
  subscriptionId: string,
  { enabled, condition }: SubscriptionRule,
  workflow: SubscriptionPreferenceDto['workflow'],
): SubscriptionPreferenceDto {
  return { subscriptionId, workflow, enabled, ...(condition !== undefined && { condition }) };
}

function toWorkflow(workflow: RuledWorkflow): SubscriptionPreferenceDto['workflow'] {
  const { _id, workflowId, name, tags, severity } = workflow;
  return { id: _id.toHexString(), identifier: workflowId, name, critical: isCritical(workflow), tags, severity };
}
