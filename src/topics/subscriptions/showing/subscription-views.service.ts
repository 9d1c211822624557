import { Injectable } from '@nestjs/common';
import type { CursorPage } from '../../../platform/paging/cursor-page.js';
import type { EnvironmentRef } from '../../../auth/environment-ref.js';
import type { Subscribed } from '../creating/subscribing.service.js';
import {
  bulkOutcome,
  type SubscribedDto,
  type SubscriptionDetailsDto,
  type SubscriptionDto,
  type SubscriptionPageDto,
  type UnsubscribedDto,
} from '../subscriptions.dto.js';
import type { Unsubscribed } from '../unsubscribing.service.js';
import type { TopicSubscription } from '../topic-subscription.schema.js';
import { RuledWorkflowsService } from './ruled-workflows.service.js';
import {
  type JoinedSubscription,
  toRemovedSubscriptionDto,
  toSubscriptionDetailsDto,
  toSubscriptionDto,
} from './to-subscription-dto.js';

/** Subscriptions as answers show them, with the workflows their rules are about. */
@Injectable()
export class SubscriptionViewsService {
  constructor(private readonly workflows: RuledWorkflowsService) {}

  async one(environment: Pick<EnvironmentRef, 'id'>, joined: JoinedSubscription): Promise<SubscriptionDto> {
    return toSubscriptionDto(joined, await this.workflows.find(environment, [joined.subscription]));
  }

  async details(
    environment: Pick<EnvironmentRef, 'id'>,
    subscription: TopicSubscription,
  ): Promise<SubscriptionDetailsDto> {
    return toSubscriptionDetailsDto(subscription, await this.workflows.find(environment, [subscription]));
  }

  async detailsOf(
    environment: Pick<EnvironmentRef, 'id'>,
    subscriptions: readonly TopicSubscription[],
  ): Promise<SubscriptionDetailsDto[]> {
    const workflows = await this.workflows.find(environment, subscriptions);
    return subscriptions.map((subscription) => toSubscriptionDetailsDto(subscription, workflows));
  }

  async page(
    environment: Pick<EnvironmentRef, 'id'>,
    page: CursorPage<JoinedSubscription>,
  ): Promise<SubscriptionPageDto> {
    return { ...page, data: await this.many(environment, page.data) };
  }

  /** What came of a request to subscribe. */
  async subscribed(environment: Pick<EnvironmentRef, 'id'>, { topic, results }: Subscribed): Promise<SubscribedDto> {
    const made = results.flatMap((result) => ('error' in result ? [] : [{ ...result, topic }]));
    const errors = results.flatMap((result) => ('error' in result ? [result.error] : []));
    return { data: await this.many(environment, made), ...bulkOutcome(results.length, errors) };
  }

  /** What came of a request to unsubscribe, with this many entries. */
  unsubscribed({ topic, removed, errors }: Unsubscribed, entries: number): UnsubscribedDto {
    const data = removed.map(({ subscription, member }) => toRemovedSubscriptionDto({ subscription, topic, member }));
    return { data, ...bulkOutcome(entries, errors) };
  }

  private async many(
    environment: Pick<EnvironmentRef, 'id'>,
    joined: readonly JoinedSubscription[],
  ): Promise<SubscriptionDto[]> {
    const workflows = await this.workflows.find(
      environment,
      joined.map(({ subscription }) => subscription),
    );
    return joined.map((one) => toSubscriptionDto(one, workflows));
  }
}
