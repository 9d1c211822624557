import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model, PipelineStage, QueryFilter, Types } from 'mongoose';
import type { EnvironmentRef } from '../../auth/environment-ref.js';
import { exactly } from '../../contexts/trigger-context.js';
import { Clock } from '../../platform/clock.js';
import { Config } from '../../platform/config/config.js';
import type { Severity } from '../../workflows/workflow.schema.js';
import { notHidden } from '../messages/message-filter.js';
import { LEVELS, levelsFilter, levelsWith } from '../messages/message-levels.js';
import { Message } from '../messages/message.schema.js';
import { PendingChanges } from '../messages/pending/pending-changes.service.js';
import { findSelected, OLDEST_FIRST, optionsOf } from '../messages/pending/read-selections.js';
import { type Selection, selectionsOf } from '../messages/pending/selections.js';
import type { PendingChange } from '../../subscribers/pending-change.js';

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
    private readonly pending: PendingChanges,
    private readonly clock: Clock,
    private readonly config: Config,
  ) {}

  /** The messages with these ids that inboxes show, oldest first. */
  async find(environment: Pick<EnvironmentRef, 'id'>, ids: Types.ObjectId[]): Promise<Message[]> {
    const read = () =>
      this.messages
        .find({ ...shown(environment, this.clock.now()), _id: { $in: ids } })
        .sort(OLDEST_FIRST)
        .lean();
    const found = await read();
    return (await this.pending.settleRead(found)) ? read() : found;
  }

  /**
   * Counts the unread messages of subscribers. Several groups may have the same contexts, severity and state. Two commands,
   * unless inboxes are very full or changes of them are pending.
   */
  async countUnread(
    environment: Pick<EnvironmentRef, 'id'>,
    subscriberIds: readonly Types.ObjectId[],
  ): Promise<UnreadGroup[]> {
    const pending = await this.pending.findOf(subscriberIds);
    const others = subscriberIds.filter((id) => !pending.has(id));
    const groups = others.length > 0 ? await this.countStored(environment, others) : [];
    for (const id of subscriberIds) {
      const changes = pending.get(id);
      if (changes) groups.push(...(await this.countPending(environment, id, changes)));
    }
    return groups;
  }

  private async countStored(
    environment: Pick<EnvironmentRef, 'id'>,
    subscriberIds: readonly Types.ObjectId[],
  ): Promise<UnreadGroup[]> {
    const cap = this.config.inboxCountCap;
    const total = cap * subscriberIds.length;
    const groups = await this.groupUnread(unreadIn(environment, subscriberIds, this.clock.now()), total);
    const counted = groups.reduce((sum, { count }) => sum + count, 0);
    if (counted < total || subscriberIds.length === 1) return groups;
    // The total limit was reached: each inbox is counted by itself, so that a full one does not affect the others.
    const each = await Promise.all(
      subscriberIds.map((id) => this.groupUnread(unreadIn(environment, [id], this.clock.now()), cap)),
    );
    return each.flat();
  }

  /** Counts the unread messages of a subscriber with pending changes, by what they lead to. */
  private async countPending(
    environment: Pick<EnvironmentRef, 'id'>,
    subscriberId: Types.ObjectId,
    pending: readonly PendingChange[],
  ): Promise<UnreadGroup[]> {
    const inbox = { filter: { ...shown(environment, this.clock.now()), subscriberId }, pending };
    const groups: UnreadGroup[] = [];
    for (const level of levelsWith({ read: false })) {
      for (const selection of selectionsOf(inbox, { levels: [level], where: {} })) {
        const counted = await this.groupUnread(selection, this.config.inboxCountCap);
        groups.push(...counted.map((group) => ({ ...group, seen: level === 'seen' })));
      }
    }
    return groups;
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
    const pending = (await this.pending.findOf([owner.subscriberId])).get(owner.subscriberId) ?? [];
    const { contextKeys } = owner;
    const ofKnown = selectionsOf({ filter: known, pending }, { levels: LEVELS, where: {}, hint: { _id: 1 } });
    const [last] = await findSelected(this.messages, ofKnown, { limit: 1 });
    if (!last) return { messages: [], hasMore: true };
    const since = { time: new Date(last.createdAt.getTime() - OVERLAP_MS), except: after };
    const inbox = { filter: { ...shown(environment, now), ...madeSince(owner, since) }, contextKeys, pending };
    const found = await findSelected(
      this.messages,
      selectionsOf(inbox, { levels: levelsWith({ archived: false }), where: {} }),
      { limit: limit + 1, sort: OLDEST_FIRST },
    );
    return { messages: found.slice(0, limit), hasMore: found.length > limit };
  }

  private groupUnread(selection: Selection, limit: number): Promise<UnreadGroup[]> {
    const stages: PipelineStage[] = [
      { $match: selection.filter },
      { $limit: limit },
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
    ];
    return this.messages.aggregate<UnreadGroup>(stages).option(optionsOf(selection));
  }
}

/** Selects the messages that inboxes show: not expired (behaviour N3) and not snoozed (A9). */
export function shown({ id: environmentId }: Pick<EnvironmentRef, 'id'>, now: Date): QueryFilter<Message> {
  return { environmentId, channel: 'in_app', expiresAt: { $gt: now }, ...notHidden(now) };
}

/** Selects the unread messages of these subscribers, none of which has pending changes. */
export function unreadIn(
  environment: Pick<EnvironmentRef, 'id'>,
  subscriberIds: readonly Types.ObjectId[],
  now: Date,
): Selection {
  const unread = levelsFilter(levelsWith({ read: false }));
  return { filter: { ...shown(environment, now), subscriberId: { $in: subscriberIds }, ...unread }, applied: [] };
}

/** Selects messages of a subscriber in exactly these contexts that were created at a time or later, except one. */
export function madeSince(
  { subscriberId, contextKeys }: { subscriberId: Types.ObjectId; contextKeys: readonly string[] },
  { time, except }: { time: Date; except: Types.ObjectId },
): QueryFilter<Message> {
  return {
    subscriberId,
    contextKeys: exactly(contextKeys),
    createdAt: { $gte: time },
    _id: { $ne: except },
  };
}
