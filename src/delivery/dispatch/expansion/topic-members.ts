import { Injectable } from '@nestjs/common';
import type { Types } from 'mongoose';
import { contextKeys } from '../../../contexts/trigger-context.js';
import type { Cursor, EventProblem } from '../../../events/store/expansion.js';
import type { TopicRecipient } from '../../../events/store/event.schema.js';
import { Computation } from '../../../platform/computation/computation.service.js';
import { conditionTask } from '../../../platform/computation/condition.task.js';
import type { Subscriber } from '../../../subscribers/subscriber.schema.js';
import { SubscribersService } from '../../../subscribers/subscribers.service.js';
import { wantsWorkflow } from '../../../topics/subscriptions/subscription-rules.js';
import { contextScope } from '../../../topics/subscriptions/topic-subscription.schema.js';
import {
  type FollowedTopic,
  TopicSubscriptionsService,
} from '../../../topics/subscriptions/topic-subscriptions.service.js';
import type { Topic } from '../../../topics/topic.schema.js';
import { TopicsService } from '../../../topics/topics.service.js';
import { type ExpansionScope, type RunRecipient, templateScope } from '../../engine/run-input.js';
import { fromHex, IdMap } from '../../../platform/ids.js';

/** A topic that the event names; `topic` is undefined when it does not exist. */
export interface NamedTopic extends TopicRecipient {
  topic?: Topic;
}

/** A page of recipients from one source. */
export interface RecipientPage {
  recipients: RunRecipient[];
  /** Number of records that were read, including those that were left out. */
  read: number;
  /** Where to continue; undefined at the end of the last source. */
  next?: Cursor;
  problems: EventProblem[];
}

/** Reads the members of the topics that an event names. */
@Injectable()
export class TopicMembers {
  constructor(
    private readonly topics: TopicsService,
    private readonly subscriptions: TopicSubscriptionsService,
    private readonly subscribers: SubscribersService,
    private readonly computation: Computation,
  ) {}

  /** Returns the topics that an event names, in their order. */
  async findNamed({ environment, event }: ExpansionScope): Promise<NamedTopic[]> {
    const named = event.recipients.filter((recipient) => recipient.kind === 'topic');
    if (named.length === 0) return [];
    const found = await this.topics.findByKeys(
      environment,
      named.map(({ topicKey }) => topicKey),
    );
    return named.map((recipient) => ({ ...recipient, topic: found.get(recipient.topicKey) }));
  }

  /**
   * Returns a page of the members of the topic at the cursor, without members that are named directly (behaviour R6), are
   * the actor (R7), are excluded (R9), were reached through an earlier topic (R6), or do not want the workflow (TS4).
   */
  async page(
    scope: ExpansionScope,
    named: readonly NamedTopic[],
    cursor: Cursor & { phase: 'topic' },
    limit: number,
  ): Promise<RecipientPage> {
    const current = named[cursor.index];
    const following: Cursor | undefined = named[cursor.index + 1] && { phase: 'topic', index: cursor.index + 1 };
    if (!current) return { recipients: [], read: 0, problems: [] };
    if (!current.topic) {
      return { recipients: [], read: 0, next: following, problems: [unknownTopic(current.topicKey)] };
    }
    const inContext = contextScope(contextKeys(scope.event.context));
    const { members, next } = await this.subscriptions.findMembers(scope.environment, current.topic._id, inContext, {
      after: cursor.after,
      limit,
    });
    const ids = [...members.keys()].map(fromHex);
    const [subscribers, elsewhere] = await Promise.all([
      ids.length > 0 ? this.subscribers.findByIds(scope.environment, ids) : new IdMap<Subscriber>(),
      this.findElsewhere(scope, named, current.topic, inContext, ids),
    ]);
    const problems: EventProblem[] = [];
    const recipients: RunRecipient[] = [];
    for (const [id, followed] of members) {
      // A deleted subscriber is no longer a member (behaviour R17).
      const subscriber = subscribers.get(followed[0]!.subscriberId);
      if (!subscriber || isLeftOut(subscriber, scope)) continue;
      const all = [...followed, ...(elsewhere.get(id) ?? [])];
      const through: NamedTopic[] = [];
      for (const one of named) if (await this.leadsTo(one, subscriber, all, scope, problems)) through.push(one);
      if (through[0] === named[cursor.index]) recipients.push({ subscriber, topics: toTopics(through) });
    }
    return {
      recipients,
      read: [...members.values()].reduce((total, { length }) => total + length, 0),
      next: next ? { phase: 'topic', index: cursor.index, after: next } : following,
      problems,
    };
  }

  /** Returns the subscriptions of the members of a page to the other topics of the event. */
  private async findElsewhere(
    { environment }: ExpansionScope,
    named: readonly NamedTopic[],
    current: Topic,
    inContext: string,
    ids: Types.ObjectId[],
  ): Promise<Map<string, FollowedTopic[]>> {
    const others = named.flatMap(({ topic }) => (topic && !topic._id.equals(current._id) ? [topic._id] : []));
    if (others.length === 0 || ids.length === 0) return new Map();
    return this.subscriptions.findOf(environment, others, inContext, ids);
  }

  /** Returns whether the event reaches the subscriber through this topic: one matching subscription is enough (TS5). */
  private async leadsTo(
    { topic, topicKey, exclude }: NamedTopic,
    subscriber: Subscriber,
    followed: FollowedTopic[],
    scope: ExpansionScope,
    problems: EventProblem[],
  ): Promise<boolean> {
    if (!topic || exclude.includes(subscriber.subscriberId)) return false;
    for (const { topicId, rules } of followed) {
      if (!topicId.equals(topic._id)) continue;
      const wanted = await wantsWorkflow(rules, scope.workflow, (rule) =>
        this.computation.run(
          conditionTask,
          { rule, data: conditionData(scope, subscriber), now: scope.now.getTime(), templates: false },
          { environmentId: scope.environment.id, event: scope.event },
        ),
      );
      if (wanted.ok && wanted.value) return true;
      if (wanted.ok) continue;
      const detail = `The condition of a subscription could not be evaluated: ${wanted.error}`;
      const { subscriberId } = subscriber;
      problems.push({ code: 'subscription_condition_error', detail, topicKey, subscriberId });
    }
    return false;
  }
}

function isLeftOut({ subscriberId }: Subscriber, { event }: ExpansionScope): boolean {
  if (event.actor?.subscriberId === subscriberId) return true;
  return event.recipients.some((one) => one.kind === 'subscriber' && one.profile.subscriberId === subscriberId);
}

/** The data for conditions of subscriptions, without secret variables (behaviour TS3). */
function conditionData(scope: ExpansionScope, subscriber: Subscriber): Record<string, unknown> {
  const { payload, subscriber: profile, actor, context } = templateScope({ ...scope, subscriber });
  return { payload, subscriber: profile, actor, context, env: scope.env.open };
}

function toTopics(named: NamedTopic[]): RunRecipient['topics'] {
  const ways = new Map(named.flatMap(({ topic }) => (topic ? [[topic.key, topic._id.toHexString()] as const] : [])));
  return [...ways].map(([key, id]) => ({ id, key }));
}

function unknownTopic(topicKey: string): EventProblem {
  return { code: 'unknown_topic', detail: `Topic '${topicKey}' does not exist`, topicKey };
}
