import { setTimeout } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model, QueryFilter, Types } from 'mongoose';
import { byAge } from '../../platform/ids.js';
import type { EnvironmentRef, InEnvironment } from '../../auth/environment-ref.js';
import { ContextsService } from '../../contexts/contexts.service.js';
import { contextKeys, type TriggerContext } from '../../contexts/trigger-context.js';
import { Clock } from '../../platform/clock.js';
import { lostWrites, rawCollection } from '../../platform/persistence/writes.js';
import type { Topic } from '../topic.schema.js';
import { TopicsService } from '../topics.service.js';
import { type Member, MembersService } from './members.service.js';
import {
  defaultIdentifier,
  type ItemError,
  type Plan,
  planRemovals,
  planSubscriptions,
  type SubscribingScope,
  unknownSubscriber,
  type Wanted,
} from './plan-subscriptions.js';
import type { RequestedRemoval, RequestedSubscription } from './read-requests.js';
import { type SubscriptionRule, TopicSubscription } from './topic-subscription.schema.js';
/** Each failed attempt finds one more of a subscriber's few slots taken, or the identifier, so that few can fail. */
const MAX_ATTEMPTS = 20;

/** Which subscriptions to make. */
export interface SubscribeRequest {
  subscriptions: RequestedSubscription[];
  /** Name of the topic when it has to be created. */
  topicName?: string;
  /** The contexts the subscriptions hold in; unknown ones are created. */
  context?: TriggerContext;
  rules?: SubscriptionRule[];
  /** The request comes from an inbox widget: only to an existing topic that is open to widgets, and 403 otherwise. */
  inWidget?: boolean;
}

/** The result of one requested subscription. */
export type SubscribeResult = { subscription: TopicSubscription; member: Member } | { error: ItemError };

/** The results in the order of the request. */
export interface Subscribed {
  topic: Topic;
  results: SubscribeResult[];
}

/** The removed subscriptions, each once, and an error for each entry of the request that matches none. */
export interface Unsubscribed {
  topic: Topic;
  /** With their subscribers, unless those have been deleted. */
  removed: { subscription: TopicSubscription; member?: Member }[];
  errors: ItemError[];
}

/** Subscribes to topics and unsubscribes from them. */
@Injectable()
export class SubscribingService {
  private readonly documents = rawCollection<TopicSubscription>(this.subscriptions);

  constructor(
    @InjectModel(TopicSubscription.name) private readonly subscriptions: Model<TopicSubscription>,
    private readonly topics: TopicsService,
    private readonly contexts: ContextsService,
    private readonly members: MembersService,
    private readonly clock: Clock,
  ) {}

  /**
   * Subscribes to the topic, which is created when there is none (behaviour R16), but never by a widget (TS9). A
   * subscription that exists takes over the name and rules that are stated. Costs at most nine store commands, however
   * many subscribers there are, and three more for each attempt that a concurrent request has overtaken.
   */
  async subscribe(environment: EnvironmentRef, topicKey: string, request: SubscribeRequest): Promise<Subscribed> {
    if (request.context) await this.contexts.createMissing(environment, request.context);
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
      const subscribed = await this.subscribeOnce(environment, topicKey, request);
      if (subscribed) return subscribed;
    }
    throw new Error(`Topic '${topicKey}' is deleted again and again`);
  }

  /**
   * Removes the subscriptions that are named: by identifier, or all that a subscriber has of the topic. 404 for an
   * unknown topic. Costs five store commands, however many there are.
   */
  async unsubscribe(environment: InEnvironment, topicKey: string, removals: RequestedRemoval[]): Promise<Unsubscribed> {
    const topic = await this.topics.findOrFail(environment, topicKey);
    const ids = removals.flatMap(({ subscriberId }) => subscriberId ?? []);
    const members = await this.members.findBySubscriberIds(environment, [...new Set(ids)]);
    const candidates = await this.findCandidates(topic, removals, members);
    const { removed, errors } = planRemovals(topic, removals, { candidates, members });
    if (removed.length > 0) {
      const { environmentId, _id: topicId } = topic;
      await this.subscriptions.deleteMany({ environmentId, topicId, _id: { $in: removed.map(({ _id }) => _id) } });
    }
    const owners = await this.members.findByIds(
      environment,
      removed.map(({ subscriberId }) => subscriberId),
    );
    return {
      topic,
      removed: removed.map((subscription) => ({
        subscription,
        member: owners.get(subscription.subscriberId),
      })),
      errors,
    };
  }

  // Undefined when the topic was deleted in the meantime.
  private async subscribeOnce(
    environment: EnvironmentRef,
    topicKey: string,
    { subscriptions, topicName, context, rules, inWidget = false }: SubscribeRequest,
  ): Promise<Subscribed | undefined> {
    const ids = [...new Set(subscriptions.map(({ subscriberId }) => subscriberId))];
    const [topic, members] = await Promise.all([
      inWidget
        ? this.topics.findOpenOrFail(environment, topicKey)
        : this.topics.findOrCreate(environment, topicKey, topicName),
      this.members.findBySubscriberIds(environment, ids),
    ]);
    const keys = contextKeys(context);
    const wanted = subscriptions.map(({ subscriberId, identifier, name }): Wanted | undefined => {
      const member = members.get(subscriberId);
      const named = identifier ?? defaultIdentifier(topicKey, subscriberId, keys);
      return member && { member, identifier: named, ...(name !== undefined && { name }) };
    });
    const scope = { topic, contextKeys: keys, rules, now: this.clock.now() };
    const plans = await this.settle(
      wanted.filter((one) => one !== undefined),
      scope,
    );
    const orphaned = await this.withdrawOrphans(environment, topic, [...plans.values()]);
    if (orphaned === 'topic') return undefined;
    const results = wanted.map((one, index): SubscribeResult => {
      const plan = one && plans.get(one);
      if (!plan || orphaned.has(plan)) return { error: unknownSubscriber(subscriptions[index]!.subscriberId) };
      return plan.kind === 'refused' ? { error: plan.error } : { subscription: plan.subscription, member: one.member };
    });
    return { topic, results };
  }

  /** The result for each, after as many rounds as concurrent requests make necessary. */
  private async settle(wanted: Wanted[], scope: SubscribingScope): Promise<Map<Wanted, Plan>> {
    const plans = new Map<Wanted, Plan>();
    let open = wanted;
    for (let attempt = 1; open.length > 0; attempt++) {
      if (attempt > MAX_ATTEMPTS) throw new Error(`${open.length} subscriptions could not be stored`);
      const round = planSubscriptions(open, await this.findConflicting(open, scope), scope);
      const lost = await this.writeAll(round);
      for (const [index, one] of open.entries()) plans.set(one, round[index]!);
      open = open.filter((_one, index) => lost.has(round[index]!));
      if (open.length > 0) await setTimeout(pauseAfter(attempt));
    }
    return plans;
  }

  /** The subscriptions of the topic that have one of the identifiers or belong to one of the subscribers. */
  private findConflicting(wanted: Wanted[], { topic }: SubscribingScope): Promise<TopicSubscription[]> {
    const identifiers = wanted.map(({ identifier }) => identifier);
    const subscriberIds = wanted.map(({ member }) => member._id);
    return this.subscriptions.find(namedIn(topic, identifiers, subscriberIds)).lean();
  }

  /** The plans whose write failed because another subscription has taken the same identifier or slot. */
  private async writeAll(plans: Plan[]): Promise<Set<Plan>> {
    const writes = [...new Set(plans)].filter((plan) => plan.kind === 'written');
    if (writes.length === 0) return new Set();
    const operations = writes.map(({ operation }) => operation);
    try {
      await this.documents.bulkWrite(operations, { ordered: false });
      return new Set();
    } catch (error) {
      const lost = lostWrites(error);
      return new Set(writes.filter((_write, index) => lost.has(index)));
    }
  }

  /**
   * Deleting a topic or a subscriber removes its subscriptions; those that are created at the same moment are removed
   * here. Returns the plans whose subscriber no longer exists, or 'topic' when the topic does not.
   */
  private async withdrawOrphans(
    environment: EnvironmentRef,
    topic: Topic,
    plans: Plan[],
  ): Promise<Set<Plan> | 'topic'> {
    const made = plans.filter((plan) => plan.kind === 'written');
    if (made.length === 0) return new Set();
    const subscriberIds = made.map(({ subscription }) => subscription.subscriberId);
    const [topics, members] = await Promise.all([
      this.topics.findByIds(environment, [topic._id]),
      this.members.findByIds(environment, subscriberIds),
    ]);
    const orphans = made.filter(({ subscription }) => topics.size === 0 || !members.has(subscription.subscriberId));
    if (orphans.length > 0) {
      const ids = orphans.map(({ subscription }) => subscription._id);
      await this.subscriptions.deleteMany({ environmentId: environment.id, _id: { $in: ids } });
    }
    return topics.size === 0 ? 'topic' : new Set(orphans);
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
    return found.toSorted(byAge);
  }
}

/**
 * The subscriptions of a topic that have one of the identifiers or belong to one of the subscribers. Each way names the
 * topic for itself, so that each is looked up in its own index. The store would take a filter by the topic outside of
 * both for the best way in, and a topic has a hundred thousand members.
 */
export function namedIn(
  { environmentId, _id: topicId }: Pick<Topic, 'environmentId' | '_id'>,
  identifiers: string[],
  subscriberIds: Types.ObjectId[],
): QueryFilter<TopicSubscription> {
  return {
    $or: [
      { environmentId, topicId, identifier: { $in: identifiers } },
      { environmentId, topicId, subscriberId: { $in: subscriberIds } },
    ],
  };
}

/**
 * Milliseconds until the next attempt, random: writes that failed because of each other would otherwise collide again at
 * once, and delay the one that could succeed.
 */
function pauseAfter(attempt: number): number {
  return Math.random() * 25 * 2 ** Math.min(attempt, 4);
}
