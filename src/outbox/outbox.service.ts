import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, type QueryFilter, Types } from 'mongoose';
import { notFound } from '../platform/errors/exceptions.js';
import { Clock } from '../platform/clock.js';
import { WriteBatcher } from '../platform/scheduling/write-batcher.js';
import { type CursorPage, findCursorPage } from '../platform/paging/cursor-page.js';
import type { EnvironmentRef, InEnvironment } from '../auth/environment-ref.js';
import { RetentionService } from '../auth/retention.service.js';
import { ignoreDuplicates, rawCollection } from '../platform/persistence/writes.js';
import type { ListOutboxQueryDto, OutboxFilterDto } from './outbox.dto.js';
import { type KeptContent, type OutboxEntry, OutboxMessage } from './outbox-message.schema.js';
import { keptContent, summaryOf } from './kept-content.js';

/** A message to keep. */
interface NewOutboxMessage extends Pick<
  OutboxMessage,
  'key' | 'providerId' | 'integrationId' | 'transactionId' | 'messageId' | 'subscriberId' | 'runId'
> {
  content: KeptContent;
}

/** Keeps messages that are not sent, so that users can look at them. They expire by themselves. */
@Injectable()
export class OutboxService {
  private readonly batcher = new WriteBatcher((messages: OutboxMessage[]) => this.insert(messages));

  constructor(
    @InjectModel(OutboxMessage.name) private readonly messages: Model<OutboxMessage>,
    private readonly retention: RetentionService,
    private readonly clock: Clock,
  ) {}

  /** Stores a message unless one with its key is stored. Messages that arrive together share one command. */
  async keep({ id: environmentId, organizationId }: EnvironmentRef, message: NewOutboxMessage): Promise<void> {
    const { content, subscriberId, ...fields } = message;
    const now = this.clock.now();
    const kept: OutboxMessage = {
      _id: new Types.ObjectId(),
      environmentId,
      organizationId,
      ...(subscriberId && { subscriberId }),
      ...fields,
      channel: content.channel,
      ...summaryOf(content),
      content: keptContent(content),
      createdAt: now,
      expiresAt: await this.retention.expiry(environmentId, 'outbox', now),
    };
    await this.batcher.add([kept]);
  }

  /** A page of the environment's messages, newest first unless ordered otherwise. */
  list(environment: InEnvironment, query: ListOutboxQueryDto): Promise<CursorPage<OutboxEntry>> {
    const filter = matching(environment, query);
    return findCursorPage(this.messages, filter, Object.assign({}, query, { orderBy: 'createdAt' }));
  }

  /** Throws 404 when the environment has no such message. */
  async findOrFail({ id: environmentId }: InEnvironment, id: Types.ObjectId): Promise<OutboxMessage> {
    const message = await this.messages.findOne({ _id: id, environmentId }).select('+content').lean();
    if (!message) throw notFound('Outbox message', id);
    return message;
  }

  /** Deletes the matching messages of the environment; without filters, all of them. */
  async clear(environment: InEnvironment, filter: OutboxFilterDto = {}): Promise<void> {
    await this.messages.deleteMany(matching(environment, filter));
  }

  private async insert(messages: OutboxMessage[]): Promise<void> {
    await rawCollection<OutboxMessage>(this.messages).insertMany(messages, { ordered: false }).catch(ignoreDuplicates);
  }
}

function matching(
  { id: environmentId }: InEnvironment,
  { channel, recipient, transactionId }: OutboxFilterDto,
): QueryFilter<OutboxMessage> {
  return {
    environmentId,
    ...(channel !== undefined && { channel }),
    ...(recipient !== undefined && { recipients: recipient }),
    ...(transactionId !== undefined && { transactionId }),
  };
}
