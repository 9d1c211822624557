import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model, QueryFilter } from 'mongoose';
import { parseId } from '../../platform/ids.js';
import type { EnvironmentRef, InEnvironment } from '../../auth/environment-ref.js';
import { exactly } from '../../contexts/trigger-context.js';
import { type CursorPage, type CursorPageRequest, findCursorPage } from '../../platform/paging/cursor-page.js';
import { shownProfile } from '../../subscribers/shown-profile.js';
import { SubscribersService } from '../../subscribers/subscribers.service.js';
import { Workflow } from '../../workflows/workflow.schema.js';
import { TopicsService } from '../topics.service.js';
import { MembersService } from './members.service.js';
import type { Subscribed, Unsubscribed } from './subscribing.service.js';
import type {
  ListSubscriberSubscriptionsQueryDto,
  ListSubscriptionsQueryDto,
  ListTopicSubscriptionsQueryDto,
} from './subscription-requests.dto.js';
import {
  bulkOutcome,
  type SubscribedDto,
  type SubscriptionDetailsDto,
  type SubscriptionDto,
  type SubscriptionPageDto,
  type UnsubscribedDto,
} from './subscriptions.dto.js';
import {
  type JoinedSubscription,
  type RuledWorkflow,
  toRemovedSubscriptionDto,
  toSubscriptionDetailsDto,
  toSubscriptionDto,
} from './to-subscription-dto.js';
import { contextScope, TopicSubscription } from './topic-subscription.schema.js';

const WORKFLOW_FIELDS = { workflowId: 1, name: 1, tags: 1, severity: 1, preferences: 1 };

const EMPTY_PAGE: CursorPage<never> = { data: [], next: null, previous: null, totalCount: 0, totalCountCapped: false };

/** Who sees what is returned, and where. */
type Viewer = Pick<EnvironmentRef, 'id' | 'caller'>;

/**
 * Subscriptions as responses show them, with the workflows their rules are about. Subscriptions whose topic or subscriber
 * is being deleted are left out of lists.
 */
@Injectable()
export class SubscriptionViewsService {
  constructor(
    @InjectModel(TopicSubscription.name) private readonly subscriptions: Model<TopicSubscription>,
    @InjectModel(Workflow.name) private readonly workflows: Model<Workflow>,
    private readonly topics: TopicsService,
    private readonly members: MembersService,
    private readonly subscribers: SubscribersService,
  ) {}

  /** A page of the subscriptions of a topic; 404 for an unknown topic. */
  async ofTopic(
    environment: Viewer,
    topicKey: string,
    query: ListTopicSubscriptionsQueryDto,
  ): Promise<SubscriptionPageDto> {
    const topic = await this.topics.findOrFail(environment, topicKey);
    const filter: QueryFilter<TopicSubscription> = { environmentId: environment.id, topicId: topic._id };
    if (query.subscriberId) {
      const wanted = await this.members.findBySubscriberIds(environment, [query.subscriberId]);
      const [member] = wanted.values();
      if (!member) return EMPTY_PAGE;
      filter.subscriberId = member._id;
    }
    const page = await this.findPage(filter, query);
    const ids = page.data.map(({ subscriberId }) => subscriberId);
    const members = await this.members.findByIds(environment, ids);
    return this.toPage(environment, page, (subscription) => {
      const member = members.get(subscription.subscriberId);
      return member && { subscription, topic, member };
    });
  }

  /** A page of what a subscriber follows; 404 for an unknown subscriber. */
  async ofSubscriber(
    environment: Viewer,
    subscriberId: string,
    query: ListSubscriberSubscriptionsQueryDto,
  ): Promise<SubscriptionPageDto> {
    const member = await this.subscribers.findOrFail(environment, subscriberId);
    const filter: QueryFilter<TopicSubscription> = { environmentId: environment.id, subscriberId: member._id };
    if (query.key) {
      const topic = await this.topics.find(environment, query.key);
      if (!topic) return EMPTY_PAGE;
      filter.topicId = topic._id;
    }
    const page = await this.findPage(filter, query);
    const ids = page.data.map(({ topicId }) => topicId);
    const topics = await this.topics.findByIds(environment, ids);
    return this.toPage(environment, page, (subscription) => {
      const topic = topics.get(subscription.topicId);
      return topic && { subscription, topic, member };
    });
  }

  private findPage(
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

  async one(environment: Viewer, joined: JoinedSubscription): Promise<SubscriptionDto> {
    const workflows = await this.findRuledWorkflows(environment, [joined.subscription]);
    return toSubscriptionDto(asShown(environment, joined), workflows);
  }

  async details(environment: Viewer, subscription: TopicSubscription): Promise<SubscriptionDetailsDto> {
    return toSubscriptionDetailsDto(subscription, await this.findRuledWorkflows(environment, [subscription]));
  }

  async detailsOf(environment: Viewer, subscriptions: readonly TopicSubscription[]): Promise<SubscriptionDetailsDto[]> {
    const workflows = await this.findRuledWorkflows(environment, subscriptions);
    return subscriptions.map((subscription) => toSubscriptionDetailsDto(subscription, workflows));
  }

  /** The result of a request to subscribe. */
  async subscribed(environment: Viewer, { topic, results }: Subscribed): Promise<SubscribedDto> {
    const made = results.flatMap((result) => ('error' in result ? [] : [{ ...result, topic }]));
    const errors = results.flatMap((result) => ('error' in result ? [result.error] : []));
    return { data: await this.many(environment, made), ...bulkOutcome(results.length, errors) };
  }

  /** The result of a request to unsubscribe, with this many entries. */
  unsubscribed(environment: Viewer, { topic, removed, errors }: Unsubscribed, entries: number): UnsubscribedDto {
    const data = removed.map(({ subscription, member }) =>
      toRemovedSubscriptionDto({ subscription, topic, member: member && shownProfile(environment, member) }),
    );
    return { data, ...bulkOutcome(entries, errors) };
  }

  private async many(environment: Viewer, joined: readonly JoinedSubscription[]): Promise<SubscriptionDto[]> {
    const workflows = await this.findRuledWorkflows(
      environment,
      joined.map(({ subscription }) => subscription),
    );
    return joined.map((one) => toSubscriptionDto(asShown(environment, one), workflows));
  }

  private async toPage(
    environment: Viewer,
    page: CursorPage<TopicSubscription>,
    joined: (subscription: TopicSubscription) => JoinedSubscription | undefined,
  ): Promise<SubscriptionPageDto> {
    const found = page.data.flatMap((subscription) => joined(subscription) ?? []);
    return { ...page, data: await this.many(environment, found) };
  }

  /** The workflows that any rule of these subscriptions matches, by identifier. One query, and none when there are no rules. */
  private async findRuledWorkflows(
    { id: environmentId }: InEnvironment,
    subscriptions: readonly Pick<TopicSubscription, 'rules'>[],
  ): Promise<RuledWorkflow[]> {
    const rules = subscriptions.flatMap(({ rules }) => rules);
    const names = unique(rules.flatMap(({ workflowIds = [] }) => workflowIds));
    const tags = unique(rules.flatMap(({ tags = [] }) => tags));
    const ids = names.flatMap((name) => parseId(name) ?? []);
    const conditions: QueryFilter<Workflow>[] = [
      ...(names.length > 0 ? [{ workflowId: { $in: names } }] : []),
      ...(ids.length > 0 ? [{ _id: { $in: ids } }] : []),
      ...(tags.length > 0 ? [{ tags: { $in: tags } }] : []),
    ];
    if (conditions.length === 0) return [];
    return this.workflows
      .find({ environmentId, $or: conditions }, WORKFLOW_FIELDS)
      .sort({ workflowId: 1 })
      .lean<RuledWorkflow[]>();
  }
}

function unique(texts: string[]): string[] {
  return [...new Set(texts)];
}

function asShown(environment: Viewer, { member, ...joined }: JoinedSubscription): JoinedSubscription {
  return { ...joined, ...(member && { member: shownProfile(environment, member) }) };
}
