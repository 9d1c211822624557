import { Injectable } from '@nestjs/common';
import { Types } from 'mongoose';
import { contextKeys } from '../../../contexts/trigger-context.js';
import type { Cursor } from '../../../events/store/expansion.js';
import { SubscribersService } from '../../../subscribers/subscribers.service.js';
import { contextScope } from '../../../topics/subscriptions/topic-subscription.schema.js';
import { TopicSubscriptionsService } from '../../../topics/subscriptions/topic-subscriptions.service.js';
import { type NamedTopic, TopicMembers } from '../../dispatch/expansion/topic-members.js';
import type { ExpansionScope, RunRecipient } from '../../engine/run-input.js';

/** Why a trigger does not reach a member of a topic that it names. */
export const UNREACHED_REASONS = [
  'actor',
  'excluded',
  'other_context',
  'subscription_rules',
  'condition_error',
] as const;

/** A member of a topic whom a trigger does not reach. */
export interface UnreachedMember {
  subscriberId: string;
  topicKey: string;
  reason: (typeof UNREACHED_REASONS)[number];
}

/** Members of topics, as far as they were looked at. */
export interface SimulatedMembersResult {
  recipients: RunRecipient[];
  unreached: UnreachedMember[];
  /** There are members who were not looked at. */
  hasMore: boolean;
}

/** Finds which members of its topics a trigger would reach, and which not. */
@Injectable()
export class SimulatedMembers {
  constructor(
    private readonly topicMembers: TopicMembers,
    private readonly subscriptions: TopicSubscriptionsService,
    private readonly subscribers: SubscribersService,
  ) {}

  /** Looks at the first members of the topics, `limit` in all. */
  async find(scope: ExpansionScope, limit: number): Promise<SimulatedMembersResult> {
    const topics = await this.topicMembers.findNamed(scope);
    const result: SimulatedMembersResult = { recipients: [], unreached: [], hasMore: false };
    let room = limit;
    for (const [index, named] of topics.entries()) {
      if (!named.topic) continue;
      if (room <= 0) return { ...result, hasMore: true };
      const { members, next } = await this.subscriptions.findMembers(scope.environment, named.topic._id, undefined, {
        limit: room,
      });
      const ids = [...members.keys()].slice(0, room);
      room -= ids.length;
      result.hasMore ||= next !== undefined || ids.length < members.size;
      await this.add(result, scope, topics, index, ids);
    }
    const reached = new Set(result.recipients.map(({ subscriber }) => subscriber.subscriberId));
    return { ...result, unreached: result.unreached.filter(({ subscriberId }) => !reached.has(subscriberId)) };
  }

  /** `ids`: the members of one topic that are looked at, in the order in which triggers go through them. */
  private async add(
    result: SimulatedMembersResult,
    scope: ExpansionScope,
    topics: readonly NamedTopic[],
    index: number,
    ids: readonly string[],
  ): Promise<void> {
    const { topicKey, topic, exclude } = topics[index]!;
    const last = ids.at(-1);
    if (last === undefined || !topic) return;
    const failed = new Set<string | undefined>();
    const reached = new Set<string>();
    let cursor: Cursor | undefined = { phase: 'topic', index };
    while (cursor?.phase === 'topic' && cursor.index === index) {
      const page = await this.topicMembers.page(scope, topics, cursor, ids.length);
      for (const recipient of page.recipients) {
        const id = recipient.subscriber._id.toHexString();
        if (id <= last && !reached.has(id)) result.recipients.push(recipient);
        reached.add(id);
      }
      for (const { subscriberId } of page.problems) failed.add(subscriberId);
      cursor = page.next;
      if (cursor?.phase === 'topic' && cursor.after && cursor.after.toHexString() >= last) break;
    }
    const others = ids.filter((id) => !reached.has(id)).map((id) => new Types.ObjectId(id));
    if (others.length === 0) return;
    const inContext = contextScope(contextKeys(scope.event.context));
    const followed = await this.subscriptions.findOf(scope.environment, [topic._id], inContext, others);
    const named = scope.event.recipients.flatMap((one) => (one.kind === 'subscriber' ? one.profile.subscriberId : []));
    for (const { _id, subscriberId } of (await this.subscribers.findByIds(scope.environment, others)).values()) {
      if (named.includes(subscriberId)) continue;
      const reason = (): UnreachedMember['reason'] => {
        if (scope.event.actor?.subscriberId === subscriberId) return 'actor';
        if (exclude.includes(subscriberId)) return 'excluded';
        if (!followed.has(_id.toHexString())) return 'other_context';
        return failed.has(subscriberId) ? 'condition_error' : 'subscription_rules';
      };
      result.unreached.push({ subscriberId, topicKey, reason: reason() });
    }
  }
}
