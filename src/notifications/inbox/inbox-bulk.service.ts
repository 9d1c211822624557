import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, type QueryFilter, Types } from 'mongoose';
import type { EnvironmentRef } from '../../auth/environment-ref.js';
import { rawCollection } from '../../platform/persistence/writes.js';
import { Message } from '../messages/message.schema.js';
import { type BulkChange, bulkCases, neededFor } from '../messages/bulk-changes.js';
import { MessageEvents } from '../messages/message-events.service.js';
import { wakeUpdate } from '../messages/message-state.js';
import { contentFilter, type NotificationFilter, notHidden } from './message-filter.js';
import { InboxService, type InboxOwner, type OpenInbox } from './inbox.service.js';

/** Number of messages that one command changes, so that a large inbox does not block other requests. */
const CHUNK = 500;

/** Maximum number of notifications per change that webhooks receive events for; further ones have no event. */
const MAX_PUBLISHED = 1000;

/** Selects notifications for a change, besides their state. */
type BulkFilter = Pick<NotificationFilter, 'tags' | 'data' | 'contextKeys'>;

/** Changes many notifications of an inbox (behaviour A1). Snoozed ones are not changed. */
@Injectable()
export class InboxBulk {
  constructor(
    @InjectModel(Message.name) private readonly messages: Model<Message>,
    private readonly inboxes: InboxService,
    private readonly events: MessageEvents,
  ) {}

  /** Changes all that match; returns their number. */
  async change(
    environment: Pick<EnvironmentRef, 'id'>,
    owner: InboxOwner,
    filter: BulkFilter,
    change: BulkChange,
  ): Promise<number> {
    const inbox = await this.inboxes.open(environment, owner);
    return this.apply(environment, inbox, contentFilter(filter), change);
  }

  /** The same for those of these ids that are in the inbox; returns the number of changed ones. */
  async changeByIds(
    environment: Pick<EnvironmentRef, 'id'>,
    owner: InboxOwner,
    ids: readonly string[],
    change: BulkChange,
  ): Promise<number> {
    const inbox = await this.inboxes.open(environment, owner);
    return this.apply(environment, inbox, { _id: { $in: ids.map((id) => new Types.ObjectId(id)) } }, change);
  }

  /** Deletes all that match permanently, including archived and snoozed ones. */
  async delete(environment: Pick<EnvironmentRef, 'id'>, owner: InboxOwner, filter: BulkFilter): Promise<number> {
    const inbox = await this.inboxes.open(environment, owner);
    const selection = { $and: [inbox.filter, contentFilter(filter)] };
    const deleted = { channel: 'in_app', subscriberId: inbox.subscriber._id } as const;
    return this.inChunks(selection, async (ids) => {
      const { deletedCount } = await this.messages.deleteMany({ _id: { $in: ids } });
      if (deletedCount > 0) this.events.deleted(environment, [deleted]);
      return deletedCount;
    });
  }

  private apply(
    environment: Pick<EnvironmentRef, 'id'>,
    inbox: OpenInbox,
    which: QueryFilter<Message>,
    change: BulkChange,
  ): Promise<number> {
    const { now, subscriber } = inbox;
    const awake = notHidden(now);
    const selection = { $and: [inbox.filter, awake, neededFor(change) as QueryFilter<Message>, which] };
    let published = 0;
    return this.inChunks(selection, async (ids, anySnoozed) => {
      const documents = rawCollection<Message>(this.messages);
      const chosen = { _id: { $in: ids }, ...awake };
      // The end of a snooze that is not stored yet is stored first.
      if (anySnoozed) await documents.updateMany(chosen, wakeUpdate());
      const { modifiedCount } = await documents.bulkWrite(
        bulkCases(change, now).map(({ when, update }) => ({ updateMany: { filter: { ...chosen, ...when }, update } })),
      );
      const toPublish = ids.slice(0, MAX_PUBLISHED - published);
      published += toPublish.length;
      await this.events.manyChanged(environment, { change, subscriberId: subscriber._id, ids: toPublish, now });
      return modifiedCount;
    });
  }

  /** Calls `work` for chunks of the messages that match; they must not match afterwards. Few commands per chunk. */
  private async inChunks(
    filter: QueryFilter<Message>,
    work: (ids: Types.ObjectId[], anySnoozed: boolean) => Promise<number>,
  ): Promise<number> {
    for (let done = 0; ;) {
      const found = await this.messages.find(filter, { snoozedUntil: 1 }).limit(CHUNK).lean();
      const anySnoozed = found.some(({ snoozedUntil }) => snoozedUntil !== undefined);
      const ids = found.map(({ _id }) => _id);
      if (ids.length > 0) done += await work(ids, anySnoozed);
      if (found.length < CHUNK) return done;
    }
  }
}
