import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, type QueryFilter } from 'mongoose';
import type { EnvironmentRef } from '../../auth/environment-ref.js';
import { Config } from '../../platform/config/config.js';
import { rawCollection } from '../../platform/persistence/writes.js';
import { inBatches } from '../../platform/values/group-by.js';
import type { PendingChange } from '../../subscribers/pending-change.js';
import { type BulkChange, bulkCases } from '../messages/bulk-changes.js';
import { MessageEvents } from '../messages/message-events.service.js';
import { LEVELS, levelsFilter, levelsToChange } from '../messages/message-levels.js';
import { Message } from '../messages/message.schema.js';
import { STAGED, type StagedMessage } from '../messages/message-stages.js';
import { wakeUpdate } from '../messages/message-state.js';
import { PendingCarrier } from '../messages/pending/pending-carrier.js';
import { PendingChanges } from '../messages/pending/pending-changes.service.js';
import { countSelected, optionsOf } from '../messages/pending/read-selections.js';
import { type ContentSelection, type Selection, selectionsOf } from '../messages/pending/selections.js';
import { contentFilter, notHidden } from '../messages/message-filter.js';
import { InboxService, type InboxOwner, type OpenInbox } from './inbox.service.js';
import { fromHex } from '../../platform/ids.js';

/** Number of messages that one command changes, so that a large inbox does not block other requests. */
const CHUNK = 500;

/** Maximum number of notifications per change that webhooks receive events for; further ones have no event. */
const MAX_PUBLISHED = 1000;

/** Changes of one inbox that are pending at a time: each makes reading it slower. */
const MAX_PENDING = 4;

type Environment = Pick<EnvironmentRef, 'id'>;

/** Selects notifications for a change, besides their state. */
type BulkFilter = ContentSelection['filter'];

/** What has to be known of a message that is changed with others. */
type Chosen = StagedMessage & Pick<Message, '_id' | 'snoozedUntil' | 'read'>;

const CHOSEN = { ...STAGED, snoozedUntil: 1, read: 1 } as const;

/** A change of many: which messages need it, and how some of them are changed at once. */
interface BulkWork {
  change: PendingChange['change'];
  /** Whether their number is asked for. */
  isCounted: boolean;
  /** How many of them are to be changed at once, because events of them are published. */
  publishes: number;
  /** Selects those that need it by a condition on their content. */
  select: (content: QueryFilter<Message>) => Selection[];
  apply: (inbox: OpenInbox, chosen: readonly Chosen[]) => Promise<void>;
}

/**
 * Changes many notifications of an inbox (behaviour A1). Snoozed ones are not changed. What is more than `BULK_AT_ONCE` is in
 * effect with the response, and stored with the messages behind it (A13).
 */
@Injectable()
export class InboxBulk {
  constructor(
    @InjectModel(Message.name) private readonly messages: Model<Message>,
    private readonly inboxes: InboxService,
    private readonly events: MessageEvents,
    private readonly pending: PendingChanges,
    private readonly carrier: PendingCarrier,
    private readonly config: Config,
  ) {}

  /** Changes all that match. */
  async change(environment: Environment, owner: InboxOwner, filter: BulkFilter, change: BulkChange): Promise<void> {
    await this.make(environment, owner, filter, this.changeOf(environment, change, { isCounted: false }));
  }

  /** The same for all of an inbox; returns the number of changed ones, which takes longer. */
  changeAll(environment: Environment, owner: InboxOwner, change: BulkChange): Promise<number> {
    return this.make(environment, owner, {}, this.changeOf(environment, change, { isCounted: true }));
  }

  private changeOf(
    environment: Environment,
    change: BulkChange,
    { isCounted }: { isCounted: boolean },
  ): (inbox: OpenInbox) => BulkWork {
    let published = 0;
    return (inbox) => ({
      change,
      isCounted,
      publishes: MAX_PUBLISHED,
      select: (content) =>
        selectionsOf(inbox, {
          levels: levelsToChange(change),
          where: { $and: [notHidden(inbox.now), content] },
        }),
      apply: async (inbox, chosen) => {
        await this.apply(environment, inbox, chosen, { change, mayPublish: MAX_PUBLISHED - published });
        published += chosen.length;
      },
    });
  }

  /** Changes those of these ids that are in the inbox. */
  async changeByIds(
    environment: Environment,
    owner: InboxOwner,
    ids: readonly string[],
    change: BulkChange,
  ): Promise<void> {
    const inbox = await this.inboxes.open(environment, owner);
    const given = ids.map(fromHex);
    await this.pending.settle(inbox.pending, given);
    const needed = [inbox.filter, { _id: { $in: given } }, notHidden(inbox.now), levelsFilter(levelsToChange(change))];
    const found = await this.messages.find({ $and: needed }, CHOSEN).lean<Chosen[]>();
    await this.apply(environment, inbox, found, { change, mayPublish: MAX_PUBLISHED });
    await this.marked(environment, inbox, change);
  }

  private async marked(environment: Environment, { subscriber }: OpenInbox, change: PendingChange['change']) {
    if (change !== 'delete') await this.events.markedInBulk({ environment, subscriberId: subscriber._id }, change);
  }

  /** Deletes all that match permanently, including archived and snoozed ones. */
  async delete(environment: Environment, owner: InboxOwner, filter: BulkFilter): Promise<void> {
    await this.make(environment, owner, filter, (inbox) => ({
      change: 'delete',
      isCounted: false,
      publishes: 0,
      // The state of what is deleted does not matter.
      select: (content) => {
        const pending = inbox.pending.filter(({ change }) => change === 'delete');
        return selectionsOf({ ...inbox, pending }, { levels: LEVELS, where: content });
      },
      apply: async ({ subscriber }, chosen) => {
        await this.messages.deleteMany({ _id: { $in: chosen.map(({ _id }) => _id) } });
        this.events.deleted(environment, [{ channel: 'in_app', subscriberId: subscriber._id }]);
      },
    }));
  }

  /** Returns how many messages it changes: more than `BULK_AT_ONCE` only if they are counted. */
  private async make(
    environment: Environment,
    owner: InboxOwner,
    filter: BulkFilter,
    workIn: (inbox: OpenInbox) => BulkWork,
  ): Promise<number> {
    const { bulkAtOnce } = this.config;
    for (let done = 0; ;) {
      const inbox = await this.inboxes.open(environment, owner);
      const { change, isCounted, publishes, select, apply } = workIn(inbox);
      const matching = contentFilter(filter);
      const found = await this.find(select(matching), bulkAtOnce + 1);
      if (found.length <= bulkAtOnce) {
        await this.inChunks(found, (chunk) => apply(inbox, chunk));
        await this.marked(environment, inbox, change);
        return done + found.length;
      }
      const [oldest] = inbox.pending;
      if (oldest && inbox.pending.length >= MAX_PENDING) {
        await this.carrier.carryOut(inbox.subscriber, oldest);
        continue;
      }
      const count = isCounted ? await countSelected(this.messages, select(matching)) : found.length;
      const first = found.slice(0, Math.min(publishes, bulkAtOnce));
      await this.inChunks(first, (chunk) => apply(inbox, chunk));
      const selection = { contextKeys: owner.contextKeys, filter };
      const added = await this.pending.add(inbox.subscriber, change, selection, inbox.now);
      if (!added) {
        done += first.length;
        continue;
      }
      await this.applyToNewer(inbox, select({ $and: [matching, { createdAt: { $gt: added.before } }] }), apply);
      this.events.inboxChanged(environment, inbox.subscriber._id);
      await this.marked(environment, inbox, change);
      return done + count;
    }
  }

  /** Changes messages that may have arrived a moment ago: few, and no pending change is about them. */
  private async applyToNewer(inbox: OpenInbox, newer: readonly Selection[], apply: BulkWork['apply']): Promise<void> {
    for (;;) {
      const chunk = await this.find(newer, CHUNK);
      if (chunk.length > 0) await apply(inbox, chunk);
      if (chunk.length < CHUNK) return;
    }
  }

  private async apply(
    environment: Environment,
    { now, subscriber, pending, settledUpTo }: OpenInbox,
    chosen: readonly Chosen[],
    { change, mayPublish }: { change: BulkChange; mayPublish: number },
  ): Promise<void> {
    if (chosen.length === 0) return;
    const ids = chosen.map(({ _id }) => _id);
    const documents = rawCollection<Message>(this.messages);
    await this.pending.settle(pending, ids);
    const filter = { _id: { $in: ids }, ...notHidden(now) };
    // The end of a snooze that is not stored yet is stored first.
    if (chosen.some(({ snoozedUntil }) => snoozedUntil)) await documents.updateMany(filter, wakeUpdate());
    await documents.bulkWrite(
      bulkCases(change, now, { ...(settledUpTo && { settledUpTo }) }).map(({ when, update }) => ({
        updateMany: { filter: { ...filter, ...when }, update },
      })),
    );
    await this.events.manyChanged(environment, {
      change,
      subscriberId: subscriber._id,
      ids: ids.slice(0, Math.max(0, mayPublish)),
      newlyRead: change === 'read' ? chosen.filter(({ read }) => !read) : [],
      now,
    });
  }

  private async find(selections: readonly Selection[], limit: number): Promise<Chosen[]> {
    const found: Chosen[] = [];
    for (const selection of selections) {
      const rest = limit - found.length;
      if (rest <= 0) break;
      const query = this.messages.find(selection.filter, CHOSEN, optionsOf(selection));
      found.push(...(await query.limit(rest).lean<Chosen[]>()));
    }
    return found;
  }

  private async inChunks(chosen: readonly Chosen[], work: (chunk: Chosen[]) => Promise<void>): Promise<void> {
    for (const chunk of inBatches(chosen, CHUNK)) await work(chunk);
  }
}
