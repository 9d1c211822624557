import { type BeforeApplicationShutdown, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { Clock } from '../../platform/clock.js';
import { Poller } from '../../platform/poller.js';
import { Config } from '../../platform/config/config.js';
import { groupBy } from '../../platform/values/group-by.js';
import { Logger } from '../../platform/logging/logger.js';
import { rawCollection } from '../../platform/persistence/writes.js';
import { InboxEvents } from '../live/inbox-events.js';
import { Message } from '../messages/message.schema.js';
import { MessageWebhooks } from '../webhooks/message-webhooks.service.js';
import { wakeUpdate } from '../messages/message-state.js';

/** Number of messages that are processed together. */
const BATCH = 500;

/** The fields of a message whose snooze has ended. */
type DueMessage = Pick<Message, '_id' | 'environmentId' | 'subscriberId' | 'snoozedUntil'>;

/**
 * Stores the end of snoozes and publishes it (behaviour A9). Lists and counts do not depend on it: they show a message as
 * soon as its snooze ends. Runs in the roles `worker` and `all`; of several processes that find the same messages only
 * one updates them.
 */
@Injectable()
export class SnoozeWaker implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly poller: Poller;

  constructor(
    @InjectModel(Message.name) private readonly messages: Model<Message>,
    private readonly events: InboxEvents,
    private readonly webhooks: MessageWebhooks,
    private readonly config: Config,
    private readonly clock: Clock,
    logger: Logger,
  ) {
    this.poller = new Poller(
      () => this.wakeDue(),
      (error) => logger.warn({ err: error }, 'Could not look for snoozes that are over; it will be tried again'),
    );
  }

  onApplicationBootstrap(): void {
    if (this.config.role !== 'api') this.poller.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.poller.stop();
  }

  /** Wakes a batch of due messages; returns false when there was none. Two commands, plus those for webhooks. */
  private async wakeDue(): Promise<boolean> {
    const isDue = { snoozedUntil: { $lte: this.clock.now() } };
    const documents = rawCollection<Message>(this.messages);
    const due: DueMessage[] = await documents
      .find(isDue, { projection: { environmentId: 1, subscriberId: 1, snoozedUntil: 1 } })
      .sort({ snoozedUntil: 1 })
      .limit(BATCH)
      .toArray();
    if (due.length === 0) return false;
    await documents.updateMany({ _id: { $in: due.map(({ _id }) => _id) }, ...isDue }, wakeUpdate());
    this.publish(due);
    await this.webhooks.woken(due);
    return true;
  }

  private publish(due: readonly DueMessage[]): void {
    for (const [first, ...others] of groupBy(due, ({ environmentId }) => environmentId.toHexString()).values()) {
      if (!first) continue;
      const ids = [first, ...others].map(({ subscriberId }) => subscriberId);
      const bySubscriber = new Map(ids.map((id) => [id.toHexString(), id]));
      this.events.changed({ id: first.environmentId }, [...bySubscriber.values()]);
    }
  }
}
