import { Injectable } from '@nestjs/common';
import { Types } from 'mongoose';
import { Clock } from '../../../platform/clock.js';
import { Gathered } from '../../../platform/gathered.js';
import { OutageLog } from '../../../platform/outage-log.js';
import { groupBy } from '../../../platform/values/group-by.js';
import { Logger } from '../../../platform/logging/logger.js';
import { LiveInboxesService } from '../../../notifications/live/live-inboxes.service.js';
import type { Message } from '../../../notifications/messages/message.schema.js';
import type { InboxHearer, InboxNotice } from '../../../platform/queue/announcements/announcements.js';
import type { Subscriber } from '../../../subscribers/subscriber.schema.js';
import { SubscribersService } from '../../../subscribers/subscribers.service.js';
import { Connections } from '../connections/connections.js';
import { GoneSubscribers } from '../connections/gone-subscribers.service.js';
import { scopeOf } from '../connections/live-connection.js';
import { CountsTeller } from '../counts/counts-teller.js';
import { toStoredMessageDto } from './stored-message.js';

/** Messages that are read by one command. */
const BATCH = 500;

/** A message that somebody connected here has got. */
interface Arrival {
  environmentId: string;
  messageId: string;
}

/**
 * Tells connections of this process what announcements say. Messages are read from the store where an announcement names
 * somebody who is connected: what others get costs a look into a map (behaviour O4), and what is told is committed (O5).
 */
@Injectable()
export class UpdatesService implements InboxHearer {
  private readonly arrivals = new Gathered<Arrival>((arrivals) => this.tellArrivals(arrivals));
  private readonly outage: OutageLog;

  constructor(
    private readonly connections: Connections,
    private readonly inboxes: LiveInboxesService,
    private readonly subscribers: SubscribersService,
    private readonly counts: CountsTeller,
    private readonly gone: GoneSubscribers,
    private readonly clock: Clock,
    logger: Logger,
  ) {
    this.outage = new OutageLog(logger, 'New messages could not be shown live; inboxes show them when asked');
  }

  hear(notices: readonly InboxNotice[]): void {
    if (this.connections.isEmpty) return;
    const arrivals: Arrival[] = [];
    for (const { environmentId, received = [], changed = [], gone = [] } of notices) {
      this.gone.close(environmentId, gone);
      for (const [subscriberId, messageId] of received) {
        if (this.connections.has(subscriberId)) arrivals.push({ environmentId, messageId });
      }
      for (const subscriberId of changed) {
        if (this.connections.has(subscriberId)) this.counts.changed(subscriberId);
      }
    }
    if (arrivals.length > 0) void this.arrivals.add(arrivals);
  }

  missedSome(): void {
    for (const { subscriber } of this.connections) this.counts.changed(subscriber);
    void this.gone.check();
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
