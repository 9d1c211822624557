import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, type mongo, type QueryFilter, Types } from 'mongoose';
import type { EnvironmentRef } from '../../../auth/environment-ref.js';
import { Clock } from '../../../platform/clock.js';
import { DueTimes } from '../../../platform/queue/due-times.js';
import { IdMap } from '../../../platform/ids.js';
import { rawCollection } from '../../../platform/persistence/writes.js';
import type { PendingChange } from '../../../subscribers/pending-change.js';
import { Subscriber } from '../../../subscribers/subscriber.schema.js';
import { bulkCases } from '../bulk-changes.js';
import { ARRIVAL_MS, Message } from '../message.schema.js';
import { type ContentSelection, includedIn } from './selections.js';

/** Subscribers with pending changes; as a range, so that the index on them is used. */
const WITH_PENDING = { pendingDueAt: { $gt: new Date(0) } };

/**
 * Changes of whole inboxes that are in effect before they are stored with each message (behaviour A13). A message that is
 * changed or read by its id is settled first: all pending changes are stored with it, so that nothing else has to know of them.
 */
@Injectable()
export class PendingChanges {
  constructor(
    @InjectModel(Message.name) private readonly messages: Model<Message>,
    @InjectModel(Subscriber.name) private readonly subscribers: Model<Subscriber>,
    private readonly due: DueTimes,
    private readonly clock: Clock,
  ) {}

  /**
   * Makes a change that is in effect from now on. Undefined when another one was made since the subscriber was read, or when
   * the subscriber was deleted: then nothing is stored.
   */
  async add(
    { _id, pendingChanges = [], lastPending }: Subscriber,
    change: PendingChange['change'],
    selection: ContentSelection,
    at: Date,
  ): Promise<PendingChange | undefined> {
    const arrived = at.getTime() - ARRIVAL_MS;
    const added: PendingChange = {
      _id: new Types.ObjectId(),
      change,
      at,
      order: new Date(Math.max(at.getTime(), (lastPending?.getTime() ?? 0) + 1)),
      before: new Date(Math.max(arrived, pendingChanges.at(-1)?.before.getTime() ?? arrived)),
      selection: JSON.stringify(selection),
    };
    const { matchedCount } = await rawCollection<Subscriber>(this.subscribers).updateOne(
      { _id, lastPending: lastPending ?? { $exists: false } },
      [
        {
          $set: {
            pendingChanges: { $concatArrays: [{ $ifNull: ['$pendingChanges', []] }, [{ $literal: added }]] },
            pendingDueAt: { $ifNull: ['$pendingDueAt', at] },
            lastPending: added.order,
          },
        },
      ],
    );
    if (matchedCount === 0) return undefined;
    this.due.expect('inboxes', [at]);
    return added;
  }

  /** Removes a change that is stored with all messages. */
  async remove(subscriberId: Types.ObjectId, { _id }: PendingChange): Promise<void> {
    const isLast = { $eq: ['$pendingChanges', []] };
    await rawCollection<Subscriber>(this.subscribers).updateOne({ _id: subscriberId, 'pendingChanges._id': _id }, [
      { $set: { pendingChanges: { $filter: { input: '$pendingChanges', cond: { $ne: ['$$this._id', _id] } } } } },
      {
        $set: {
          pendingChanges: { $cond: [isLast, '$$REMOVE', '$pendingChanges'] },
          pendingDueAt: { $cond: [isLast, '$$REMOVE', '$pendingDueAt'] },
        },
      },
    ]);
  }

  /** Stores these pending changes of a subscriber, oldest first, with some of the messages. One command. */
  async settle(pending: readonly PendingChange[], ids: readonly Types.ObjectId[]): Promise<void> {
    if (pending.length === 0 || ids.length === 0) return;
    await rawCollection<Message>(this.messages).bulkWrite(
      pending.flatMap((one) => storingWrites(one, ids, { settledUpTo: one.order })),
    );
  }

  /**
   * The same for messages that were read, of any subscribers. Returns whether some may have changed or been deleted. Costs
   * nothing for new messages, and one command if no change is pending.
   */
  async settleRead(read: readonly Pick<Message, '_id' | 'subscriberId' | 'channel' | 'createdAt'>[]): Promise<boolean> {
    const newer = this.clock.now().getTime() - ARRIVAL_MS / 2;
    const old = read.filter(({ channel, createdAt }) => channel === 'in_app' && createdAt.getTime() <= newer);
    if (old.length === 0) return false;
    const pending = await this.findOf(old.map(({ subscriberId }) => subscriberId));
    if (pending.size === 0) return false;
    for (const own of IdMap.groupBy(old, ({ subscriberId }) => subscriberId).values()) {
      await this.settle(
        pending.get(own[0]!.subscriberId) ?? [],
        own.map(({ _id }) => _id),
      );
    }
    return true;
  }

  /** The pending changes of subscribers that have some. */
  async findOf(subscriberIds: readonly Types.ObjectId[]): Promise<IdMap<PendingChange[]>> {
    const found = await this.subscribers
      .find({ _id: { $in: [...subscriberIds] }, ...WITH_PENDING }, { pendingChanges: 1 })
      .lean();
    return new IdMap(found.map(({ _id, pendingChanges = [] }) => [_id, pendingChanges]));
  }

  /** Excludes the messages of an environment whose deletion is pending. */
  async notDeleted({ id: environmentId }: Pick<EnvironmentRef, 'id'>): Promise<QueryFilter<Message>> {
    const found = await this.subscribers.find({ environmentId, ...WITH_PENDING }, { pendingChanges: 1 }).lean();
    const deleted = found.flatMap(({ _id: subscriberId, pendingChanges = [] }) =>
      pendingChanges
        .filter(({ change }) => change === 'delete')
        .map((one) => ({ channel: 'in_app' as const, subscriberId, ...includedIn(one) })),
    );
    return deleted.length > 0 ? { $nor: deleted } : {};
  }
}

/**
 * The writes that store a change with some of the messages it is about, and mark them, so that it is stored once with each:
 * a repetition, however late, no longer finds them.
 */
export function storingWrites(
  pending: PendingChange,
  ids: readonly Types.ObjectId[],
  mark: Pick<Message, 'settledUpTo'> | Pick<Message, 'carriedUpTo'>,
): mongo.AnyBulkWriteOperation<Message>[] {
  const filter = { _id: { $in: [...ids] }, ...(includedIn(pending, { stored: false }) as mongo.Filter<Message>) };
  if (pending.change === 'delete') return [{ deleteMany: { filter } }];
  return bulkCases(pending.change, pending.at, mark).map(({ when, update }) => ({
    updateMany: { filter: { ...filter, ...when }, update },
  }));
}
