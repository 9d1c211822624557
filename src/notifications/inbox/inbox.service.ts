import { BadRequestException, Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, type QueryFilter, Types } from 'mongoose';
import type { EnvironmentRef } from '../../auth/environment-ref.js';
import { exactly } from '../../contexts/trigger-context.js';
import { Clock } from '../../platform/clock.js';
import { Config } from '../../platform/config/config.js';
import { keysetFilter } from '../../platform/paging/cursor-page.js';
import type { Subscriber } from '../../subscribers/subscriber.schema.js';
import { SubscribersService } from '../../subscribers/subscribers.service.js';
import { Message } from '../messages/message.schema.js';
import { messageFilter, type NotificationFilter } from './message-filter.js';
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

/** An inbox at a point in time. */
export interface OpenInbox {
  subscriber: Subscriber;
  now: Date;
  /** Selects its messages; expired ones are excluded (behaviour N3). */
  filter: QueryFilter<Message>;
}

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
  constructor(
    @InjectModel(Message.name) private readonly messages: Model<Message>,
    private readonly subscribers: SubscribersService,
    private readonly clock: Clock,
    private readonly config: Config,
  ) {}

  /** Returns the inbox of a subscriber as it is now, or throws a 404 when there is no such subscriber. */
  async open(environment: Pick<EnvironmentRef, 'id'>, { subscriberId, contextKeys }: InboxOwner): Promise<OpenInbox> {
    const subscriber = await this.subscribers.findOrFail(environment, subscriberId);
    const now = this.clock.now();
    const filter: QueryFilter<Message> = {
      environmentId: environment.id,
      subscriberId: subscriber._id,
      channel: 'in_app',
      expiresAt: { $gt: now },
      ...(contextKeys && { contextKeys: exactly(contextKeys) }),
    };
    return { subscriber, now, filter };
  }

  /** Newest first; messages created in the same millisecond are ordered by id (behaviour A5, A6). */
  async list(
    environment: Pick<EnvironmentRef, 'id'>,
    owner: InboxOwner,
    filter: NotificationFilter,
    { limit, after, offset = 0 }: NotificationPaging,
  ): Promise<NotificationPageDto> {
    const inbox = await this.open(environment, owner);
    const requested = messageFilter(filter, inbox.now);
    const found = await this.messages
      .find({ $and: [inbox.filter, requested, after === undefined ? {} : await this.olderThan(inbox, after)] })
      .sort({ createdAt: -1, _id: -1 })
      .skip(after === undefined ? offset : 0)
      .limit(limit + 1)
      .lean();
    const shown = await withBundleCounts(this.messages, inbox.filter, found.slice(0, limit));
    return {
      data: shown.map((message) => toNotificationDto(message, inbox.subscriber, inbox.now)),
      hasMore: found.length > limit,
      filter: { ...filter },
    };
  }

  /**
   * Returns how many notifications match each of the filters, in their order (behaviour A7). Each filter is counted by a
   * separate command, which stops at the cap and so reads a bounded number of documents; a single command for all filters
   * would have to read the whole inbox.
   */
  async count(
    environment: Pick<EnvironmentRef, 'id'>,
    owner: InboxOwner,
    filters: readonly NotificationFilter[],
  ): Promise<NotificationCountDto[]> {
    const inbox = await this.open(environment, owner);
    const queries = filters.map((filter) => ({ $and: [inbox.filter, messageFilter(filter, inbox.now)] }));
    const cap = this.config.inboxCountCap;
    const counts = await Promise.all(queries.map((query) => this.messages.countDocuments(query, { limit: cap + 1 })));
    return filters.map((filter, index) => {
      const count = counts[index]!;
      return { count: Math.min(count, cap), ...(count > cap && { countCapped: true }), filter: { ...filter } };
    });
  }

  private async olderThan({ filter }: OpenInbox, id: string): Promise<QueryFilter<Message>> {
    const last = await this.messages.findOne({ ...filter, _id: new Types.ObjectId(id) }, { createdAt: 1 }).lean();
    if (!last) throw new BadRequestException(`There is no notification '${id}' to continue after`);
    return keysetFilter('createdAt', { id: last._id, value: last.createdAt }, 'descending', false);
  }
}

/**
 * Behaviour A12: notifications of one inbox with the same `data.bundleSegment` form a bundle. Each notification that is not
 * archived gets as `data.bundleCount` the number of such notifications in its bundle, on this page or not. Costs one
 * command per page, and none for a page without bundles.
 */
async function withBundleCounts(
  messages: Model<Message>,
  inbox: QueryFilter<Message>,
  page: Message[],
): Promise<Message[]> {
  const segments = [...new Set(page.flatMap((message) => bundleOf(message) ?? []))];
  if (segments.length === 0) return page;
  const counted = await messages.aggregate<{ _id: string; count: number }>([
    { $match: { ...inbox, archived: false, 'data.bundleSegment': { $in: segments } } },
    { $group: { _id: '$data.bundleSegment', count: { $sum: 1 } } },
  ]);
  const counts = new Map(counted.map(({ _id, count }) => [_id, count]));
  return page.map((message) => {
    const bundleCount = counts.get(bundleOf(message) ?? '');
    if (bundleCount === undefined) return message;
    const { data, ...rest } = message;
    return { ...rest, data: { ...data, bundleCount } };
  });
}

/** The bundle of a message; undefined when it has none, or is archived. */
function bundleOf({ archived, data }: Message): string | undefined {
  const segment = data?.['bundleSegment'];
  return !archived && typeof segment === 'string' && segment !== '' ? segment : undefined;
}
