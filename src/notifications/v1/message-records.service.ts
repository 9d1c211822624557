import { BadRequestException, Injectable, NotFoundException } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model, QueryFilter, Types } from 'mongoose';
import type { Channel } from '#libs/channels.js';
import { Clock } from '../../platform/clock.js';
import { findNumberedPage } from '../../platform/paging/offset-page.js';
import { exactly } from '../../contexts/trigger-context.js';
import { type EnvironmentRef, mayIn } from '../../auth/environment-ref.js';
import { EventsService } from '../../events/store/events.service.js';
import { EnvironmentLookup } from '../../auth/environment-lookup.service.js';
import { SubscribersService } from '../../subscribers/subscribers.service.js';
import { maskedPayload } from '../../workflows/payload-schema/write-only.js';
import { WorkflowsService } from '../../workflows/workflows.service.js';
import { MessageContents } from '../activity/content/message-contents.service.js';
import { MessageEvents } from '../messages/message-events.service.js';
import { Message } from '../messages/message.schema.js';
import { PendingChanges } from '../messages/pending/pending-changes.service.js';
import type { ListMessagesDto } from './message-requests.dto.js';
import { type MessageDto, type MessagePageDto, toMessageDto } from './message.dto.js';

const MAX_PER_PAGE = 1000;

/** Number of messages that one command deletes. */
const CHUNK = 1000;

type Environment = Pick<EnvironmentRef, 'id' | 'caller'>;

/** Lists and deletes the messages of an environment, on any channel. */
@Injectable()
export class MessageRecords {
  constructor(
    @InjectModel(Message.name) private readonly messages: Model<Message>,
    private readonly subscribers: SubscribersService,
    private readonly triggers: EventsService,
    private readonly workflows: WorkflowsService,
    private readonly environments: EnvironmentLookup,
    private readonly events: MessageEvents,
    private readonly contents: MessageContents,
    private readonly pending: PendingChanges,
    private readonly clock: Clock,
  ) {}

  /** Newest first. A late page costs as much as all pages before it. */
  async list(environment: Environment, { page, limit, ...filter }: ListMessagesDto): Promise<MessagePageDto> {
    if (limit > MAX_PER_PAGE) throw new BadRequestException(`limit must not be greater than ${MAX_PER_PAGE}`);
    const requested = await this.filterOf(environment, filter);
    const read = () => findNumberedPage(this.messages, requested, { page, limit });
    const first = await read();
    const { rows, hasMore } = (await this.pending.settleRead(first.rows)) ? await read() : first;
    return { data: await this.describe(environment, rows), hasMore, pageSize: limit, page };
  }

  /**
   * Maps messages to responses, with their subscribers, and the payloads of their triggers, masked as in the activity. One command
   * each.
   */
  async describe(environment: Environment, messages: readonly Message[]): Promise<MessageDto[]> {
    const [subscribers, payloads, workflows, shown] = await Promise.all([
      this.subscribers.findByIds(
        environment,
        messages.map(({ subscriberId }) => subscriberId),
      ),
      this.triggers.findPayloads(
        environment,
        messages.map(({ transactionId }) => transactionId),
      ),
      this.workflows.findByIds(
        environment,
        messages.map(({ workflow }) => workflow.id),
      ),
      this.environments.find(environment.id),
    ]);
    const payloadOf = ({ transactionId, workflow }: Message) => {
      const payload = payloads.get(transactionId);
      const schema = workflows.get(workflow.id)?.payloadSchema;
      return payload && maskedPayload(payload, { schema, keys: shown?.maskedPayloadKeys });
    };
    const now = this.clock.now();
    const showsPeople = mayIn(environment, 'subscribers:read');
    return messages.map((message) =>
      toMessageDto(
        message,
        {
          subscriber: showsPeople ? subscribers.get(message.subscriberId) : undefined,
          payload: payloadOf(message),
        },
        now,
      ),
    );
  }

  /** Deletes a message, or throws a 404. */
  async delete(environment: Environment, id: Types.ObjectId): Promise<void> {
    const deleted = await this.messages.findOneAndDelete({ ...(await this.stored(environment)), _id: id }).lean();
    if (!deleted) throw new NotFoundException(`Message '${id}' was not found`);
    await this.contents.delete(environment, [id]);
    this.events.deleted(environment, [deleted]);
  }

  /** Deletes the messages that a trigger has created so far, on one channel or all; a 404 when there are none. */
  async deleteByTransaction(
    environment: Environment,
    transactionId: string,
    channel: Channel | undefined,
  ): Promise<void> {
    const filter = { ...(await this.stored(environment)), transactionId, ...ofChannel(channel) };
    for (let total = 0; ;) {
      const found = await this.messages.find(filter, { subscriberId: 1, channel: 1 }).limit(CHUNK).lean();
      total += found.length;
      if (total === 0) throw new NotFoundException(`Messages of transaction '${transactionId}' were not found`);
      const ids = found.map(({ _id }) => _id);
      await this.contents.delete(environment, ids);
      await this.messages.deleteMany({ _id: { $in: ids } });
      this.events.deleted(environment, found);
      if (found.length < CHUNK) return;
    }
  }

  private async stored(environment: Environment): Promise<QueryFilter<Message>> {
    const { id: environmentId } = environment;
    return { environmentId, expiresAt: { $gt: this.clock.now() }, ...(await this.pending.notDeleted(environment)) };
  }

  private async filterOf(
    environment: Environment,
    { subscriberId, transactionId, channel, contextKeys }: Omit<ListMessagesDto, 'page' | 'limit'>,
  ): Promise<QueryFilter<Message>> {
    return {
      ...(await this.stored(environment)),
      ...(subscriberId !== undefined && {
        subscriberId: { $in: await this.subscribers.findIds(environment, [subscriberId]) },
      }),
      ...(transactionId && { transactionId: { $in: transactionId } }),
      ...ofChannel(channel),
      ...(contextKeys && { contextKeys: exactly(contextKeys) }),
    };
  }
}

/** Selects by channel; a channel that Carillon does not support has no messages. */
function ofChannel(channel: Channel | undefined): QueryFilter<Message> {
  return channel === undefined ? {} : { channel };
}
