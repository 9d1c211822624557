import { BadRequestException, Injectable, NotFoundException } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, type PipelineStage, type QueryFilter, Types } from 'mongoose';
import { Clock } from '../../common/clock.js';
import type { EnvironmentRef } from '../../environments/environment-ref.js';
import type { Subscriber } from '../../subscribers/subscriber.schema.js';
import { SubscribersService } from '../../subscribers/subscribers.service.js';
import { type ActionType, Message } from '../messages/message.schema.js';
import { actionUpdate, type StateChange, stateChangeUpdate } from '../messages/state-changes.js';
import type { ListNotificationsDto } from './dto/list-notifications.dto.js';
import type { MarkSeenDto } from './dto/mark-seen.dto.js';
import { type NotificationDto, toNotificationDto } from './dto/notification.dto.js';
import type { NotificationPageDto } from './dto/notification-page.dto.js';
import { withBundleCounts } from './bundle-counts.js';
import { messageFilter } from './message-filter.js';

const PIPELINE = { updatePipeline: true, returnDocument: 'after' } as const;

/** The in-app notifications of one subscriber, and their state. */
@Injectable()
export class InboxService {
  constructor(
    @InjectModel(Message.name) private readonly messages: Model<Message>,
    private readonly subscribers: SubscribersService,
    private readonly clock: Clock,
  ) {}

  /** Newest first; messages made in the same millisecond are ordered by id (behaviour A5, A6). */
  async list(
    environment: EnvironmentRef,
    subscriberId: string,
    query: ListNotificationsDto,
  ): Promise<NotificationPageDto> {
    const { limit, after, offset = 0, ...filter } = query;
    const subscriber = await this.subscribers.findOrFail(environment, subscriberId);
    const inbox = this.inboxOf(environment, subscriber);
    const found = await this.messages
      .find({ $and: [inbox, messageFilter(filter), after === undefined ? {} : await this.olderThan(inbox, after)] })
      .sort({ createdAt: -1, _id: -1 })
      .skip(after === undefined ? offset : 0)
      .limit(limit + 1)
      .lean();
    const shown = await withBundleCounts(this.messages, inbox, found.slice(0, limit));
    return {
      data: shown.map((message) => toNotificationDto(message, subscriber)),
      hasMore: found.length > limit,
      filter: { ...filter },
    };
  }

  /** One row of the table in behaviour section 11, for one notification. */
  async change(
    environment: EnvironmentRef,
    subscriberId: string,
    notificationId: Types.ObjectId,
    change: StateChange,
  ): Promise<NotificationDto> {
    const subscriber = await this.subscribers.findOrFail(environment, subscriberId);
    const update = stateChangeUpdate(change, this.clock.now());
    const message = await this.update(environment, subscriber, { _id: notificationId }, update);
    if (!message) throw notFound(notificationId);
    return toNotificationDto(message, subscriber);
  }

  /** Marks the notifications with these ids, or else all that match the filters, as seen. */
  async markSeen(environment: EnvironmentRef, subscriberId: string, which: MarkSeenDto): Promise<void> {
    const subscriber = await this.subscribers.findOrFail(environment, subscriberId);
    const { notificationIds, ...filter } = which;
    const selection = notificationIds
      ? { _id: { $in: notificationIds.map((id) => new Types.ObjectId(id)) } }
      : messageFilter(filter);
    const unseen = { $and: [this.inboxOf(environment, subscriber), selection, { seen: false }] };
    await this.messages.updateMany(unseen, stateChangeUpdate('seen', this.clock.now()), { updatePipeline: true });
  }

  /** Completes a button, or puts it back to pending (behaviour A4). A button that is not there is a 400. */
  async setAction(
    environment: EnvironmentRef,
    subscriberId: string,
    notificationId: Types.ObjectId,
    action: ActionType,
    completed: boolean,
  ): Promise<NotificationDto> {
    const subscriber = await this.subscribers.findOrFail(environment, subscriberId);
    const withButton = { _id: notificationId, [`actions.${action}`]: { $exists: true } };
    const update = actionUpdate(action, completed, this.clock.now());
    const message = await this.update(environment, subscriber, withButton, update);
    if (message) return toNotificationDto(message, subscriber);
    const exists = await this.messages.exists({ ...this.inboxOf(environment, subscriber), _id: notificationId });
    if (!exists) throw notFound(notificationId);
    throw new BadRequestException(`Notification '${notificationId.toHexString()}' has no ${action} action`);
  }

  private inboxOf({ id: environmentId }: EnvironmentRef, { _id: subscriberId }: Subscriber): QueryFilter<Message> {
    return { environmentId, subscriberId, channel: 'in_app' };
  }

  private update(
    environment: EnvironmentRef,
    subscriber: Subscriber,
    selection: QueryFilter<Message>,
    update: PipelineStage.Set[],
  ): Promise<Message | null> {
    const filter = { ...this.inboxOf(environment, subscriber), ...selection };
    return this.messages.findOneAndUpdate(filter, update, PIPELINE).lean();
  }

  private async olderThan(inbox: QueryFilter<Message>, id: string): Promise<QueryFilter<Message>> {
    const last = await this.messages.findOne({ ...inbox, _id: new Types.ObjectId(id) }, { createdAt: 1 }).lean();
    if (!last) throw new BadRequestException(`There is no notification '${id}' to continue after`);
    return {
      $or: [{ createdAt: { $lt: last.createdAt } }, { createdAt: last.createdAt, _id: { $lt: last._id } }],
    };
  }
}

function notFound(id: Types.ObjectId): NotFoundException {
  return new NotFoundException(`Notification '${id.toHexString()}' was not found`);
}
