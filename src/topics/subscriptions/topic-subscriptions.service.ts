import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model, Types } from 'mongoose';
import { groupBy } from '../../platform/values/group-by.js';
import type { InEnvironment } from '../../auth/environment-ref.js';
import { TopicSubscription } from './topic-subscription.schema.js';

/** A part of a topic's members: the subscriptions of each, by hexadecimal internal subscriber id, in order. */
export interface MemberPage {
  members: Map<string, FollowedTopic[]>;
  /** The last subscriber of the page when there may be more. */
  next?: Types.ObjectId;
}

/** The fields of a subscription that delivery needs. */
export type FollowedTopic = Pick<TopicSubscription, 'topicId' | 'subscriberId' | 'rules'>;

const FIELDS = { topicId: 1, subscriberId: 1, rules: 1 };

/** A subscriber has at most 10 subscriptions of a topic (behaviour TS1), so that a page holds one member at least. */
const SMALLEST_PAGE = 20;

/** Finds the subscriptions of topics for delivery. */
@Injectable()
export class TopicSubscriptionsService {
  constructor(@InjectModel(TopicSubscription.name) private readonly subscriptions: Model<TopicSubscription>) {}

  /** A subscription by its internal id. */
  async find({ id: environmentId }: InEnvironment, id: Types.ObjectId): Promise<FollowedTopic | undefined> {
    return (await this.subscriptions.findOne({ _id: id, environmentId }, FIELDS).lean<FollowedTopic>()) ?? undefined;
  }

  /**
   * The members of a topic in exactly these contexts, or in any, by internal subscriber id, after `after`: about `limit`
   * subscriptions, with all of each member.
   */
  async findMembers(
    { id: environmentId }: InEnvironment,
    topicId: Types.ObjectId,
    contextScope: string | undefined,
    { after, limit }: { after?: Types.ObjectId; limit: number },
  ): Promise<MemberPage> {
    const size = Math.max(limit, SMALLEST_PAGE);
    const found = await this.subscriptions
      .find(
        {
          environmentId,
          topicId,
          ...(contextScope !== undefined && { contextScope }),
          ...(after && { subscriberId: { $gt: after } }),
        },
        FIELDS,
      )
      .sort({ subscriberId: 1, _id: 1 })
      .limit(size + 1)
      .lean<FollowedTopic[]>();
    const members = bySubscriber(found);
    if (found.length <= size) return { members };
    // The page may end in the middle of a member's subscriptions; that member then belongs to the next page.
    const cut = found.at(-1)!.subscriberId;
    if (members.size > 1) members.delete(String(cut));
    return { members, next: [...members.values()].at(-1)![0]!.subscriberId };
  }

  /** The subscriptions that these subscribers have of these topics, in exactly these contexts. */
  async findOf(
    { id: environmentId }: InEnvironment,
    topicIds: Types.ObjectId[],
    contextScope: string,
    subscriberIds: Types.ObjectId[],
  ): Promise<Map<string, FollowedTopic[]>> {
    const found = await this.subscriptions
      .find({ environmentId, topicId: { $in: topicIds }, contextScope, subscriberId: { $in: subscriberIds } }, FIELDS)
      .lean<FollowedTopic[]>();
    return bySubscriber(found);
  }
}

function bySubscriber(subscriptions: FollowedTopic[]): Map<string, FollowedTopic[]> {
  return groupBy(subscriptions, ({ subscriberId }) => subscriberId);
}
