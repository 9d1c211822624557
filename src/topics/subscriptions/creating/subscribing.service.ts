import { setTimeout } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, mongo } from 'mongoose';
import { Clock } from '../../../platform/clock.js';
import { ContextsService } from '../../../contexts/contexts.service.js';
import type { EnvironmentRef } from '../../../auth/environment-ref.js';
import { contextKeys, type TriggerContext } from '../../../contexts/trigger-context.js';
import { rawCollection } from '../../../platform/persistence/raw-collection.js';
import { lostWrites } from '../../../platform/persistence/store-errors.js';
import type { Topic } from '../../topic.schema.js';
import { TopicsService } from '../../topics.service.js';
import { type ItemError, unknownSubscriber } from '../item-error.js';
import { type Member, MembersService } from '../members.service.js';
import type { RequestedSubscription } from '../request/read-subscribers.js';
import { namedIn } from '../named-in.js';
import { type SubscriptionRule, TopicSubscription } from '../topic-subscription.schema.js';
import { defaultIdentifier } from './identifier.js';
import { type Plan, planSubscriptions, type SubscribingScope, type Wanted } from './plan-subscriptions.js';

/**
 * Each attempt that loses finds one more of a subscriber's few slots taken, or the identifier, so that there are not
 * many to lose.
 */
const MAX_ATTEMPTS = 20;

/** Which subscriptions to make. */
export interface SubscribeRequest {
  subscriptions: RequestedSubscription[];
  /** Name of the topic when it has to be created. */
  topicName?: string;
  /** The contexts the subscriptions hold in; unknown ones are created. */
  context?: TriggerContext;
  rules?: SubscriptionRule[];
  /** A person subscribes in a widget: only to a topic that is there and open to that, and 403 otherwise. */
  inWidget?: boolean;
}

/** What came of one requested subscription. */
export type SubscribeResult = { subscription: TopicSubscription; member: Member } | { error: ItemError };

/** The results in the order of the request. */
export interface Subscribed {
  topic: Topic;
  results: SubscribeResult[];
}

/** Makes subscriptions. */
@Injectable()
export class SubscribingService {
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
   * many subscribers there are, and three more for each time somebody else was quicker.
   */
  async subscribe(environment: EnvironmentRef, topicKey: string, request: SubscribeRequest): Promise<Subscribed> {
    if (request.context) await this.contexts.createMissing(environment, request.context);
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
      const subscribed = await this.subscribeOnce(environment, topicKey, request);
      if (subscribed) return subscribed;
    }
    throw new Error(`Topic '${topicKey}' is deleted again and again`);
  }

  // Undefined when the topic was deleted meanwhile.
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
    const gone = await this.withdrawOrphans(environment, topic, [...plans.values()]);
    if (gone === 'topic') return undefined;
    const results = wanted.map((one, index): SubscribeResult => {
      const plan = one && plans.get(one);
      if (!plan || gone.has(plan)) return { error: unknownSubscriber(subscriptions[index]!.subscriberId) };
      return plan.kind === 'refused' ? { error: plan.error } : { subscription: plan.subscription, member: one.member };
    });
    return { topic, results };
  }

  /** What came of each, after as many rounds as it takes to be first. */
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

  /** The plans whose write has lost against another one of the same identifier or slot. */
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
   * Whoever deletes a topic or a subscriber removes the subscriptions it had; those that are made at the same moment
   * are removed here. Returns the plans that came to nothing because their subscriber is gone, or that the topic is.
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
    const orphans = made.filter(
      ({ subscription }) => topics.size === 0 || !members.has(subscription.subscriberId.toHexString()),
    );
    if (orphans.length > 0) {
      const ids = orphans.map(({ subscription }) => subscription._id);
      await this.subscriptions.deleteMany({ environmentId: environment.id, _id: { $in: ids } });
    }
    return topics.size === 0 ? 'topic' : new Set(orphans);
  }

  private get documents(): mongo.Collection<TopicSubscription> {
    return rawCollection<TopicSubscription>(this.subscriptions);
  }
}

/**
 * Milliseconds until the next attempt, by chance: writes that lost because they waited for each other would otherwise
 * meet again at once, and keep the one that could win from ending.
 */
function pauseAfter(attempt: number): number {
  return Math.random() * 25 * 2 ** Math.min(attempt, 4);
}
