import { type BeforeApplicationShutdown, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { BackgroundTask, pausesOf } from '../../platform/scheduling/background-task.js';
import { Clock } from '../../platform/clock.js';
import { DueTimes } from '../../platform/queue/due-times.js';
import { Config } from '../../platform/config/config.js';
import { Logger, OnceLogger } from '../../platform/logging/logger.js';
import { rawCollection } from '../../platform/persistence/writes.js';
import { Message } from '../messages/message.schema.js';
import { MessageEvents } from '../messages/message-events.service.js';
import { wakeUpdate } from '../messages/message-state.js';

/** Number of messages that are processed together. */
const BATCH = 500;

/** The fields of a message whose snooze has ended. */
type DueMessage = Pick<Message, '_id' | 'environmentId' | 'subscriberId' | 'snoozedUntil'>;

/**
 * Stores the end of snoozes and publishes it (behaviour A9). Lists and counts do not depend on it: they show a message
 * as soon as its snooze ends. Runs in the roles `worker` and `all`. Of several processes that find the same messages
 * only one updates them; all of them publish, which has the same effect as once.
 */
@Injectable()
export class SnoozeWaker implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly task = new BackgroundTask(
    new OnceLogger(this.logger, 'Could not look for snoozes that are over; it will be tried again'),
    pausesOf(this.config),
    () => this.wakeDue(),
  );

  constructor(
    @InjectModel(Message.name) private readonly messages: Model<Message>,
    private readonly events: MessageEvents,
    private readonly due: DueTimes,
    private readonly config: Config,
    private readonly clock: Clock,
    private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    if (this.config.role === 'api') return;
    this.due.onDue('snoozes', (waitMs) => this.task.runWithin(waitMs));
    this.task.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.task.stop();
  }

  /**
   * Wakes a batch of due messages, with two commands besides those for webhooks, and returns true. When none is due,
   * returns the milliseconds until the next one is.
   */
  private async wakeDue(): Promise<boolean | number> {
    const isDue = { snoozedUntil: { $lte: this.clock.now() } };
    const documents = rawCollection<Message>(this.messages);
    const found: DueMessage[] = await documents
      .find(isDue, { projection: { environmentId: 1, subscriberId: 1, snoozedUntil: 1 } })
      .sort({ snoozedUntil: 1 })
      .limit(BATCH)
      .toArray();
    if (found.length === 0) {
      const filter = { snoozedUntil: { $exists: true } };
      const next = await documents.findOne(filter, { sort: { snoozedUntil: 1 }, projection: { snoozedUntil: 1 } });
      return next?.snoozedUntil ? this.due.until(next.snoozedUntil.getTime()) : Infinity;
    }
    await documents.updateMany({ _id: { $in: found.map(({ _id }) => _id) }, ...isDue }, wakeUpdate());
    await this.events.woken(found);
    return true;
  }
}
