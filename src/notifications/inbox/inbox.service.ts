import { BadRequestException, Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, type QueryFilter, Types } from 'mongoose';
import { keysetFilter } from '../../platform/paging/cursor-page.js';
import { Config } from '../../platform/config/config.js';
import type { EnvironmentRef } from '../../auth/environment-ref.js';
import { Message } from '../messages/message.schema.js';
import { type NotificationCountDto, type NotificationPageDto, toNotificationDto } from './inbox.dto.js';
import { messageFilter, type NotificationFilter } from './filter/message-filter.js';
import { InboxAccess, type InboxOwner, type OpenInbox } from './inbox-access.service.js';
import { withBundleCounts } from './bundle-counts.js';

/** Which part of a list is asked for: what comes after a notification, or else behind so many. */
export interface NotificationPaging {
  limit: number;
  /** Id of a notification. */
  after?: string;
  offset?: number;
}

/** The in-app notifications of one subscriber: lists and counts. */
@Injectable()
export class InboxService {
  constructor(
    @InjectModel(Message.name) private readonly messages: Model<Message>,
    private readonly access: InboxAccess,
    private readonly config: Config,
  ) {}

  /** Newest first; messages made in the same millisecond are ordered by id (behaviour A5, A6). */
  async list(
    environment: Pick<EnvironmentRef, 'id'>,
    owner: InboxOwner,
    filter: NotificationFilter,
    { limit, after, offset = 0 }: NotificationPaging,
  ): Promise<NotificationPageDto> {
    const inbox = await this.access.open(environment, owner);
    const asked = messageFilter(filter, inbox.now);
    const found = await this.messages
      .find({ $and: [inbox.filter, asked, after === undefined ? {} : await this.olderThan(inbox, after)] })
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
   * How many notifications match each of the filters, in their order (behaviour A7). Each is a count of its own, and as
   * it stops at the cap it reads a bounded number of documents; one command for all would have to read the whole inbox.
   */
  async count(
    environment: Pick<EnvironmentRef, 'id'>,
    owner: InboxOwner,
    filters: readonly NotificationFilter[],
  ): Promise<NotificationCountDto[]> {
    const inbox = await this.access.open(environment, owner);
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
