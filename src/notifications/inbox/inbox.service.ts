import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, type QueryFilter, Types } from 'mongoose';
import type { EnvironmentRef } from '../../auth/environment-ref.js';
import { exactly } from '../../contexts/trigger-context.js';
import { Clock, later } from '../../platform/clock.js';
import { Config } from '../../platform/config/config.js';
import { KeyedSemaphore } from '../../platform/scheduling/keyed-semaphore.js';
import { keysetFilter } from '../../platform/paging/cursor-page.js';
import { type ShownProfile, shownProfile } from '../../subscribers/shown-profile.js';
import type { Subscriber } from '../../subscribers/subscriber.schema.js';
import { SubscribersService } from '../../subscribers/subscribers.service.js';
import { Message } from '../messages/message.schema.js';
import { findSelected, optionsOf } from '../messages/pending/read-selections.js';
import { type PendingInbox, type Selection, selectionsOf } from '../messages/pending/selections.js';
import { LEVELS, levelsWith } from '../messages/message-levels.js';
import { countFilters } from './count-filters.js';
import { messageQuery, type NotificationFilter } from '../messages/message-filter.js';
import { type NotificationCountDto, type NotificationPageDto, toNotificationDto } from './inbox.dto.js';

/** Selects an inbox, or the part of it that has certain contexts. */
export interface InboxOwner {
  /** The caller's own id of the subscriber. */
  subscriberId: string;
  /**
   * Only messages with exactly this set of context keys; an empty set, or one that contains only an empty text, selects
   * messages without context. Absent: all messages.
   */
  contextKeys?: readonly string[];
}

/**
 * An inbox at a point in time. `filter` selects its messages, except for expired ones (behaviour N3): what is stored, which
 * `selectionsOf` translates while changes are pending.
 */
export interface OpenInbox extends PendingInbox {
  subscriber: Subscriber;
  /** What responses show of the subscriber. */
  shown: ShownProfile<Subscriber>;
  now: Date;
  /** What messages that are changed now are marked with; absent when no change of the inbox is recent. */
  settledUpTo?: Date;
}

/**
 * For this time after a change of the inbox was made, changed messages are marked, whether or not it is pending: a process
 * that was held up may still believe that it is.
 */
const MARKING_MS = 10 * 60_000;

/** Lists and counts of one inbox that are read at the same time: a filter may have to look at many notifications. */
const AT_ONCE = 2;

/** How long after its trigger a message is expected: a page repeats messages of this time rather than hides one. */
const ANCHOR_MS = 2000;

/** The requested part of a list: after a notification, or else after a number of them. */
interface NotificationPaging {
  limit: number;
  /** Id of a notification. */
  after?: string;
  offset?: number;
}

/** Reads the in-app notifications of a subscriber: lists and counts. */
@Injectable()
export class InboxService {
  private readonly slots = new KeyedSemaphore(AT_ONCE);

  constructor(
    @InjectModel(Message.name) private readonly messages: Model<Message>,
    private readonly subscribers: SubscribersService,
    private readonly clock: Clock,
    private readonly config: Config,
  ) {}

  /** Returns the inbox of a subscriber as it is now, or throws a 404 when there is no such subscriber. */
  async open(
    environment: Pick<EnvironmentRef, 'id' | 'caller'>,
    { subscriberId, contextKeys }: InboxOwner,
  ): Promise<OpenInbox> {
    const subscriber = await this.subscribers.findOrFail(environment, subscriberId);
    const now = this.clock.now();
    const filter: QueryFilter<Message> = {
      environmentId: environment.id,
      subscriberId: subscriber._id,
      channel: 'in_app',
      expiresAt: { $gt: now },
      ...(contextKeys && { contextKeys: exactly(contextKeys) }),
    };
    const { pendingChanges: pending = [], lastPending } = subscriber;
    const isRecent = lastPending && (pending.length > 0 || lastPending > later(now, -MARKING_MS));
    const shown = shownProfile(environment, subscriber);
    return { subscriber, shown, now, filter, contextKeys, pending, ...(isRecent && { settledUpTo: lastPending }) };
  }

  /** Newest first; messages created in the same millisecond are ordered by id (behaviour A5, A6). */
  async list(
    environment: Pick<EnvironmentRef, 'id' | 'caller'>,
    owner: InboxOwner,
    filter: NotificationFilter,
    { limit, after, offset = 0 }: NotificationPaging,
  ): Promise<NotificationPageDto> {
    const inbox = await this.open(environment, owner);
    const { where, ...query } = messageQuery(filter, inbox.now);
    const older = after === undefined ? {} : await this.olderThan(inbox, after);
    const selections = selectionsOf(inbox, { ...query, where: { $and: [where, older] } });
    const skip = after === undefined ? offset : 0;
    const found = await this.slots.run(inbox.subscriber._id, () =>
      findSelected(this.messages, selections, { skip, limit: limit + 1 }),
    );
    const shown = await withBundleCounts(this.messages, inbox, found.slice(0, limit));
    return {
      data: shown.map((message) => toNotificationDto(message, inbox.shown, inbox.now)),
      hasMore: found.length > limit,
      filter: { ...filter },
    };
  }

  /** Returns how many notifications match each of the filters, in their order (behaviour A7). */
  async count(
    environment: Pick<EnvironmentRef, 'id' | 'caller'>,
    owner: InboxOwner,
    filters: readonly NotificationFilter[],
  ): Promise<NotificationCountDto[]> {
    const inbox = await this.open(environment, owner);
    const counts = await this.slots.run(inbox.subscriber._id, () =>
      countFilters(this.messages, inbox, filters, this.config.inboxCountCap),
    );
    return filters.map((filter, index) => {
      const { count, isCapped } = counts[index]!;
      return { count, ...(isCapped && { countCapped: true }), filter: { ...filter } };
    });
  }

  private async olderThan(inbox: OpenInbox, id: string): Promise<QueryFilter<Message>> {
    const known = selectionsOf(inbox, { levels: LEVELS, where: { _id: new Types.ObjectId(id) }, hint: { _id: 1 } });
    const [last] = await findSelected(this.messages, known, { limit: 1 });
    if (last) return keysetFilter('createdAt', { id: last._id, value: last.createdAt }, 'descending', false);
    // Deleted meanwhile, as by another tab. Its id has the second of its trigger, which a message follows closely.
    const about = later(new Types.ObjectId(id).getTimestamp(), ANCHOR_MS);
    return { createdAt: { $lte: about } };
  }
}

/**
 * Behaviour A12: notifications of one inbox with the same `data.bundleSegment` form a bundle. Each notification that is not
 * archived gets as `data.bundleCount` the number of such notifications in its bundle, on this page or not. Costs one
 * command per page, several while changes are pending, and none for a page without bundles.
 */
async function withBundleCounts(messages: Model<Message>, inbox: OpenInbox, page: Message[]): Promise<Message[]> {
  const segments = [...new Set(page.flatMap((message) => bundleOf(message) ?? []))];
  if (segments.length === 0) return page;
  const where = { 'data.bundleSegment': { $in: segments } };
  const counts = new Map<string, number>();
  for (const selection of selectionsOf(inbox, { levels: levelsWith({ archived: false }), where })) {
    for (const { _id, count } of await countBundles(messages, selection)) {
      counts.set(_id, (counts.get(_id) ?? 0) + count);
    }
  }
  return page.map((message) => {
    const bundleCount = counts.get(bundleOf(message) ?? '');
    if (bundleCount === undefined) return message;
    const { data, ...rest } = message;
    return { ...rest, data: { ...data, bundleCount } };
  });
}

function countBundles(messages: Model<Message>, selection: Selection): Promise<{ _id: string; count: number }[]> {
  return messages
    .aggregate<{ _id: string; count: number }>([
      { $match: selection.filter },
      { $group: { _id: '$data.bundleSegment', count: { $sum: 1 } } },
    ])
    .option(optionsOf(selection));
}

/** The bundle of a message; undefined when it has none, or is archived. */
function bundleOf({ archived, data }: Message): string | undefined {
  const segment = data?.['bundleSegment'];
  return !archived && typeof segment === 'string' && segment !== '' ? segment : undefined;
}
