import { dto } from '../../platform/http/dto.js';
import { isCritical, type Workflow } from '../../workflows/workflow.schema.js';
import type { Topic } from '../topic.schema.js';
import { toTopicDto } from '../topics.dto.js';
import type { ShownProfile } from '../../subscribers/shown-profile.js';
import type { Member } from './members.service.js';
import { decidingRule } from './subscription-rules.js';
import {
  type RemovedSubscriptionDto,
  type SubscriptionDetailsDto,
  type SubscriptionDto,
  type SubscriptionPreferenceDto,
  toMemberDto,
} from './subscriptions.dto.js';
import type { SubscriptionRule, TopicSubscription } from './topic-subscription.schema.js';

/** The fields of a workflow that are shown beside a rule. */
export type RuledWorkflow = Pick<Workflow, '_id' | 'workflowId' | 'name' | 'tags' | 'severity' | 'preferences'>;

/**
 * The rules of a subscription as they currently apply: one entry for each workflow that has a rule, with the rule that
 * decides for it. A rule that matches no workflow at present is shown without a workflow.
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
  return dto<NonNullable<SubscriptionPreferenceDto['workflow']>>({
    id: _id,
    identifier: workflowId,
    name,
    critical: isCritical(workflow),
    tags,
    severity,
  });
}

/** A subscription with what it joins. */
export interface JoinedSubscription {
  subscription: TopicSubscription;
  topic: Topic;
  /** Absent when the subscriber has been deleted. */
  member?: ShownProfile<Member>;
}

export function toRemovedSubscriptionDto({ subscription, topic, member }: JoinedSubscription): RemovedSubscriptionDto {
  return dto<RemovedSubscriptionDto>({
    _id: subscription._id,
    identifier: subscription.identifier,
    topic: toTopicDto(topic),
    subscriber: member ? toMemberDto(member) : null,
    contextKeys: subscription.contextKeys,
    createdAt: subscription.createdAt,
    updatedAt: subscription.updatedAt,
  });
}

export function toSubscriptionDto(joined: JoinedSubscription, workflows: readonly RuledWorkflow[]): SubscriptionDto {
  const { subscription } = joined;
  return Object.assign(toRemovedSubscriptionDto(joined), {
    ...(subscription.name !== undefined && { name: subscription.name }),
    preferences: shownPreferences(subscription, workflows),
  });
}

export function toSubscriptionDetailsDto(
  subscription: TopicSubscription,
  workflows: readonly RuledWorkflow[],
): SubscriptionDetailsDto {
  const { _id, identifier, name, contextKeys } = subscription;
  return dto<SubscriptionDetailsDto>({
    id: _id,
    identifier,
    name,
    preferences: shownPreferences(subscription, workflows),
    contextKeys,
  });
}
