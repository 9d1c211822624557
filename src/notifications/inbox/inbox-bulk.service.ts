import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, type mongo, type QueryFilter, Types } from 'mongoose';
import type { EnvironmentRef } from '../../environments/environment-ref.js';
import { rawCollection } from '../../persistence/raw-collection.js';
import { InboxEvents } from '../live/inbox-events.js';
import { Message } from '../messages/message.schema.js';
import { type StateChange, stateChangeUpdate } from '../messages/state-changes.js';
import { contentFilter, type NotificationFilter, notHidden } from './filter/message-filter.js';
import { InboxAccess, type InboxOwner, type OpenInbox } from './inbox-access.service.js';

/** Messages that are changed with one command, so that a large inbox does not hold up others. */
const CHUNK = 1000;

/** What selects notifications for a change, besides their state. */
export type BulkFilter = Pick<NotificationFilter, 'tags' | 'data' | 'contextKeys'>;

/** What can be done to many at once. */
export type BulkChange = StateChange | 'archive-read';

/** Messages that a change is not needed for are left alone, so that it comes to an end and can be repeated (A1). */
const NEEDED: Record<BulkChange, QueryFilter<Message>> = {
  // What nobody has seen is neither read nor archived; an index knows what is new.
  seen: { archived: false, seen: false },
  unseen: { seen: true },
  read: { archived: false, read: false },
  unread: { read: true },
  archive: { archived: false },
  'archive-read': { archived: false, read: true },
  unarchive: { archived: true },
};

/** Changes many notifications of an inbox (behaviour A1). Snoozed ones are left alone until they wake up. */
@Injectable()
export class InboxBulk {
  constructor(
    @InjectModel(Message.name) private readonly messages: Model<Message>,
    private readonly access: InboxAccess,
    private readonly events: InboxEvents,
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
    const open = { ...notHidden(inbox.now), ...NEEDED[change] };
    const update = stateChangeUpdate(change === 'archive-read' ? 'archive' : change, inbox.now);
    return this.inChunks(environment, inbox, { $and: [inbox.filter, open, which] }, async (ids) => {
      const { modifiedCount } = await rawCollection<Message>(this.messages).updateMany(
        { _id: { $in: ids }, ...open } as mongo.Filter<Message>,
        update as unknown as mongo.Document[],
      );
      return modifiedCount;
    });
  }

  /** Does the work for the messages of a filter, which must no longer match when it is done. Two commands per chunk. */
  private async inChunks(
    environment: Pick<EnvironmentRef, 'id'>,
    { subscriber }: OpenInbox,
    filter: QueryFilter<Message>,
    work: (ids: Types.ObjectId[]) => Promise<number>,
  ): Promise<number> {
    let done = 0;
    try {
      for (;;) {
        const found = await this.messages.find(filter, { _id: 1 }).limit(CHUNK).lean();
        if (found.length > 0) done += await work(found.map(({ _id }) => _id));
        if (found.length < CHUNK) return done;
      }
    } finally {
      if (done > 0) this.events.changed(environment, [subscriber._id]);
    }
  }
}
