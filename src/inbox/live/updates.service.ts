import { Injectable } from '@nestjs/common';
import type { Types } from 'mongoose';
import type { EnvironmentRef } from '../../auth/environment-ref.js';
import { LiveInboxesService } from '../../notifications/live/live-inboxes.service.js';
import { type InboxNotice, isWhole, type NewMessage } from '../../notifications/messages/inbox-notices.js';
import type { Message } from '../../notifications/messages/message.schema.js';
import { oldestFirst } from '../../notifications/messages/pending/read-selections.js';
import { Clock } from '../../platform/clock.js';
import { Config } from '../../platform/config/config.js';
import { Logger, OnceLogger } from '../../platform/logging/logger.js';
import type { NoticeSubscriber } from '../../platform/queue/pub-sub.js';
import { inBatches } from '../../platform/values/group-by.js';
import { WriteBatcher } from '../../platform/scheduling/write-batcher.js';
import type { Subscriber } from '../../subscribers/subscriber.schema.js';
import { SubscribersService } from '../../subscribers/subscribers.service.js';
import { Connections, type LiveConnection, scopeOf } from './connections.js';
import { DeletedSubscriberWatcher } from './deleted-subscriber-watcher.service.js';
import { CountsPublisher } from './counts-publisher.js';
import { toStoredMessageDto } from './stored-message.js';
import { IdMap } from '../../platform/ids.js';

/** Number of messages that one command reads. */
const BATCH = 500;

/** A new message of a subscriber that is connected to this process. */
interface Arrival {
  environmentId: Types.ObjectId;
  message: NewMessage;
}

/**
 * Sends messages to the connections of this process: new ones, and those that a client has missed. What is sent is
 * committed (behaviour O5): messages of this process are announced after they were stored, those of others are read. A
 * message of a subscriber who is not connected costs a lookup in a map (O4).
 */
@Injectable()
export class UpdatesService implements NoticeSubscriber<InboxNotice> {
  private readonly arrivals = new WriteBatcher<Arrival>((arrivals) => this.sendArrivals(arrivals));
  private readonly outage = new OnceLogger(
    this.logger,
    'New messages could not be shown live; inboxes show them when asked',
  );
  private readonly catchUpOutage = new OnceLogger(
    this.logger,
    'Clients that reconnected could not be sent what they missed',
  );

  constructor(
    private readonly connections: Connections,
    private readonly inboxes: LiveInboxesService,
    private readonly subscribers: SubscribersService,
    private readonly counts: CountsPublisher,
    private readonly deleted: DeletedSubscriberWatcher,
    private readonly clock: Clock,
    private readonly config: Config,
    private readonly logger: Logger,
  ) {}

  onNotices(notices: readonly InboxNotice[]): void {
    if (this.connections.isEmpty) return;
    const arrivals: Arrival[] = [];
    for (const { environmentId, received = [], changed = [], deleted = [] } of notices) {
      this.deleted.close(environmentId, deleted);
      for (const message of received) {
        if (this.connections.has(message.subscriberId)) arrivals.push({ environmentId, message });
      }
      for (const subscriberId of changed) {
        if (this.connections.has(subscriberId)) this.counts.changed(subscriberId);
      }
    }
    if (arrivals.length > 0) void this.arrivals.add(arrivals);
  }

  onInterruption(): void {
    for (const { subscriberId } of this.connections) this.counts.changed(subscriberId);
    void this.deleted.check();
  }

  /**
   * Opens a connection. A client that names the last notification it knows receives those after it (behaviour O6), and then
   * `caught_up`; its `hasMore` says that there are more than were sent, or that they could not be sent, so that the client
   * has to fetch the list.
   */
  async catchUp(connection: LiveConnection, after: Types.ObjectId | undefined): Promise<void> {
    if (!after) {
      connection.open([]);
      return;
    }
    try {
      const { environment, subscriberId, contextKeys } = connection.session;
      const limit = this.config.liveMissedLimit;
      const { messages, hasMore } = await this.inboxes.findMissed(
        environment,
        { subscriberId, contextKeys },
        { after, limit },
      );
      const subscriber = [...(await this.subscribers.findByIds(environment, [subscriberId])).values()][0];
      const now = this.clock.now();
      connection.open(subscriber ? messages.map((message) => toStoredMessageDto(message, subscriber, now)) : []);
      connection.send('caught_up', { hasMore });
      this.catchUpOutage.worked();
    } catch (error) {
      this.catchUpOutage.failed(error);
      connection.open([]);
      connection.send('caught_up', { hasMore: true });
    }
  }

  private async sendArrivals(arrivals: Arrival[]): Promise<void> {
    try {
      const environments = IdMap.groupBy(arrivals, ({ environmentId }) => environmentId);
      for (const own of environments.values()) {
        for (const batch of inBatches(own, BATCH)) await this.sendIn({ id: batch[0]!.environmentId }, batch);
      }
      this.outage.worked();
    } catch (error) {
      this.outage.failed(error);
    }
  }

  private async sendIn(environment: Pick<EnvironmentRef, 'id'>, arrivals: readonly Arrival[]): Promise<void> {
    const arrived = arrivals.map(({ message }) => message);
    const ids = arrived.flatMap((message) => (isWhole(message) ? [] : [message._id]));
    const read = ids.length > 0 ? await this.inboxes.find(environment, ids) : [];
    const messages = [...arrived.filter(isWhole), ...read].toSorted(oldestFirst);
    const owners = new IdMap(messages.map(({ subscriberId }) => [subscriberId, subscriberId]));
    const subscribers = await this.subscribers.findByIds(environment, [...owners.values()]);
    for (const message of messages) {
      const subscriber = subscribers.get(message.subscriberId);
      if (subscriber) this.send(message, subscriber);
    }
  }

  private send(message: Message, subscriber: Subscriber): void {
    const { subscriberId, contextKeys } = message;
    const stored = toStoredMessageDto(message, subscriber, this.clock.now());
    for (const connection of this.connections.of(subscriberId, scopeOf(contextKeys))) connection.received(stored);
    this.counts.changed(subscriberId);
  }
}
