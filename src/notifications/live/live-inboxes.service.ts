import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model, Types } from 'mongoose';
import { Clock } from '../../platform/clock.js';
import { Config } from '../../platform/config/config.js';
import type { EnvironmentRef } from '../../auth/environment-ref.js';
import type { Severity } from '../../workflows/severity.js';
import { Message } from '../messages/message.schema.js';
import { madeSince, OLDEST_FIRST, shown, unreadOf } from './live-filters.js';

/** Unread messages of a subscriber that have the same contexts and severity, and were either seen or not. */
export interface UnreadGroup {
  subscriberId: Types.ObjectId;
  contextKeys: string[];
  severity: Severity;
  seen: boolean;
  count: number;
  /** When the first of them expires. */
  expiresAt: Date;
}

/** Messages that somebody who was away has missed. */
export interface MissedMessages {
  /** Oldest first. */
  messages: Message[];
  /** There are more, or it is not known since when somebody was away. */
  hasMore: boolean;
}

/** Looks back this far behind the last message a client knows: others may have been made before it and stored after it. */
const OVERLAP_MS = 10_000;

/** What connections are told, read for many subscribers at a time. */
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

  /** How many unread messages subscribers have: one command, unless their inboxes are very full. */
  async countUnread(
    environment: Pick<EnvironmentRef, 'id'>,
    subscriberIds: readonly Types.ObjectId[],
  ): Promise<UnreadGroup[]> {
    const cap = this.config.inboxCountCap;
    const most = cap * subscriberIds.length;
    const groups = await this.groupUnread(environment, subscriberIds, most);
    const counted = groups.reduce((sum, { count }) => sum + count, 0);
    if (counted < most || subscriberIds.length === 1) return groups;
    // One full inbox must not keep others from being counted.
    const each = await Promise.all(subscriberIds.map((id) => this.groupUnread(environment, [id], cap)));
    return each.flat();
  }

  /** The messages a subscriber has got since one that is known to the client, at most so many. */
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
