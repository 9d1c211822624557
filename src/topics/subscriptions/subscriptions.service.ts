import { isDeepStrictEqual } from 'node:util';
import { BadRequestException, ConflictException, Injectable, NotFoundException } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model, QueryFilter } from 'mongoose';
import { notFound } from '../../platform/errors/exceptions.js';
import { byAge, parseId } from '../../platform/ids.js';
import type { InEnvironment } from '../../auth/environment-ref.js';
import { Clock } from '../../platform/clock.js';
import { rawCollection } from '../../platform/persistence/writes.js';
import { TopicsService } from '../topics.service.js';
import { MembersService } from './members.service.js';
import { MAX_RULES } from './read-requests.js';
import { type RuleChange, withRule } from './subscription-rules.js';
import type { JoinedSubscription } from './to-subscription-dto.js';
import { type SubscriptionRule, TopicSubscription } from './topic-subscription.schema.js';

/** An attempt fails only when a concurrent change was stored. */
const MAX_ATTEMPTS = 20;

/** A rule to set in a subscription of the owner, which is named by its identifier or its internal id. */
export interface NamedRuleChange extends RuleChange {
  subscription: string;
}

/** Whose subscriptions, in which exact set of contexts. */
export type SubscriptionOwner = Pick<TopicSubscription, 'subscriberId' | 'contextScope'>;

/**
 * Reads and changes single subscriptions of a topic. Where an owner is given, subscriptions of other owners are treated as
 * unknown.
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
  async findOrFail(environment: InEnvironment, topicKey: string, identifier: string): Promise<TopicSubscription> {
    const topic = await this.topics.findOrFail(environment, topicKey);
    const filter = { environmentId: environment.id, topicId: topic._id, identifier };
    const subscription = await this.subscriptions.findOne(filter).lean();
    if (!subscription) throw notOfTopic(topicKey, identifier);
    return subscription;
  }

  /** The owner's subscriptions of a topic, newest first: at most ten (behaviour TS1). None for an unknown topic. */
  async findOwn(environment: InEnvironment, topicKey: string, owner: SubscriptionOwner): Promise<TopicSubscription[]> {
    const topic = await this.topics.find(environment, topicKey);
    if (!topic) return [];
    const filter = { environmentId: environment.id, topicId: topic._id, ...ownedBy(owner) };
    const found = await this.subscriptions.find(filter).lean();
    return found.toSorted((one, other) => byAge(other, one));
  }

  /** Removes a subscription of the owner. 404 for an unknown topic or identifier, without saying which of the two. */
  async removeOwn(
    environment: InEnvironment,
    topicKey: string,
    identifier: string,
    owner: SubscriptionOwner,
  ): Promise<void> {
    const topic = await this.topics.find(environment, topicKey);
    if (!topic) throw notOfTopic(topicKey, identifier);
    const filter = { environmentId: environment.id, topicId: topic._id, identifier, ...ownedBy(owner) };
    const { deletedCount } = await this.subscriptions.deleteOne(filter);
    if (deletedCount === 0) throw notOfTopic(topicKey, identifier);
  }

  /**
   * Changes the name, replaces the rules, or both. 404 for an unknown topic or identifier; an owner gets
   * the same error for both, because not everyone may know which topics exist.
   */
  async update(
    environment: InEnvironment,
    topicKey: string,
    identifier: string,
    { name, rules }: { name?: string; rules?: SubscriptionRule[] },
    owner?: SubscriptionOwner,
  ): Promise<JoinedSubscription> {
    const topic = await (owner
      ? this.topics.find(environment, topicKey)
      : this.topics.findOrFail(environment, topicKey));
    if (!topic) throw notOfTopic(topicKey, identifier);
    const changes = { ...(name !== undefined && { name }), ...(rules && { rules }), updatedAt: this.clock.now() };
    const subscription = await rawCollection<TopicSubscription>(this.subscriptions).findOneAndUpdate(
      { environmentId: environment.id, topicId: topic._id, identifier, ...(owner && ownedBy(owner)) },
      { $set: changes },
      { returnDocument: 'after' },
    );
    if (!subscription) throw notOfTopic(topicKey, identifier);
    const members = await this.members.findByIds(environment, [subscription.subscriberId]);
    return { subscription, topic, member: members.get(subscription.subscriberId) };
  }

  /**
   * Sets the rules, in their order, and returns for each the subscription as it is then. 404 when the owner has no such
   * subscription, 400 when several topics have one of that identifier, and for more than 100 rules. Costs two store
   * commands, and two more for each attempt that a concurrent change has overtaken.
   */
  async setRules(
    environment: InEnvironment,
    owner: SubscriptionOwner,
    changes: readonly NamedRuleChange[],
  ): Promise<TopicSubscription[]> {
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
      const found = await this.findNamed(environment, owner, changes);
      const stored = changes.map(({ subscription }) => theOne(found, subscription));
      const rules = new Map<TopicSubscription, SubscriptionRule[]>();
      for (const [index, change] of changes.entries()) {
        const one = stored[index]!;
        rules.set(one, withRule(rules.get(one) ?? one.rules, change));
      }
      const written = await this.writeRules(rules);
      if (written) return stored.map((one) => written.get(one)!);
    }
    throw new ConflictException('The subscription is being changed by others, try again');
  }

  private findNamed(
    { id: environmentId }: InEnvironment,
    { subscriberId, contextScope }: SubscriptionOwner,
    changes: readonly NamedRuleChange[],
  ): Promise<TopicSubscription[]> {
    const names = [...new Set(changes.map(({ subscription }) => subscription))];
    const ids = names.flatMap((name) => parseId(name) ?? []);
    const named: QueryFilter<TopicSubscription>[] = [{ identifier: { $in: names } }, { _id: { $in: ids } }];
    return this.subscriptions.find({ environmentId, subscriberId, contextScope, $or: named }).lean();
  }

  /** Stores the rules of those that have not changed since they were read; undefined when one of them has. */
  private async writeRules(
    rules: ReadonlyMap<TopicSubscription, SubscriptionRule[]>,
  ): Promise<Map<TopicSubscription, TopicSubscription> | undefined> {
    const updatedAt = this.clock.now();
    const changed = [...rules].filter(([one, after]) => !isDeepStrictEqual(one.rules, after));
    for (const [one, after] of changed) {
      if (after.length > MAX_RULES) {
        throw new BadRequestException(`Subscription '${one.identifier}' has ${MAX_RULES} rules already`);
      }
    }
    if (changed.length > 0) {
      const { matchedCount } = await rawCollection<TopicSubscription>(this.subscriptions).bulkWrite(
        changed.map(([{ _id, rules: before }, after]) => ({
          updateOne: { filter: { _id, rules: { $eq: before } }, update: { $set: { rules: after, updatedAt } } },
        })),
        { ordered: false },
      );
      if (matchedCount < changed.length) return undefined;
    }
    return new Map([...rules].map(([one, after]) => [one, Object.assign({}, one, { rules: after })]));
  }
}

/** The owner and nothing else, as a part of a query. */
function ownedBy({ subscriberId, contextScope }: SubscriptionOwner): SubscriptionOwner {
  return { subscriberId, contextScope };
}

function notOfTopic(topicKey: string, identifier: string): NotFoundException {
  return new NotFoundException(`Subscription '${identifier}' of topic '${topicKey}' was not found`);
}

function theOne(found: readonly TopicSubscription[], name: string): TopicSubscription {
  const byId = found.find(({ _id }) => _id.toHexString() === name);
  const named = byId ? [byId] : found.filter(({ identifier }) => identifier === name);
  const [one, another] = named;
  if (!one) throw notFound('Subscription', name);
  if (another) {
    throw new BadRequestException(`Several topics have a subscription '${name}': name it by its internal id`);
  }
  return one;
}
