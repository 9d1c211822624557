import { BadRequestException, ConflictException, Injectable, NotFoundException } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { isDeepStrictEqual } from 'node:util';
import { type Model, type QueryFilter, Types } from 'mongoose';
import { Clock } from '../../../platform/clock.js';
import type { EnvironmentRef } from '../../../auth/environment-ref.js';
import { rawCollection } from '../../../platform/persistence/raw-collection.js';
import { MAX_RULES } from '../request/read-rules.js';
import type { SubscriptionOwner } from '../subscriptions.service.js';
import { type SubscriptionRule, TopicSubscription } from '../topic-subscription.schema.js';
import { type RuleChange, withRule } from './set-rule.js';

/** Each attempt that loses has lost against a change that was stored. */
const MAX_ATTEMPTS = 20;

/** A rule to set in a subscription of the owner, which is named by its identifier or its internal id. */
export interface NamedRuleChange extends RuleChange {
  subscription: string;
}

/** Sets rules for single workflows in the subscriptions of one subscriber. */
@Injectable()
export class SubscriptionRulesService {
  constructor(
    @InjectModel(TopicSubscription.name) private readonly subscriptions: Model<TopicSubscription>,
    private readonly clock: Clock,
  ) {}

  /**
   * Sets the rules, in their order, and returns for each the subscription as it is then. 404 when the owner has no such
   * subscription, 400 when several topics have one of that identifier, and for more than 100 rules. Costs two store
   * commands, and two more for each time somebody else was quicker.
   */
  async set(
    environment: Pick<EnvironmentRef, 'id'>,
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
      const written = await this.writeAll(rules);
      if (written) return stored.map((one) => written.get(one)!);
    }
    throw new ConflictException('The subscription is being changed by others, try again');
  }

  private findNamed(
    { id: environmentId }: Pick<EnvironmentRef, 'id'>,
    { subscriberId, contextScope }: SubscriptionOwner,
    changes: readonly NamedRuleChange[],
  ): Promise<TopicSubscription[]> {
    const names = [...new Set(changes.map(({ subscription }) => subscription))];
    const ids = names.filter((name) => /^[0-9a-f]{24}$/.test(name)).map((name) => new Types.ObjectId(name));
    const named: QueryFilter<TopicSubscription>[] = [{ identifier: { $in: names } }, { _id: { $in: ids } }];
    return this.subscriptions.find({ environmentId, subscriberId, contextScope, $or: named }).lean();
  }

  /** Stores the rules of those that have not changed since they were read; undefined when one of them has. */
  private async writeAll(
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

function theOne(found: readonly TopicSubscription[], name: string): TopicSubscription {
  const byId = found.find(({ _id }) => _id.toHexString() === name);
  const named = byId ? [byId] : found.filter(({ identifier }) => identifier === name);
  const [one, another] = named;
  if (!one) throw new NotFoundException(`Subscription '${name}' was not found`);
  if (another) {
    throw new BadRequestException(`Several topics have a subscription '${name}': name it by its internal id`);
  }
  return one;
}
