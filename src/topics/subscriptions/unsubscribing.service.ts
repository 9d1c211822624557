import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model, Types } from 'mongoose';
import type { EnvironmentRef } from '../../auth/environment-ref.js';
import type { Topic } from '../topic.schema.js';
import { TopicsService } from '../topics.service.js';
import { type ItemError, unknownSubscriber } from './item-error.js';
import { type Member, MembersService } from './members.service.js';
import { namedIn } from './named-in.js';
import type { RequestedRemoval } from './request/read-subscribers.js';
import { TopicSubscription } from './topic-subscription.schema.js';

/** What was removed, each once, and the entries of the request that named nothing. */
export interface Unsubscribed {
  topic: Topic;
  /** With their subscribers, unless those are gone. */
  removed: { subscription: TopicSubscription; member?: Member }[];
  errors: ItemError[];
}

/** Removes subscriptions. */
@Injectable()
export class UnsubscribingService {
  constructor(
    @InjectModel(TopicSubscription.name) private readonly subscriptions: Model<TopicSubscription>,
    private readonly topics: TopicsService,
    private readonly members: MembersService,
  ) {}

  /**
   * Removes the subscriptions that are named: by identifier, or all that a subscriber has of the topic. 404 for an
   * unknown topic. Costs five store commands, however many there are.
   */
  async unsubscribe(
    environment: Pick<EnvironmentRef, 'id'>,
    topicKey: string,
    removals: RequestedRemoval[],
  ): Promise<Unsubscribed> {
    const topic = await this.topics.findOrFail(environment, topicKey);
    const ids = removals.flatMap(({ subscriberId }) => subscriberId ?? []);
    const members = await this.members.findBySubscriberIds(environment, [...new Set(ids)]);
    const candidates = await this.findCandidates(topic, removals, members);
    const removed = new Map<string, TopicSubscription>();
    const errors: ItemError[] = [];
    for (const removal of removals) {
      const found = candidates.filter((one) => isNamed(one, removal, members));
      for (const one of found) removed.set(one._id.toHexString(), one);
      if (found.length === 0) errors.push(nothingFound(removal, topic, members));
    }
    if (removed.size > 0) {
      const { environmentId, _id: topicId } = topic;
      const _id = { $in: [...removed.values()].map((one): Types.ObjectId => one._id) };
      await this.subscriptions.deleteMany({ environmentId, topicId, _id });
    }
    const owners = await this.members.findByIds(
      environment,
      [...removed.values()].map(({ subscriberId }) => subscriberId),
    );
    return {
      topic,
      removed: [...removed.values()].map((subscription) => ({
        subscription,
        member: owners.get(subscription.subscriberId.toHexString()),
      })),
      errors,
    };
  }

  private async findCandidates(
    topic: Topic,
    removals: RequestedRemoval[],
    members: Map<string, Member>,
  ): Promise<TopicSubscription[]> {
    const identifiers = removals.flatMap(({ identifier }) => identifier ?? []);
    const subscriberIds = [...members.values()].map(({ _id }) => _id);
    const found = await this.subscriptions.find(namedIn(topic, identifiers, subscriberIds)).lean();
    // Not sorted by the store, which would go through all subscriptions for the sake of their order.
    return found.toSorted((a, b) => (a._id.toHexString() < b._id.toHexString() ? -1 : 1));
  }
}

function isNamed(
  { identifier, subscriberId }: TopicSubscription,
  removal: RequestedRemoval,
  members: Map<string, Member>,
): boolean {
  if (removal.identifier !== undefined && removal.identifier !== identifier) return false;
  if (removal.subscriberId === undefined) return true;
  return members.get(removal.subscriberId)?._id.equals(subscriberId) ?? false;
}

function nothingFound(
  { identifier, subscriberId }: RequestedRemoval,
  topic: Topic,
  members: Map<string, Member>,
): ItemError {
  if (subscriberId !== undefined && !members.has(subscriberId)) return unknownSubscriber(subscriberId);
  const message =
    identifier === undefined
      ? `Subscriber '${subscriberId}' has no subscription of topic '${topic.key}'`
      : `Subscription '${identifier}' of topic '${topic.key}' was not found`;
  return { subscriberId: subscriberId ?? '', code: 'SUBSCRIPTION_NOT_FOUND', message };
}
