import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model, QueryFilter } from 'mongoose';
import { type CursorPage, type CursorPageRequest, findCursorPage } from '../../../platform/paging/cursor-page.js';
import { exactly } from '../../../contexts/exactly.js';
import type { EnvironmentRef } from '../../../auth/environment-ref.js';
import { SubscribersService } from '../../../subscribers/subscribers.service.js';
import { TopicsService } from '../../topics.service.js';
import type {
  ListSubscriberSubscriptionsQueryDto,
  ListSubscriptionsQueryDto,
  ListTopicSubscriptionsQueryDto,
} from '../subscription-requests.dto.js';
import { MembersService } from '../members.service.js';
import { contextScope, TopicSubscription } from '../topic-subscription.schema.js';
import type { JoinedSubscription } from './to-subscription-dto.js';

const NOTHING: CursorPage<never> = { data: [], next: null, previous: null, totalCount: 0, totalCountCapped: false };

/** The lists of subscriptions. What is just being deleted with its topic or subscriber is left out of them. */
@Injectable()
export class SubscriptionListsService {
  constructor(
    @InjectModel(TopicSubscription.name) private readonly subscriptions: Model<TopicSubscription>,
    private readonly topics: TopicsService,
    private readonly members: MembersService,
    private readonly subscribers: SubscribersService,
  ) {}

  /** A page of the subscriptions of a topic; 404 for an unknown topic. */
  async ofTopic(
    environment: Pick<EnvironmentRef, 'id'>,
    topicKey: string,
    query: ListTopicSubscriptionsQueryDto,
  ): Promise<CursorPage<JoinedSubscription>> {
    const topic = await this.topics.findOrFail(environment, topicKey);
    const filter: QueryFilter<TopicSubscription> = { environmentId: environment.id, topicId: topic._id };
    if (query.subscriberId) {
      const wanted = await this.members.findBySubscriberIds(environment, [query.subscriberId]);
      const [member] = wanted.values();
      if (!member) return NOTHING;
      filter.subscriberId = member._id;
    }
    const page = await this.page(filter, query);
    const ids = page.data.map(({ subscriberId }) => subscriberId);
    const members = await this.members.findByIds(environment, ids);
    return join(page, (subscription) => {
      const member = members.get(subscription.subscriberId.toHexString());
      return member && { subscription, topic, member };
    });
  }

  /** A page of what a subscriber follows; 404 for an unknown subscriber. */
  async ofSubscriber(
    environment: Pick<EnvironmentRef, 'id'>,
    subscriberId: string,
    query: ListSubscriberSubscriptionsQueryDto,
  ): Promise<CursorPage<JoinedSubscription>> {
    const member = await this.subscribers.findOrFail(environment, subscriberId);
    const filter: QueryFilter<TopicSubscription> = { environmentId: environment.id, subscriberId: member._id };
    if (query.key) {
      const topic = await this.topics.find(environment, query.key);
      if (!topic) return NOTHING;
      filter.topicId = topic._id;
    }
    const page = await this.page(filter, query);
    const ids = page.data.map(({ topicId }) => topicId);
    const topics = await this.topics.findByIds(environment, ids);
    return join(page, (subscription) => {
      const topic = topics.get(subscription.topicId.toHexString());
      return topic && { subscription, topic, member };
    });
  }

  private page(
    filter: QueryFilter<TopicSubscription>,
    { contextKeys, ...query }: ListSubscriptionsQueryDto,
  ): Promise<CursorPage<TopicSubscription>> {
    const scope = contextKeys && contextScope(exactly(contextKeys));
    // Ids grow with the time of creation, so that one order is as good as the other.
    const request: CursorPageRequest = { ...query, orderBy: '_id' };
    return findCursorPage(
      this.subscriptions,
      { ...filter, ...(scope !== undefined && { contextScope: scope }) },
      request,
    );
  }
}

function join(
  page: CursorPage<TopicSubscription>,
  joined: (subscription: TopicSubscription) => JoinedSubscription | undefined,
): CursorPage<JoinedSubscription> {
  return { ...page, data: page.data.flatMap((subscription) => joined(subscription) ?? []) };
}
