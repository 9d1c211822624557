import { BadRequestException, Injectable, NotFoundException } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, Types } from 'mongoose';
import { ValidationException } from '../../platform/errors/validation.exception.js';
import type { EnvironmentRef } from '../../auth/environment-ref.js';
import { InboxAccess } from '../inbox/inbox-access.service.js';
import { InboxBulk } from '../inbox/inbox-bulk.service.js';
import { Message } from '../messages/message.schema.js';
import type { Mark, MarkAllMessagesDto, MarkFlagsDto } from './message-requests.dto.js';
import type { MessageDto } from './message.dto.js';
import { namesFeed } from './feed.service.js';
import { MessageRecords } from './message-records.service.js';

type Environment = Pick<EnvironmentRef, 'id'>;

/** Sets the state of in-app messages as older clients do it. Snoozed ones stay as they are. */
@Injectable()
export class MarksService {
  constructor(
    @InjectModel(Message.name) private readonly messages: Model<Message>,
    private readonly access: InboxAccess,
    private readonly bulk: InboxBulk,
    private readonly records: MessageRecords,
  ) {}

  /** Those of the messages that the subscriber has, as they are then; a 404 when there is none, a 400 for no ids. */
  async mark(
    environment: Environment,
    subscriberId: string,
    ids: readonly string[],
    mark: Mark,
  ): Promise<MessageDto[]> {
    if (ids.length === 0) throw new BadRequestException('messageId must not be empty');
    await this.bulk.changeByIds(environment, { subscriberId }, ids, mark);
    const { filter } = await this.access.open(environment, { subscriberId });
    const found = await this.messages.find({ ...filter, _id: { $in: ids.map((id) => new Types.ObjectId(id)) } }).lean();
    if (found.length === 0) throw new NotFoundException('None of the messages was found');
    return this.records.describe(environment, found);
  }

  /** How many messages were changed. */
  async markAll(
    environment: Environment,
    subscriberId: string,
    { markAs, feedIdentifier }: MarkAllMessagesDto,
  ): Promise<number> {
    if (!namesFeed(feedIdentifier)) return this.bulk.change(environment, { subscriberId }, {}, markAs);
    await this.access.open(environment, { subscriberId });
    return 0;
  }
}

/** The one state that flags stand for: what is read is seen, and what is not seen is not read. */
export function markOf({ read, seen }: MarkFlagsDto): Mark {
  if (read) return 'read';
  if (seen === false) return 'unseen';
  if (read === false) return 'unread';
  if (seen) return 'seen';
  throw ValidationException.of('mark', 'mark must have read or seen');
}
