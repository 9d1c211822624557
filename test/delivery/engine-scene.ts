import { randomBytes, randomUUID } from 'node:crypto';
import type { PreferenceLayer } from '#libs/preferences/preference-layers.js';
import type { Schedule } from '#libs/schedule/quiet-hours/weekly-schedule.js';
import { getModelToken } from '@nestjs/mongoose';
import { type Model, Types } from 'mongoose';
import type { Channel } from '#libs/channels.js';
import { Clock } from '../../src/platform/clock.js';
import { Waker } from '../../src/delivery/runs/waking/waker.js';
import { Environment } from '../../src/auth/environment.schema.js';
import { Integration } from '../../src/integrations/integration.schema.js';
import { Run } from '../../src/notifications/activity/run.schema.js';
import { Message } from '../../src/notifications/messages/message.schema.js';
import { OutboxMessage } from '../../src/outbox/outbox-message.schema.js';
import { PreferencesService } from '../../src/preferences/preferences.service.js';
import { globalUpdate, workflowsUpdate } from '../../src/preferences/stored-choices.js';
import { Subscriber } from '../../src/subscribers/subscriber.schema.js';
import { TopicSubscription } from '../../src/topics/subscriptions/topic-subscription.schema.js';
import { Topic } from '../../src/topics/topic.schema.js';
import type { ApiResponse } from '../api-client.js';
import { eventually } from '../eventually.js';
import { startTestApp, type TestApp } from '../test-app.js';

/** A clock that runs, and can be put forward or stopped. */
export class MovableClock extends Clock {
  private ahead = 0;
  private stoppedAt?: number;

  override now(): Date {
    return new Date((this.stoppedAt ?? Date.now()) + this.ahead);
  }

  /** From now on it only moves when it is put forward: what is cached stays so, however slow the machine is. */
  stop(): void {
    this.stoppedAt = Date.now();
  }

  /** Lets it run again, from where it stands. */
  run(): void {
    if (this.stoppedAt === undefined) return;
    this.ahead -= Date.now() - this.stoppedAt;
    this.stoppedAt = undefined;
  }

  forward(milliseconds: number): void {
    this.ahead += milliseconds;
  }

  /** Puts it forward to an instant. */
  to(instant: Date): void {
    this.ahead += instant.getTime() - this.now().getTime();
  }
}

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** Workflows, triggers and what came of them, in the Development environment of an application with a movable clock. */
export class EngineScene {
  readonly runs: Model<Run>;
  readonly messages: Model<Message>;
  readonly subscribers: Model<Subscriber>;
  /** The Development environment. */
  environment: { id: Types.ObjectId; organizationId: Types.ObjectId };

  private constructor(
    readonly carillon: TestApp,
    readonly clock: MovableClock,
  ) {
    this.runs = this.model(Run);
    this.messages = this.model(Message);
    this.subscribers = this.model(Subscriber);
  }

  static async start(options: Parameters<typeof startTestApp>[0] = {}): Promise<EngineScene> {
    const clock = new MovableClock();
    const scene = new EngineScene(await startTestApp({ ...options, clock }), clock);
    const [first] = await scene.model(Environment).find().sort({ _id: 1 }).limit(1).lean();
    scene.environment = { id: first!._id, organizationId: first!.organizationId };
    return scene;
  }

  close(): Promise<void> {
    return this.carillon.close();
  }

  /** What a trigger has sent: it has landed in the outbox, oldest first. */
  sent(transactionId: string | { $in: string[] }): Promise<OutboxMessage[]> {
    return this.model(OutboxMessage).find({ transactionId }).select('+content').sort({ _id: 1 }).lean();
  }

  newId(): string {
    return `s-${randomBytes(6).toString('hex')}`;
  }

  /** Creates a workflow with these steps; returns its identifier. */
  async workflow(steps: object[], fields: object = {}): Promise<string> {
    const named = steps.map((step, index) => ({ name: `Step ${index + 1}`, stepId: `step-${index + 1}`, ...step }));
    return (await this.carillon.api.workflow({ steps: named, ...fields })).workflowId;
  }

  /** Triggers a workflow; returns the transaction id. */
  async trigger(name: string, fields: object = {}): Promise<string> {
    const transactionId = randomUUID();
    await this.carillon.api.trigger(name, { to: this.newId(), transactionId, ...fields });
    return transactionId;
  }

  /** The runs of a trigger with all they have sent, once none is being executed, and there are as many as expected. */
  async settled(transactionId: string, count = 1): Promise<Run[]> {
    return eventually(async () => {
      const runs = await this.runs.find({ transactionId }).sort({ _id: 1 }).lean();
      expect(runs).toHaveLength(count);
      expect(runs.map(({ status }) => status)).not.toContain('running');
      // Runs and messages are stored in no order.
      const sent = runs.flatMap(({ steps }) => steps.flatMap(({ messageIds = [] }) => messageIds));
      expect(await this.messages.countDocuments({ _id: { $in: sent } })).toBe(sent.length);
      return runs;
    });
  }

  /** Status and reason of each step of a trigger with one recipient, once its run is not being executed. */
  async story(transactionId: string): Promise<string[]> {
    const [run] = await this.settled(transactionId);
    return run!.steps.map(({ status, reason }) => (reason ? `${status}: ${reason}` : status));
  }

  /** Creates a workflow, triggers it, and tells how it went. */
  async tell(steps: object[], trigger: object = {}, workflow: object = {}): Promise<string[]> {
    return this.story(await this.trigger(await this.workflow(steps, workflow), trigger));
  }

  /** Executes everything that is due by the clock. */
  wake(): Promise<void> {
    return this.carillon.app.get(Waker).wakeDue();
  }

  /** Puts the clock forward and executes what is due then. */
  async later(milliseconds: number): Promise<void> {
    this.clock.forward(milliseconds);
    await this.wake();
  }

  /** The bodies of the in-app messages of a trigger, oldest first. */
  async bodies(transactionId: string): Promise<string[]> {
    const messages = await this.messages.find({ transactionId, channel: 'in_app' }).sort({ createdAt: 1 }).lean();
    return messages.map(({ body }) => body);
  }

  activity(transactionId: string): Promise<ApiResponse> {
    return this.carillon.api.get(`/v1/notifications?transactionId=${transactionId}&limit=100`);
  }

  /** Stores an active integration of a channel; one of email or SMS is primary, unless there is one or it cannot be. */
  async integration(channel: Channel, fields: Partial<Integration> = {}): Promise<Integration> {
    const now = this.clock.now();
    const { id: environmentId, organizationId } = this.environment;
    const integrations = this.model(Integration);
    const primary =
      ['email', 'sms'].includes(channel) &&
      fields.active !== false &&
      !fields.conditions?.length &&
      !(await integrations.exists({ environmentId, channel, primary: true }));
    const integration: Integration = {
      _id: new Types.ObjectId(),
      environmentId,
      organizationId,
      kind: 'delivery',
      channel,
      providerId: `${channel}-provider`,
      identifier: `${channel}-${randomBytes(4).toString('hex')}`,
      name: channel,
      active: true,
      primary,
      conditions: [],
      credentials: {},
      createdAt: now,
      updatedAt: now,
      ...fields,
    };
    await integrations.collection.insertOne(integration);
    // The application may look at integrations it knows for a second.
    this.clock.forward(1000);
    return integration;
  }

  /** Stores what a subscriber prefers, globally or, with a workflow, for that workflow. */
  async prefer(
    subscriberId: string,
    { schedule, ...layer }: PreferenceLayer & { schedule?: Schedule },
    workflow?: string,
    contextKeys: string[] = [],
  ): Promise<void> {
    const subscriber = await this.subscribers.findOne({ subscriberId }).lean();
    const found = workflow && (await this.carillon.api.get(`/v2/workflows/${workflow}`)).body.data._id;
    const update = found
      ? workflowsUpdate(new Map([[found as string, layer]]), this.clock.now())
      : globalUpdate({ layer, ...(schedule && { schedule }) });
    const owner = { subscriberId: subscriber!._id, contextKeys };
    await this.carillon.app.get(PreferencesService).store(this.environment, owner, update);
  }

  /** Creates a subscriber; returns the id. */
  async subscriber(fields: object = {}): Promise<string> {
    const subscriberId = this.newId();
    await this.carillon.api.subscriber({ subscriberId, ...fields });
    return subscriberId;
  }

  /** Creates a topic that these subscribers follow; returns its key. */
  async topic(members: string[]): Promise<string> {
    const { id: environmentId, organizationId } = this.environment;
    const owner = { environmentId, organizationId };
    const topic = await this.model(Topic).create({ ...owner, key: `t-${this.newId()}` });
    const subscribers = await this.subscribers.find({ subscriberId: { $in: members } }).lean();
    const subscriptions = subscribers.map(({ _id: subscriberId }) => {
      const identifier = randomBytes(8).toString('hex');
      const unbound = { contextKeys: [], contextScope: '', rules: [] };
      return { ...owner, topicId: topic._id, subscriberId, slot: 0, identifier, ...unbound };
    });
    await this.model(TopicSubscription).insertMany(subscriptions);
    return topic.key;
  }

  model<T>(type: { name: string; prototype: T }): Model<T> {
    return this.carillon.app.get<Model<T>>(getModelToken(type.name));
  }
}

/** Steps of create requests. */
export const inApp = (body: string, controlValues: object = {}) => ({
  type: 'in_app',
  controlValues: { body, ...controlValues },
});
export const delay = (amount: number, unit: string, controlValues: object = {}) => ({
  type: 'delay',
  controlValues: { amount, unit, ...controlValues },
});
export const digest = (amount: number, unit: string, controlValues: object = {}) => ({
  type: 'digest',
  controlValues: { amount, unit, ...controlValues },
});
export const throttle = (threshold: number, amount: number, unit: string, controlValues: object = {}) => ({
  type: 'throttle',
  controlValues: { threshold, amount, unit, ...controlValues },
});
