import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, type QueryFilter, Types } from 'mongoose';
import type { EnvironmentRef } from '../../auth/environment-ref.js';
import { rawCollection } from '../../platform/persistence/raw-collection.js';
import { InboxEvents } from '../live/inbox-events.js';
import { Message } from '../messages/message.schema.js';
import { type BulkChange, bulkCases, neededFor } from '../messages/bulk-changes.js';
import { MessageWebhooks } from '../webhooks/message-webhooks.service.js';
import { wakeUpdate } from '../messages/state-changes.js';
import { contentFilter, type NotificationFilter, notHidden } from './filter/message-filter.js';
import { InboxAccess, type InboxOwner, type OpenInbox } from './inbox-access.service.js';

/** Messages that are changed with one command, so that a large inbox does not hold up others. */
const CHUNK = 500;

/** Notifications of one change that webhooks are told of, one by one; of more they hear nothing. */
const MAX_TOLD = 1000;

/** What selects notifications for a change, besides their state. */
export type BulkFilter = Pick<NotificationFilter, 'tags' | 'data' | 'contextKeys'>;

/** Changes many notifications of an inbox (behaviour A1). Snoozed ones are left alone until they wake up. */
@Injectable()
export class InboxBulk {
  constructor(
    @InjectModel(Message.name) private readonly messages: Model<Message>,
    private readonly access: InboxAccess,
    private readonly events: InboxEvents,
    private readonly webhooks: MessageWebhooks,
  ) {}

  /** Changes all that match; returns how many were changed. */
  async change(
    environment: Pick<EnvironmentRef, 'id'>,
    owner: InboxOwner,
    filter: BulkFilter,
    change: BulkChange,
  ): Promise<number> {
    const inbox = await this.access.open(environment, owner);
    return this.apply(environment, inbox, contentFilter(filter), change);
  }

  /** The same for those with these ids, as far as the inbox has them; returns how many were changed. */
  async changeByIds(
    environment: Pick<EnvironmentRef, 'id'>,
    owner: InboxOwner,
    ids: readonly string[],
    change: BulkChange,
  ): Promise<number> {
    const inbox = await this.access.open(environment, owner);
    return this.apply(environment, inbox, { _id: { $in: ids.map((id) => new Types.ObjectId(id)) } }, change);
  }

  /** Deletes all that match for good, archived and snoozed ones with them. */
  async delete(environment: Pick<EnvironmentRef, 'id'>, owner: InboxOwner, filter: BulkFilter): Promise<number> {
    const inbox = await this.access.open(environment, owner);
    const selection = { $and: [inbox.filter, contentFilter(filter)] };
    return this.inChunks(environment, inbox, selection, async (ids) => {
      const { deletedCount } = await this.messages.deleteMany({ _id: { $in: ids } });
      return deletedCount;
    });
  }

  private apply(
    environment: Pick<EnvironmentRef, 'id'>,
    inbox: OpenInbox,
    which: QueryFilter<Message>,
    change: BulkChange,
  ): Promise<number> {
    const { now } = inbox;
    const awake = notHidden(now);
    const selection = { $and: [inbox.filter, awake, neededFor(change) as QueryFilter<Message>, which] };
    let told = 0;
    return this.inChunks(environment, inbox, selection, async (ids, anySnoozed) => {
      const documents = rawCollection<Message>(this.messages);
      const chosen = { _id: { $in: ids }, ...awake };
      // The end of a snooze that nobody has noted yet is noted first.
      if (anySnoozed) await documents.updateMany(chosen, wakeUpdate());
      const { modifiedCount } = await documents.bulkWrite(
        bulkCases(change, now).map(({ when, update }) => ({ updateMany: { filter: { ...chosen, ...when }, update } })),
      );
      const news = ids.slice(0, MAX_TOLD - told);
      told += news.length;
      if (news.length > 0) await this.webhooks.manyChanged(environment, { change, ids: news, now });
      return modifiedCount;
    });
  }

  /** Does the work for the messages of a filter, which must no longer match when it is done. Few commands per chunk. */
  private async inChunks(
    environment: Pick<EnvironmentRef, 'id'>,
    { subscriber }: OpenInbox,
    filter: QueryFilter<Message>,
    work: (ids: Types.ObjectId[], anySnoozed: boolean) => Promise<number>,
  ): Promise<number> {
    let done = 0;
    try {
      for (;;) {
        const found = await this.messages.find(filter, { snoozedUntil: 1 }).limit(CHUNK).lean();
        const anySnoozed = found.some(({ snoozedUntil }) => snoozedUntil !== undefined);
        const ids = found.map(({ _id }) => _id);
        if (ids.length > 0) done += await work(ids, anySnoozed);
        if (found.length < CHUNK) return done;
      }
    } finally {
      if (done > 0) this.events.changed(environment, [subscriber._id]);
    }
  }
}
