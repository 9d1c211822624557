import { BadRequestException, Injectable, NotFoundException } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model, QueryFilter } from 'mongoose';
import { keysetFilter } from '../../platform/paging/cursor-page.js';
import { isObject } from '../../platform/values/is-object.js';
import { Config } from '../../platform/config/config.js';
import type { EnvironmentRef } from '../../auth/environment-ref.js';
import { EventsService } from '../../events/events.service.js';
import { jobId } from '../activity/to-activity-dto.js';
import { notHidden } from '../inbox/filter/message-filter.js';
import { InboxAccess, type OpenInbox } from '../inbox/inbox-access.service.js';
import { Message } from '../messages/message.schema.js';
import { contains } from './contains.js';
import type { FeedItemDto, FeedPageDto, FeedQueryDto } from './message-requests.dto.js';
import { MessageRecords } from './message-records.service.js';

/** Messages whose triggers are looked at together. */
const CHUNK = 500;
const NEWEST_FIRST = { createdAt: -1, _id: -1 } as const;

type Environment = Pick<EnvironmentRef, 'id'>;

/** The in-app messages of a subscriber as older clients ask for them: by page, archived ones among them. */
@Injectable()
export class FeedService {
  constructor(
    @InjectModel(Message.name) private readonly messages: Model<Message>,
    private readonly access: InboxAccess,
    private readonly records: MessageRecords,
    private readonly triggers: EventsService,
    private readonly config: Config,
  ) {}

  /** An unknown subscriber is a 400 here. */
  async page(environment: Environment, subscriberId: string, query: FeedQueryDto): Promise<FeedPageDto> {
    const { page, limit, read, seen, payload, feedIdentifier } = query;
    const wanted = payload === undefined ? undefined : readPayload(payload);
    const inbox = await this.access.open(environment, { subscriberId }).catch(unknownSubscriber);
    const filter = { ...feedOf(inbox), ...(read !== undefined && { read }), ...(seen !== undefined && { seen }) };
    if (namesFeed(feedIdentifier)) return { totalCount: 0, data: [], hasMore: false, pageSize: limit, page };
    const start = page * limit;
    const { found, totalCount } = wanted
      ? await this.findWithPayload(environment, filter, wanted, start, limit)
      : await this.find(filter, start, limit);
    return {
      totalCount,
      data: await this.describe(environment, found.slice(0, limit)),
      hasMore: found.length > limit,
      pageSize: limit,
      page,
    };
  }

  /** How many messages nobody has seen, or how many somebody has; the count stops at `limit`. */
  async count(
    environment: Environment,
    subscriberId: string,
    { seen, limit }: { seen: boolean; limit: number },
  ): Promise<number> {
    const inbox = await this.access.open(environment, { subscriberId });
    // What nobody has seen is not archived either; an index knows what is new.
    const filter = { ...feedOf(inbox), seen, ...(!seen && { archived: false }) };
    return this.messages.countDocuments(filter, { limit });
  }

  private async find(filter: QueryFilter<Message>, start: number, limit: number): Promise<Found> {
    const [found, totalCount] = await Promise.all([
      this.messages
        .find(filter)
        .sort(NEWEST_FIRST)
        .skip(start)
        .limit(limit + 1)
        .lean(),
      this.messages.countDocuments(filter, { limit: this.config.inboxCountCap }),
    ]);
    return { found, totalCount };
  }

  /** Payloads are stored with triggers, not with messages: the newest messages are looked through, up to the cap. */
  private async findWithPayload(
    environment: Environment,
    filter: QueryFilter<Message>,
    wanted: Record<string, unknown>,
    start: number,
    limit: number,
  ): Promise<Found> {
    const found: Message[] = [];
    let last: Message | undefined;
    for (let read = 0; read < this.config.inboxCountCap; read += CHUNK) {
      const behind = last
        ? keysetFilter('createdAt', { id: last._id, value: last.createdAt }, 'descending', false)
        : {};
      const chunk = await this.messages
        .find({ $and: [filter, behind] })
        .sort(NEWEST_FIRST)
        .limit(CHUNK)
        .lean();
      const payloads = await this.triggers.findPayloads(
        environment,
        chunk.map(({ transactionId }) => transactionId),
      );
      found.push(...chunk.filter(({ transactionId }) => contains(payloads.get(transactionId), wanted)));
      last = chunk.at(-1);
      if (chunk.length < CHUNK) break;
    }
    return { found: found.slice(start, start + limit + 1), totalCount: found.length };
  }

  private async describe(environment: Environment, messages: Message[]): Promise<FeedItemDto[]> {
    const described = await this.records.describe(environment, messages);
    return described.map((message, index) => {
      const { runId, stepId, body } = messages[index]!;
      return Object.assign(message, { _jobId: jobId(runId, stepId), content: body });
    });
  }
}

interface Found {
  /** One more than the page has, if there are more. */
  found: Message[];
  totalCount: number;
}

/** Whether a request asks for feeds by name; an empty name counts as none. */
export function namesFeed(names: readonly string[] | undefined): boolean {
  return names !== undefined && names.some((name) => name !== '');
}

function feedOf({ filter, now }: OpenInbox): QueryFilter<Message> {
  return { ...filter, ...notHidden(now) };
}

function readPayload(text: string): Record<string, unknown> {
  try {
    const payload: unknown = JSON.parse(Buffer.from(text, 'base64').toString('utf8'));
    if (isObject(payload)) return payload;
  } catch {
    // Not even JSON: the same answer.
  }
  throw new BadRequestException('payload must be a JSON object in base64');
}

function unknownSubscriber(error: unknown): never {
  throw error instanceof NotFoundException ? new BadRequestException(error.message) : error;
}
