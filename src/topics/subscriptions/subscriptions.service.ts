import { Injectable, NotFoundException } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { Clock } from '../../platform/clock.js';
import type { EnvironmentRef } from '../../auth/environment-ref.js';
import { rawCollection } from '../../platform/persistence/raw-collection.js';
import { TopicsService } from '../topics.service.js';
import { MembersService } from './members.service.js';
import type { JoinedSubscription } from './showing/to-subscription-dto.js';
import { type SubscriptionRule, TopicSubscription } from './topic-subscription.schema.js';

/** Whose subscriptions, in which exact set of contexts. */
export type SubscriptionOwner = Pick<TopicSubscription, 'subscriberId' | 'contextScope'>;

/**
 * One subscription of a topic, by its identifier. Where an owner is given, the subscriptions of others are as unknown as
 * those that are not there.
 */
@Injectable()
export class SubscriptionsService {
  constructor(
    @InjectModel(TopicSubscription.name) private readonly subscriptions: Model<TopicSubscription>,
    private readonly topics: TopicsService,
    private readonly members: MembersService,
    private readonly clock: Clock,
  ) {}

  /** 404 for an unknown topic or identifier. */
  async findOrFail(
    environment: Pick<EnvironmentRef, 'id'>,
    topicKey: string,
    identifier: string,
  ): Promise<TopicSubscription> {
    const topic = await this.topics.findOrFail(environment, topicKey);
    const filter = { environmentId: environment.id, topicId: topic._id, identifier };
    const subscription = await this.subscriptions.findOne(filter).lean();
    if (!subscription) throw notFound(topicKey, identifier);
    return subscription;
  }

  /** What the owner has of a topic, newest first: at most ten (behaviour TS1). Nothing for an unknown topic. */
  async findOwn(
    environment: Pick<EnvironmentRef, 'id'>,
    topicKey: string,
    owner: SubscriptionOwner,
  ): Promise<TopicSubscription[]> {
    const topic = await this.topics.find(environment, topicKey);
    if (!topic) return [];
    const filter = { environmentId: environment.id, topicId: topic._id, ...ownedBy(owner) };
    const found = await this.subscriptions.find(filter).lean();
    return found.toSorted((a, b) => (a._id.toHexString() > b._id.toHexString() ? -1 : 1));
  }

  /** Removes a subscription of the owner. 404 for an unknown topic or identifier, which are not told apart. */
  async removeOwn(
    environment: Pick<EnvironmentRef, 'id'>,
    topicKey: string,
    identifier: string,
    owner: SubscriptionOwner,
  ): Promise<void> {
    const topic = await this.topics.find(environment, topicKey);
    if (!topic) throw notFound(topicKey, identifier);
    const filter = { environmentId: environment.id, topicId: topic._id, identifier, ...ownedBy(owner) };
    const { deletedCount } = await this.subscriptions.deleteOne(filter);
    if (deletedCount === 0) throw notFound(topicKey, identifier);
  }

  /**
   * Changes the name, replaces the rules, or both. 404 for an unknown topic or identifier; to an owner the two look
   * alike, because which topics there are is not for everybody.
   */
  async update(
    environment: Pick<EnvironmentRef, 'id'>,
    topicKey: string,
    identifier: string,
    { name, rules }: { name?: string; rules?: SubscriptionRule[] },
    owner?: SubscriptionOwner,
  ): Promise<JoinedSubscription> {
    const topic = await (owner
      ? this.topics.find(environment, topicKey)
      : this.topics.findOrFail(environment, topicKey));
    if (!topic) throw notFound(topicKey, identifier);
    const changes = { ...(name !== undefined && { name }), ...(rules && { rules }), updatedAt: this.clock.now() };
    const subscription = await rawCollection<TopicSubscription>(this.subscriptions).findOneAndUpdate(
      { environmentId: environment.id, topicId: topic._id, identifier, ...(owner && ownedBy(owner)) },
      { $set: changes },
      { returnDocument: 'after' },
    );
    if (!subscription) throw notFound(topicKey, identifier);
    const members = await this.members.findByIds(environment, [subscription.subscriberId]);
    return { subscription, topic, member: members.get(subscription.subscriberId.toHexString()) };
  }
}

/** The owner and nothing else, as a part of a query. */
function ownedBy({ subscriberId, contextScope }: SubscriptionOwner): SubscriptionOwner {
  return { subscriberId, contextScope };
}

function notFound(topicKey: string, identifier: string): NotFoundException {
  return new NotFoundException(`Subscription '${identifier}' of topic '${topicKey}' was not found`);
}
