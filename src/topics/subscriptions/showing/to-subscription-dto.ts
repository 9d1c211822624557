import type { Topic } from '../../topic.schema.js';
import { toTopicDto } from '../../topics.dto.js';
import {
  type RemovedSubscriptionDto,
  type SubscriptionDetailsDto,
  type SubscriptionDto,
  toMemberDto,
} from '../subscriptions.dto.js';
import type { Member } from '../members.service.js';
import type { TopicSubscription } from '../topic-subscription.schema.js';
import { type RuledWorkflow, shownPreferences } from './shown-preferences.js';

/** A subscription with what it joins. */
export interface JoinedSubscription {
  subscription: TopicSubscription;
  topic: Topic;
  /** Absent when the subscriber is gone. */
  member?: Member;
}

export function toRemovedSubscriptionDto({ subscription, topic, member }: JoinedSubscription): RemovedSubscriptionDto {
  return {
    _id: subscription._id.toHexString(),
    identifier: subscription.identifier,
    topic: toTopicDto(topic),
    subscriber: member ? toMemberDto(member) : null,
    contextKeys: subscription.contextKeys,
    createdAt: subscription.createdAt.toISOString(),
    updatedAt: subscription.updatedAt.toISOString(),
  };
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
  return {
    id: _id.toHexString(),
    identifier,
    ...(name !== undefined && { name }),
    preferences: shownPreferences(subscription, workflows),
    contextKeys,
  };
}
