import { randomBytes } from 'node:crypto';
import { getModelToken } from '@nestjs/mongoose';
import { type Model, Types } from 'mongoose';
import { Environment } from '../../../../src/auth/environment.schema.js';
import { Event } from '../../../../src/events/store/event.schema.js';
import { Run } from '../../../../src/notifications/activity/run.schema.js';
import { Message } from '../../../../src/notifications/messages/message.schema.js';
import { newSubscriber } from '../../../../src/subscribers/profiles/profile-writes.js';
import { Subscriber } from '../../../../src/subscribers/subscriber.schema.js';
import { Topic } from '../../../../src/topics/topic.schema.js';
import {
  contextScope,
  type SubscriptionRule,
  TopicSubscription,
} from '../../../../src/topics/subscriptions/topic-subscription.schema.js';
import type { ApiResponse } from '../../../api-client.js';
import { anInAppStep } from '../../../builders/workflow.js';
import { eventually } from '../../../eventually.js';
import type { TestApp } from '../../../test-app.js';

/** A subscription of a topic, as far as a test cares. */
interface Following {
  contexts?: string[];
  rules?: SubscriptionRule[];
}

/** Triggers, recipients and what came of them, in the Development environment of a test application. */
export class ExpansionScene {
  readonly events: Model<Event>;
  readonly messages: Model<Message>;
  readonly runs: Model<Run>;
  readonly subscribers: Model<Subscriber>;
  private readonly topics: Model<Topic>;
  private readonly subscriptions: Model<TopicSubscription>;
  /** Slots are for telling a subscriber's subscriptions of a topic apart; here each has its own. */
  private slots = 0;
  private environment: { id: Types.ObjectId; organizationId: Types.ObjectId };

  private constructor(readonly carillon: TestApp) {
    this.events = this.model(Event);
    this.messages = this.model(Message);
    this.runs = this.model(Run);
    this.subscribers = this.model(Subscriber);
    this.topics = this.model(Topic);
    this.subscriptions = this.model(TopicSubscription);
  }

  static async on(carillon: TestApp): Promise<ExpansionScene> {
    const scene = new ExpansionScene(carillon);
    const [first] = await scene.model(Environment).find().sort({ _id: 1 }).limit(1).lean();
    scene.environment = { id: first!._id, organizationId: first!.organizationId };
    return scene;
  }

  newId(): string {
    return `s-${randomBytes(6).toString('hex')}`;
  }

  /** Creates a workflow that writes "Text: {{payload.text}}" to the inbox; returns its identifier. */
  async workflow(fields: object = {}): Promise<string> {
    const step = anInAppStep({ controlValues: { body: 'Text: {{payload.text}}' } });
    return (await this.carillon.api.workflow({ steps: [step], ...fields })).workflowId;
  }

  trigger(fields: object): Promise<ApiResponse> {
    return this.carillon.api.post('/v1/events/trigger', fields);
  }

  /** Stores subscribers without a trigger, as fast as the store takes them; returns their ids. */
  async people(count: number): Promise<string[]> {
    const people = Array.from({ length: count }, () =>
      newSubscriber(this.environment, { subscriberId: this.newId() }, new Date()),
    );
    await this.subscribers.collection.insertMany(people);
    return people.map(({ subscriberId }) => subscriberId);
  }

  /** Creates a topic with these members, who follow it without rules unless told otherwise; returns its key. */
  async topic(members: string[], following: Following[] = [{}]): Promise<string> {
    const now = new Date();
    const times = { createdAt: now, updatedAt: now };
    const { id: environmentId, organizationId } = this.environment;
    const topic = { _id: new Types.ObjectId(), environmentId, organizationId, key: `t-${this.newId()}`, ...times };
    await this.topics.collection.insertOne(topic);
    await this.follow(topic.key, members, following);
    return topic.key;
  }

  /** Adds subscriptions, one per entry of `following`, for each of the members. */
  async follow(topicKey: string, members: string[], following: Following[] = [{}]): Promise<void> {
    const now = new Date();
    const topic = await this.topics.findOne({ key: topicKey }).lean();
    const known = await this.subscribers.find({ subscriberId: { $in: members } }).lean();
    const subscriptions = known.flatMap(({ _id }) =>
      following.map(({ contexts = [], rules = [] }) => ({
        _id: new Types.ObjectId(),
        environmentId: this.environment.id,
        organizationId: this.environment.organizationId,
        topicId: topic!._id,
        subscriberId: _id,
        slot: this.slots++,
        identifier: randomBytes(8).toString('hex'),
        contextKeys: contexts.toSorted(),
        contextScope: contextScope(contexts),
        rules,
        createdAt: now,
        updatedAt: now,
      })),
    );
    if (subscriptions.length > 0) await this.subscriptions.collection.insertMany(subscriptions);
  }

  /** Resolves when every recipient of the event has a run. */
  async expanded(transactionId: string, timeoutMs?: number): Promise<Event> {
    return eventually(async () => {
      const event = await this.events.findOne({ transactionId }).lean();
      expect(event?.expansion.done).toBe(true);
      return event!;
    }, timeoutMs);
  }

  /** Ids of those who have got a message of this trigger, sorted; once for each message. */
  async reached(transactionId: string): Promise<string[]> {
    const messages = await this.messages.find({ transactionId }, { subscriberId: 1 }).lean();
    const people = await this.subscribers.find({ _id: { $in: messages.map((one) => one.subscriberId) } }).lean();
    const names = new Map(people.map(({ _id, subscriberId }) => [_id.toHexString(), subscriberId]));
    return messages.map((one) => names.get(one.subscriberId.toHexString()) ?? 'nobody').toSorted();
  }

  private model<T>(type: { name: string; prototype: T }): Model<T> {
    return this.carillon.app.get<Model<T>>(getModelToken(type.name));
  }
}
