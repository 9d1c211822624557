import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model, Types } from 'mongoose';
import { Clock } from '../../platform/clock.js';
import { Hook } from '../../platform/hook.js';
import { IdMap } from '../../platform/ids.js';
import type { EnvironmentRef } from '../../auth/environment-ref.js';
import { PubSub } from '../../platform/queue/pub-sub.js';
import { WebhookEvents } from '../../outbound-webhooks/recording/webhook-events.service.js';
import { SubscribersService } from '../../subscribers/subscribers.service.js';
import type { AwaitedStatus } from '../../workflows/steps/awaited.js';
import type { BulkChange } from './bulk-changes.js';
import { type Reached, reachedStatuses } from './reached-statuses.js';
import { PendingChanges } from './pending/pending-changes.service.js';
import { INBOX_NOTICES } from './inbox-notices.js';
import {
  EVENT_OF_CHANGE,
  eventOfReport,
  isNews,
  type MessageEventInput,
  outcomeEvent,
  type PublishedChange,
  sendingOf,
  toMessageEvent,
} from './message-event.js';
import { type DeliveryReport, Message } from './message.schema.js';
import { MessageStages, type StagedMessage, type StageReached } from './message-stages.js';

type Environment = Pick<EnvironmentRef, 'id'>;

/** A message, and a report of its provider. */
export interface ReportedMessage {
  _id: Types.ObjectId;
  report: DeliveryReport;
}

/** A message whose run may wait for what becomes of it. */
export type AwaitedMessage = Pick<Message, 'runId' | 'stepId' | 'awaited'> & Reached;

/** What a step of a run waits for has come: statuses of the message of an earlier step. */
export interface StatusArrival {
  runId: Types.ObjectId;
  stepId: string;
  statuses: readonly AwaitedStatus[];
}

/** An inbox many of whose notifications were seen or read at once. */
export interface MarkedInbox {
  environment: Environment;
  subscriberId: Types.ObjectId;
}

/** A change of one notification on request. */
interface OneChanged {
  change: PublishedChange;
  /** As it is after the change. */
  message: Message;
  now: Date;
}

/** A change of many notifications of one inbox. */
interface ManyChanged {
  change: PublishedChange;
  subscriberId: Types.ObjectId;
  /** Those that webhooks receive events for. */
  ids: readonly Types.ObjectId[];
  /** Those that had not been read, and are now. */
  newlyRead: readonly StagedMessage[];
  now: Date;
}

/**
 * Publishes every change of a message once it is stored, in both ways: to the inboxes that show it (behaviour O5), and as
 * events of webhooks (B1). Costs nothing without connected inboxes and subscribed webhooks.
 */
@Injectable()
export class MessageEvents {
  /** Statuses have come that runs wait for (behaviour CS72). */
  readonly statusesArrived = new Hook<readonly StatusArrival[]>();
  /** Notifications were seen or read in bulk; runs may wait for some of them. */
  readonly inboxMarked = new Hook<MarkedInbox>();

  constructor(
    @InjectModel(Message.name) private readonly messages: Model<Message>,
    private readonly pending: PendingChanges,
    private readonly pubSub: PubSub,
    private readonly stages: MessageStages,
    private readonly webhooks: WebhookEvents,
    private readonly subscribers: SubscribersService,
    private readonly clock: Clock,
  ) {}

  /**
   * Messages were stored for the first time, and others were sent again: `replayed`. Two commands for any number of messages
   * of an environment.
   */
  async stored(fresh: readonly Message[], replayed: readonly Message[] = []): Promise<void> {
    for (const received of byEnvironment(fresh.filter(({ channel }) => channel === 'in_app'))) {
      this.pubSub.publish(INBOX_NOTICES, { environmentId: received[0]!.environmentId, received });
    }
    const sent = [...replayed, ...fresh].filter((message) => outcomeEvent(message) === 'message.sent');
    this.stages.reached([...sent.map((message): StageReached => ({ message, stage: 'sent' })), ...deliveredOf(sent)]);
    await this.recordSending([...replayed, ...fresh]);
  }

  /**
   * Messages already existed because an earlier execution of the step has stored them. Their events are recorded from the
   * stored messages, and only if they were not recorded before.
   */
  async storedBefore(messages: readonly Message[]): Promise<void> {
    for (const group of byEnvironment(messages)) {
      const environment = { id: group[0]!.environmentId };
      if (!(await this.webhooks.areWanted(environment, ['message.sent', 'message.failed']))) continue;
      const ids = group.map(({ _id }) => _id);
      await this.pending.settleRead(group);
      await this.recordSending(
        (await this.read(environment, ids)).map((message) => Object.assign({}, message, { replays: undefined })),
      );
    }
  }

  /**
   * A notification was changed on request. A change to the state it already had is not published, as far as its dates show
   * that: an existing date is kept.
   */
  async changed(environment: Environment, { change, message, now }: OneChanged): Promise<void> {
    this.inboxChanged(environment, message.subscriberId);
    await this.statusArrived([message]);
    const type = EVENT_OF_CHANGE[change];
    if (type === undefined || !isNews(type, message, now)) return;
    if (type === 'message.read') this.stages.reached([{ message, stage: 'read' }]);
    await this.record(environment, [{ message, type, at: now, occurrence: now.toISOString() }]);
  }

  /** Notifications were changed in bulk. They are read again, with one command, if a webhook subscribes to the event. */
  async manyChanged(environment: Environment, changed: ManyChanged): Promise<void> {
    const { change, subscriberId, ids, newlyRead, now } = changed;
    this.inboxChanged(environment, subscriberId);
    this.stages.reached(newlyRead.map((message) => ({ message, stage: 'read' })));
    const type = EVENT_OF_CHANGE[change];
    if (type === undefined || ids.length === 0 || !(await this.webhooks.areWanted(environment, [type]))) return;
    const messages = await this.read(environment, ids);
    const occurrence = now.toISOString();
    await this.record(
      environment,
      messages.map((message) => ({ message, type, at: now, occurrence })),
    );
  }

  /** Notifications of an inbox were changed in bulk: more than webhooks receive events for. */
  inboxChanged(environment: Environment, subscriberId: Types.ObjectId): void {
    this.inboxesChanged(environment, [subscriberId]);
  }

  /**
   * To be called after it was stored what has become of messages: runs that wait for it continue. Costs one command for those
   * that are awaited, and nothing for others.
   */
  async statusArrived(messages: readonly AwaitedMessage[]): Promise<void> {
    const awaited = messages.filter((message) => message.awaited);
    if (awaited.length === 0) return;
    const now = this.clock.now();
    await this.statusesArrived.run(
      awaited.map((message) => ({
        runId: message.runId,
        stepId: message.stepId,
        statuses: reachedStatuses(message, now),
      })),
    );
  }

  /** The same for a change of many notifications of an inbox, once for all of them. */
  async markedInBulk(marked: MarkedInbox, change: BulkChange): Promise<void> {
    if (change !== 'unseen' && change !== 'unread') await this.inboxMarked.run(marked);
  }

  /** Messages on any channel were deleted. Webhooks have no event for it. */
  deleted(environment: Environment, deleted: readonly Pick<Message, 'channel' | 'subscriberId'>[]): void {
    this.inboxesChanged(environment, subscribersOf(deleted.filter(({ channel }) => channel === 'in_app')));
  }

  /** Snoozes have ended. */
  async woken(due: readonly Pick<Message, '_id' | 'environmentId' | 'subscriberId' | 'snoozedUntil'>[]): Promise<void> {
    const groups = byEnvironment(due).map((group) => ({ environment: { id: group[0]!.environmentId }, group }));
    for (const { environment, group } of groups) this.inboxesChanged(environment, subscribersOf(group));
    for (const { environment, group } of groups) {
      if (!(await this.webhooks.areWanted(environment, ['message.unsnoozed']))) continue;
      const ends = new IdMap(group.map(({ _id, snoozedUntil }) => [_id, snoozedUntil]));
      const messages = await this.read(
        environment,
        group.map(({ _id }) => _id),
      );
      await this.record(
        environment,
        messages.map((message) => {
          const at = ends.get(message._id) ?? this.clock.now();
          return { message, type: 'message.unsnoozed', at, occurrence: at.toISOString() };
        }),
      );
    }
  }

  /**
   * Providers have reported about messages. A report that is repeated, because the response to the first one was lost, is
   * published once.
   */
  async reported(environment: Environment, reported: readonly ReportedMessage[]): Promise<void> {
    const relevant = reported.flatMap(({ _id, report }) => {
      const type = eventOfReport(report);
      return type ? [{ _id, report, type }] : [];
    });
    if (relevant.length === 0) return;
    const types = relevant.map(({ type }) => type);
    if (!(await this.webhooks.areWanted(environment, types))) return;
    const found = await this.read(
      environment,
      relevant.map(({ _id }) => _id),
    );
    const messages = IdMap.of(found);
    const inputs = relevant.flatMap(({ _id, report, type }): MessageEventInput[] => {
      const message = messages.get(_id);
      // A message may fail several times; everything else is news once, from whomever it is known.
      const occurrence = type === 'message.failed' ? report.eventId : '';
      return message ? [{ message, type, at: report.at, occurrence, report }] : [];
    });
    await this.record(environment, inputs);
  }

  private inboxesChanged({ id: environmentId }: Environment, changed: readonly Types.ObjectId[]): void {
    if (changed.length > 0) this.pubSub.publish(INBOX_NOTICES, { environmentId, changed });
  }

  private async recordSending(messages: readonly Message[]): Promise<void> {
    for (const group of byEnvironment(messages)) {
      const environment = { id: group[0]!.environmentId };
      if (!(await this.webhooks.areWanted(environment, ['message.sent', 'message.failed']))) continue;
      const inputs = group.flatMap((message) => {
        const type = outcomeEvent(message);
        return type ? [{ message, type, ...sendingOf(message, this.clock.now()) }] : [];
      });
      await this.record(environment, inputs);
    }
  }

  private async record(environment: Environment, inputs: readonly MessageEventInput[]): Promise<void> {
    const types = new Set(inputs.map(({ type }) => type));
    if (types.size === 0 || !(await this.webhooks.areWanted(environment, [...types]))) return;
    const names = await this.subscribers.findNames(environment, subscribersOf(inputs.map(({ message }) => message)));
    const now = this.clock.now();
    await this.webhooks.record(
      environment,
      inputs.map((one) => toMessageEvent(one, names.get(one.message.subscriberId), now)),
    );
  }

  private read({ id: environmentId }: Environment, ids: readonly Types.ObjectId[]): Promise<Message[]> {
    return this.messages
      .find({ _id: { $in: [...ids] }, environmentId })
      .select('-body -data -actions')
      .lean();
  }
}

/** What is in an inbox was delivered. */
function deliveredOf(sent: readonly Message[]): StageReached[] {
  return sent.filter(({ channel }) => channel === 'in_app').map((message) => ({ message, stage: 'delivered' }));
}

/** Each subscriber of these messages once. */
function subscribersOf(messages: readonly Pick<Message, 'subscriberId'>[]): Types.ObjectId[] {
  return [...new IdMap(messages.map(({ subscriberId }) => [subscriberId, subscriberId])).values()];
}

function byEnvironment<T extends Pick<Message, 'environmentId'>>(items: readonly T[]): T[][] {
  return [...IdMap.groupBy(items, ({ environmentId }) => environmentId).values()];
}
