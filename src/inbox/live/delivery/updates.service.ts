import { Injectable } from '@nestjs/common';
import { Types } from 'mongoose';
import { Clock } from '../../../platform/clock.js';
import { WriteBatcher } from '../../../platform/write-batcher.js';
import { OnceLogger } from '../../../platform/once-logger.js';
import { groupBy } from '../../../platform/values/group-by.js';
import { Logger } from '../../../platform/logging/logger.js';
import { LiveInboxesService } from '../../../notifications/live/live-inboxes.service.js';
import type { Message } from '../../../notifications/messages/message.schema.js';
import type { NoticeSubscriber } from '../../../platform/queue/pub-sub/pub-sub.js';
import type { InboxNotice } from '../inbox-notices.js';
import type { Subscriber } from '../../../subscribers/subscriber.schema.js';
import { SubscribersService } from '../../../subscribers/subscribers.service.js';
import { Connections } from '../connections/connections.js';
import { DeletedSubscriberWatcher } from '../connections/deleted-subscriber-watcher.service.js';
import { scopeOf } from '../connections/live-connection.js';
import { CountsPublisher } from '../counts/counts-publisher.js';
import { toStoredMessageDto } from './stored-message.js';

/** Messages that are read by one command. */
const BATCH = 500;

/** A message that somebody connected here has got. */
interface Arrival {
  environmentId: string;
  messageId: string;
}

/**
 * Sends what notices say to the connections of this process. Messages are read from the store where a notice names
 * a subscriber who is connected: for others it costs a look into a map (behaviour O4), and what is sent is committed (O5).
 */
@Injectable()
export class UpdatesService implements NoticeSubscriber<InboxNotice> {
  private readonly arrivals = new WriteBatcher<Arrival>((arrivals) => this.tellArrivals(arrivals));
  private readonly outage: OnceLogger;

  constructor(
    private readonly connections: Connections,
    private readonly inboxes: LiveInboxesService,
    private readonly subscribers: SubscribersService,
    private readonly counts: CountsPublisher,
    private readonly deleted: DeletedSubscriberWatcher,
    private readonly clock: Clock,
    logger: Logger,
  ) {
    this.outage = new OnceLogger(logger, 'New messages could not be shown live; inboxes show them when asked');
  }

  onNotices(notices: readonly InboxNotice[]): void {
    if (this.connections.isEmpty) return;
    const arrivals: Arrival[] = [];
    for (const { environmentId, received = [], changed = [], deleted = [] } of notices) {
      this.deleted.close(environmentId, deleted);
      for (const [subscriberId, messageId] of received) {
        if (this.connections.has(subscriberId)) arrivals.push({ environmentId, messageId });
      }
      for (const subscriberId of changed) {
        if (this.connections.has(subscriberId)) this.counts.changed(subscriberId);
      }
    }
    if (arrivals.length > 0) void this.arrivals.add(arrivals);
  }

  onInterruption(): void {
    for (const { subscriber } of this.connections) this.counts.changed(subscriber);
    void this.deleted.check();
  }

  private async tellArrivals(arrivals: Arrival[]): Promise<void> {
    try {
      const byEnvironment = groupBy(arrivals, ({ environmentId }) => environmentId);
      for (const [environmentId, own] of byEnvironment) {
        for (let start = 0; start < own.length; start += BATCH) {
          await this.tellIn(new Types.ObjectId(environmentId), own.slice(start, start + BATCH));
        }
      }
      this.outage.worked();
    } catch (error) {
      this.outage.failed(error);
    }
  }

  private async tellIn(environmentId: Types.ObjectId, arrivals: Arrival[]): Promise<void> {
    const environment = { id: environmentId };
    const messages = await this.inboxes.find(
      environment,
      arrivals.map(({ messageId }) => new Types.ObjectId(messageId)),
    );
    const ids = new Map(messages.map(({ subscriberId }) => [subscriberId.toHexString(), subscriberId]));
    const subscribers = await this.subscribers.findByIds(environment, [...ids.values()]);
    for (const message of messages) {
      const subscriber = subscribers.get(message.subscriberId.toHexString());
      if (subscriber) this.tell(message, subscriber);
    }
  }

  private tell(message: Message, subscriber: Subscriber): void {
    const id = message.subscriberId.toHexString();
    const stored = toStoredMessageDto(message, subscriber, this.clock.now());
    for (const connection of this.connections.of(id, scopeOf(message.contextKeys))) connection.received(stored);
    this.counts.changed(id);
  }
}
