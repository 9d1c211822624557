import { isDeepStrictEqual } from 'node:util';
import { BadRequestException, Injectable, NotFoundException } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, type QueryFilter } from 'mongoose';
import type { EnvironmentRef } from '../../auth/environment-ref.js';
import { EventsService } from '../../events/store/events.service.js';
import { Config } from '../../platform/config/config.js';
import { ValidationException } from '../../platform/errors/validation.exception.js';
import { keysetFilter } from '../../platform/paging/cursor-page.js';
import { isObject } from '../../platform/values/is-object.js';
import { jobId } from '../activity/to-activity-dto.js';
import { notHidden } from '../messages/message-filter.js';
import { InboxBulk } from '../inbox/inbox-bulk.service.js';
import { InboxService, type OpenInbox } from '../inbox/inbox.service.js';
import { levelsWith } from '../messages/message-levels.js';
import { Message } from '../messages/message.schema.js';
import { countSelected, findSelected } from '../messages/pending/read-selections.js';
import { type Selection, selectionsOf } from '../messages/pending/selections.js';
import { MessageRecords } from './message-records.service.js';
import type {
  FeedItemDto,
  FeedPageDto,
  FeedQueryDto,
  Mark,
  MarkAllMessagesDto,
  MarkFlagsDto,
} from './message-requests.dto.js';
import type { MessageDto } from './message.dto.js';
import { fromHex } from '../../platform/ids.js';

/** Number of messages whose triggers are read together. */
const CHUNK = 500;

type Environment = Pick<EnvironmentRef, 'id' | 'caller'>;

/** Lists and marks the in-app messages of a subscriber for older clients: by numbered page, including archived ones. */
@Injectable()
export class FeedService {
  constructor(
    @InjectModel(Message.name) private readonly messages: Model<Message>,
    private readonly inboxes: InboxService,
    private readonly bulk: InboxBulk,
    private readonly records: MessageRecords,
    private readonly triggers: EventsService,
    private readonly config: Config,
  ) {}

  /** Returns a page of the feed. An unknown subscriber is a 400 here. */
  async page(environment: Environment, subscriberId: string, query: FeedQueryDto): Promise<FeedPageDto> {
    const { page, limit, read, seen, payload, feedIdentifier } = query;
    const wanted = payload === undefined ? undefined : readPayload(payload);
    const inbox = await this.inboxes.open(environment, { subscriberId }).catch(unknownSubscriber);
    const feed = feedOf(inbox, { read, seen });
    if (namesFeed(feedIdentifier)) return { totalCount: 0, data: [], hasMore: false, pageSize: limit, page };
    const start = page * limit;
    const { found, totalCount } = wanted
      ? await this.findWithPayload(environment, feed, wanted, start, limit)
      : await this.find(feed, start, limit);
    return {
      totalCount,
      data: await this.describe(environment, found.slice(0, limit)),
      hasMore: found.length > limit,
      pageSize: limit,
      page,
    };
  }

  /** Counts unseen messages, or seen ones; the count stops at `limit`. */
  async count(
    environment: Environment,
    subscriberId: string,
    { seen, limit }: { seen: boolean; limit: number },
  ): Promise<number> {
    const inbox = await this.inboxes.open(environment, { subscriberId });
    return countSelected(this.messages, feedOf(inbox, { seen })(), limit);
  }

  /** Sets the state of messages; returns those the subscriber has. Snoozed ones stay unchanged. 404 when there is none, 400 without ids. */
  async mark(
    environment: Environment,
    subscriberId: string,
    ids: readonly string[],
    mark: Mark,
  ): Promise<MessageDto[]> {
    if (ids.length === 0) throw new BadRequestException('messageId must not be empty');
    await this.bulk.changeByIds(environment, { subscriberId }, ids, mark);
    const { filter } = await this.inboxes.open(environment, { subscriberId });
    // They are settled.
    const found = await this.messages.find({ ...filter, _id: { $in: ids.map(fromHex) } }).lean();
    if (found.length === 0) throw new NotFoundException('None of the messages was found');
    return this.records.describe(environment, found);
  }

  /** Sets the state of all messages that are not snoozed; returns how many were changed. */
  async markAll(
    environment: Environment,
    subscriberId: string,
    { markAs, feedIdentifier }: MarkAllMessagesDto,
  ): Promise<number> {
    if (!namesFeed(feedIdentifier)) return this.bulk.changeAll(environment, { subscriberId }, markAs);
    await this.inboxes.open(environment, { subscriberId });
    return 0;
  }

  private async find(feed: Feed, start: number, limit: number): Promise<Found> {
    const [found, totalCount] = await Promise.all([
      findSelected(this.messages, feed(), { skip: start, limit: limit + 1 }),
      countSelected(this.messages, feed(), this.config.inboxCountCap),
    ]);
    return { found, totalCount };
  }

  /** Payloads are stored with events, not with messages: the newest messages are searched, up to the cap. */
  private async findWithPayload(
    environment: Environment,
    feed: Feed,
    wanted: Record<string, unknown>,
    start: number,
    limit: number,
  ): Promise<Found> {
    const found: Message[] = [];
    let last: Message | undefined;
    for (let read = 0; read < this.config.inboxCountCap; read += CHUNK) {
      const older = last ? keysetFilter('createdAt', { id: last._id, value: last.createdAt }, 'descending', false) : {};
      const chunk = await findSelected(this.messages, feed(older), { limit: CHUNK });
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

/** Whether a request names feeds; an empty name counts as none. */
function namesFeed(names: readonly string[] | undefined): boolean {
  return names !== undefined && names.some((name) => name !== '');
}

/** Selects the messages of a feed that fulfil a condition; archived ones are among them. */
type Feed = (condition?: QueryFilter<Message>) => Selection[];

function feedOf(inbox: OpenInbox, state: Partial<Pick<Message, 'read' | 'seen'>>): Feed {
  const levels = levelsWith(state);
  return (condition = {}) => selectionsOf(inbox, { levels, where: { $and: [notHidden(inbox.now), condition] } });
}

function readPayload(text: string): Record<string, unknown> {
  try {
    const payload: unknown = JSON.parse(Buffer.from(text, 'base64').toString('utf8'));
    if (isObject(payload)) return payload;
  } catch {
    // Invalid JSON has the same response.
  }
  throw new BadRequestException('payload must be a JSON object in base64');
}

function unknownSubscriber(error: unknown): never {
  throw error instanceof NotFoundException ? new BadRequestException(error.message) : error;
}

/** The state that flags mean: a read message is seen, and an unseen one is unread. */
export function markOf({ read, seen }: MarkFlagsDto): Mark {
  if (read) return 'read';
  if (seen === false) return 'unseen';
  if (read === false) return 'unread';
  if (seen) return 'seen';
  throw ValidationException.of('mark', 'mark must have read or seen');
}

/** Whether `value` contains `part`: objects are compared by the keys of `part`, other values as a whole. */
export function contains(value: unknown, part: unknown): boolean {
  if (!isObject(part)) return isDeepStrictEqual(value, part);
  return (
    isObject(value) &&
    Object.entries(part).every(([key, wanted]) => Object.hasOwn(value, key) && contains(value[key], wanted))
  );
}
