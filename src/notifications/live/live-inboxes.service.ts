import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model, QueryFilter, Types } from 'mongoose';
import type { EnvironmentRef } from '../../auth/environment-ref.js';
import { exactly } from '../../contexts/trigger-context.js';
import { Clock } from '../../platform/clock.js';
import { Config } from '../../platform/config/config.js';
import type { Severity } from '../../workflows/workflow.schema.js';
import { notHidden } from '../inbox/message-filter.js';
import { Message } from '../messages/message.schema.js';

/** Unread messages of a subscriber with the same contexts and severity, either all seen or all unseen. */
export interface UnreadGroup {
  subscriberId: Types.ObjectId;
  contextKeys: string[];
  severity: Severity;
  seen: boolean;
  count: number;
  /** When the first of them expires. */
  expiresAt: Date;
}

/** Messages that a client has missed while it was not connected. */
interface MissedMessages {
  /** Oldest first. */
  messages: Message[];
  /** There are more, or the last message the client knows no longer exists. */
  hasMore: boolean;
}

/** Overlap with the last message a client knows: other messages may have been created before it and stored after it. */
const OVERLAP_MS = 10_000;

/** Reads what live updates send, for many subscribers at a time. */
@Injectable()
export class LiveInboxesService {
  constructor(
    @InjectModel(Message.name) private readonly messages: Model<Message>,
    private readonly clock: Clock,
    private readonly config: Config,
  ) {}

  /** The messages with these ids that inboxes show, oldest first. */
  find(environment: Pick<EnvironmentRef, 'id'>, ids: Types.ObjectId[]): Promise<Message[]> {
    return this.messages
      .find({ ...shown(environment, this.clock.now()), _id: { $in: ids } })
      .sort(OLDEST_FIRST)
      .lean();
  }

  /** Counts the unread messages of subscribers with one command, unless their inboxes are very full. */
  async countUnread(
    environment: Pick<EnvironmentRef, 'id'>,
    subscriberIds: readonly Types.ObjectId[],
  ): Promise<UnreadGroup[]> {
    const cap = this.config.inboxCountCap;
    const most = cap * subscriberIds.length;
    const groups = await this.groupUnread(environment, subscriberIds, most);
    const counted = groups.reduce((sum, { count }) => sum + count, 0);
    if (counted < most || subscriberIds.length === 1) return groups;
    // The total limit was reached: each inbox is counted by itself, so that a full one does not affect the others.
    const each = await Promise.all(subscriberIds.map((id) => this.groupUnread(environment, [id], cap)));
    return each.flat();
  }

  /** The messages of a subscriber after one that the client knows, at most `limit`. */
  async findMissed(
    environment: Pick<EnvironmentRef, 'id'>,
    owner: { subscriberId: Types.ObjectId; contextKeys: readonly string[] },
    { after, limit }: { after: Types.ObjectId; limit: number },
  ): Promise<MissedMessages> {
    const now = this.clock.now();
    const known = {
      environmentId: environment.id,
      subscriberId: owner.subscriberId,
      channel: 'in_app',
      _id: after,
      expiresAt: { $gt: now },
    } as const;
    const last = await this.messages.findOne(known, { createdAt: 1 }).lean();
    if (!last) return { messages: [], hasMore: true };
    const since = { time: new Date(last.createdAt.getTime() - OVERLAP_MS), except: after };
    const found = await this.messages
      .find({ ...shown(environment, now), ...madeSince(owner, since) })
      .sort(OLDEST_FIRST)
      .limit(limit + 1)
      .lean();
    return { messages: found.slice(0, limit), hasMore: found.length > limit };
  }

  private groupUnread(
    environment: Pick<EnvironmentRef, 'id'>,
    subscriberIds: readonly Types.ObjectId[],
    most: number,
  ): Promise<UnreadGroup[]> {
    return this.messages.aggregate<UnreadGroup>([
      { $match: { ...shown(environment, this.clock.now()), ...unreadOf(subscriberIds) } },
      { $limit: most },
      {
        $group: {
          _id: {
            subscriberId: '$subscriberId',
            contextKeys: '$contextKeys',
            severity: '$severity',
            seen: '$seen',
          },
          count: { $sum: 1 },
          expiresAt: { $min: '$expiresAt' },
        },
      },
      { $replaceWith: { $mergeObjects: ['$_id', { count: '$count', expiresAt: '$expiresAt' }] } },
    ]);
  }
}

/** Selects the messages that inboxes show: not expired (behaviour N3) and not snoozed (A9). */
export function shown({ id: environmentId }: Pick<EnvironmentRef, 'id'>, now: Date): QueryFilter<Message> {
  return { environmentId, channel: 'in_app', expiresAt: { $gt: now }, ...notHidden(now) };
}

/** Selects the unread messages of these subscribers. */
export function unreadOf(subscriberIds: readonly Types.ObjectId[]): QueryFilter<Message> {
  return { subscriberId: { $in: subscriberIds }, archived: false, read: false };
}

/** Selects messages of a subscriber in exactly these contexts that were created at a time or later, except one. */
export function madeSince(
  { subscriberId, contextKeys }: { subscriberId: Types.ObjectId; contextKeys: readonly string[] },
  { time, except }: { time: Date; except: Types.ObjectId },
): QueryFilter<Message> {
  return {
    subscriberId,
    archived: false,
    contextKeys: exactly(contextKeys),
    createdAt: { $gte: time },
    _id: { $ne: except },
  };
}

/** The order in which messages were created. */
export const OLDEST_FIRST = { createdAt: 1, _id: 1 } as const;
