import { type BeforeApplicationShutdown, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model, QueryFilter } from 'mongoose';
import { BackgroundTask, pausesOf } from '../../../platform/scheduling/background-task.js';
import { Clock, later } from '../../../platform/clock.js';
import { Config } from '../../../platform/config/config.js';
import { DueTimes } from '../../../platform/queue/due-times.js';
import { Logger, OnceLogger } from '../../../platform/logging/logger.js';
import { keysetFilter } from '../../../platform/paging/cursor-page.js';
import { rawCollection } from '../../../platform/persistence/writes.js';
import type { PendingChange } from '../../../subscribers/pending-change.js';
import { Subscriber } from '../../../subscribers/subscriber.schema.js';
import { LEVELS, levelsFilter, levelsToChange } from '../message-levels.js';
import { Message, SUBSCRIBER_INDEX } from '../message.schema.js';
import { PendingChanges, storingWrites } from './pending-changes.service.js';
import { includedIn } from './selections.js';

/** Number of messages that one command changes, so that a large inbox does not block other requests. */
const CHUNK = 500;

/** A worker has an inbox to itself for this time; if it dies, another one continues afterwards. */
const CLAIM_MS = 10_000;

/** Then the next inbox has its turn. */
const TURN_MS = 3000;

type Owner = Pick<Subscriber, '_id' | 'environmentId'>;

/** The place of a message in its inbox. */
type Place = Pick<Message, '_id' | 'createdAt'>;

/**
 * Stores pending changes with the messages of inboxes (behaviour A13), in the roles `worker` and `all`. Nothing that is shown
 * changes by it: it can be repeated, by several processes at a time, and publishes nothing.
 */
@Injectable()
export class PendingCarrier implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly task = new BackgroundTask(
    new OnceLogger(
      this.logger,
      'Changes of whole inboxes could not be stored with their messages; it will be tried again',
    ),
    pausesOf(this.config),
    (stop) => this.work(stop),
  );

  constructor(
    @InjectModel(Message.name) private readonly messages: Model<Message>,
    @InjectModel(Subscriber.name) private readonly subscribers: Model<Subscriber>,
    private readonly pending: PendingChanges,
    private readonly due: DueTimes,
    private readonly config: Config,
    private readonly clock: Clock,
    private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    if (this.config.role === 'api') return;
    this.due.onDue('inboxes', (waitMs) => this.task.runWithin(waitMs));
    this.task.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.task.stop();
  }

  /**
   * Stores a change with all messages, and removes it. Only the oldest one of an inbox may be given: each is stored on top
   * of those before it. Returns false if `isOver` ended it early.
   */
  async carryOut(owner: Owner, change: PendingChange, isOver: () => boolean = () => false): Promise<boolean> {
    // A pass that finds nothing shows that nothing is left.
    for (let found = true; found;) {
      found = false;
      for (let last: Place | undefined; ;) {
        if (isOver()) return false;
        const chunk = await this.storeChunk(owner, change, last);
        found ||= chunk.length > 0;
        last = chunk.at(-1);
        if (chunk.length < CHUNK) break;
      }
    }
    await this.pending.remove(owner._id, change);
    return true;
  }

  /** Two commands. Continues after a message, because what is found first may be those that are done. */
  private async storeChunk(
    { _id: subscriberId, environmentId }: Owner,
    change: PendingChange,
    last: Place | undefined,
  ): Promise<Place[]> {
    const levels = change.change === 'delete' ? LEVELS : levelsToChange(change.change);
    const conditions: QueryFilter<Message>[] = [
      { environmentId, subscriberId, channel: 'in_app' },
      includedIn(change, { stored: false }),
      levelsFilter(levels),
      last ? keysetFilter('createdAt', { id: last._id, value: last.createdAt }, 'descending', false) : {},
    ];
    const chunk = await this.messages
      // Without archived ones there is an index in this order for those that are wanted.
      .find({ $and: conditions }, { createdAt: 1 }, levels.includes('archived') ? { hint: SUBSCRIBER_INDEX } : {})
      .sort({ createdAt: -1, _id: -1 })
      .limit(CHUNK)
      .lean();
    const ids = chunk.map(({ _id }) => _id);
    if (ids.length > 0) {
      await rawCollection<Message>(this.messages).bulkWrite(storingWrites(change, ids, { carriedUpTo: change.order }));
    }
    return chunk;
  }

  /** Works on one inbox. True while there are others, or the milliseconds until the next is due. */
  private async work(stop: AbortSignal): Promise<boolean | number> {
    const subscribers = rawCollection<Subscriber>(this.subscribers);
    const first = { sort: { pendingDueAt: 1 }, projection: { pendingDueAt: 1 } } as const;
    const next = await subscribers.findOne({ pendingDueAt: { $exists: true } }, first);
    if (!next?.pendingDueAt) return Infinity;
    const wait = this.due.until(next.pendingDueAt.getTime());
    if (wait > 0) return wait;
    const claim = { pendingDueAt: later(this.clock.now(), CLAIM_MS) };
    const owner = await subscribers.findOneAndUpdate(
      { _id: next._id, pendingDueAt: next.pendingDueAt },
      { $set: claim },
      { returnDocument: 'after' },
    );
    // Another worker has claimed it.
    if (!owner) return true;
    const end = performance.now() + TURN_MS;
    const isOver = () => stop.aborted || performance.now() > end;
    for (const change of owner.pendingChanges ?? []) {
      if (!(await this.carryOut(owner, change, isOver))) break;
    }
    // What is left, or has been added meanwhile, is continued by any free worker.
    await subscribers.updateOne({ _id: owner._id, ...claim }, { $set: { pendingDueAt: this.clock.now() } });
    return true;
  }
}
