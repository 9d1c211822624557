import { Injectable } from '@nestjs/common';
import { type QueryFilter, Types } from 'mongoose';
import { ValidationException } from '../../platform/errors/validation.exception.js';
import { parseReference } from '../../platform/ids/slug-codec.js';
import type { EnvironmentRef } from '../../auth/environment-ref.js';
import { SubscribersService } from '../../subscribers/subscribers.service.js';
import { TopicSubscriptionsService } from '../../topics/subscriptions/topic-subscriptions.service.js';
import { WorkflowsService } from '../../workflows/workflows.service.js';
import type { ListActivityDto } from './list-activity.dto.js';
import type { Run } from './run.schema.js';
import { runFilter, type RunSearch } from './run-filter.js';

/** Subscribers whose runs are listed together. */
const MAX_SUBSCRIBERS = 100;

/** Finds what the filters of the activity name that is stored elsewhere: subscribers, workflows, topic subscriptions. */
@Injectable()
export class ActivityFilters {
  constructor(
    private readonly subscribers: SubscribersService,
    private readonly subscriptions: TopicSubscriptionsService,
    private readonly workflows: WorkflowsService,
  ) {}

  async of(environment: EnvironmentRef, query: Omit<ListActivityDto, 'page' | 'limit'>): Promise<QueryFilter<Run>> {
    const { subscriberIds, emails, search, templates, subscriptionId, ...own } = query;
    const people = { subscriberIds, emails, text: search };
    const [found, workflowIds, followed] = await Promise.all([
      subscriberIds || emails || search ? this.findPeople(environment, people) : undefined,
      templates && this.findWorkflows(environment, templates),
      subscriptionId === undefined ? undefined : this.findSubscription(environment, subscriptionId),
    ]);
    return runFilter(environment, { ...own, workflowIds, ...both(found, followed) });
  }

  private async findPeople(
    environment: EnvironmentRef,
    people: Parameters<SubscribersService['findPeople']>[1],
  ): Promise<Types.ObjectId[]> {
    const found = await this.subscribers.findPeople(environment, people, MAX_SUBSCRIBERS + 1);
    if (found.length <= MAX_SUBSCRIBERS) return found;
    const field = people.text ? 'search' : 'emails';
    throw ValidationException.of(
      field,
      `${field} fits more than ${MAX_SUBSCRIBERS} subscribers; give more of the text, or list subscriberIds`,
    );
  }

  /** Runs of workflows that are gone can still be found by the internal id, or by the slug, which has it in it. */
  private async findWorkflows(environment: EnvironmentRef, references: string[]): Promise<Types.ObjectId[]> {
    const parsed = references.map((text) => parseReference(text));
    const identifiers = parsed.flatMap((reference) => ('identifier' in reference ? [reference.identifier] : []));
    const found =
      identifiers.length > 0 ? await this.workflows.findSummariesByReference(environment, identifiers) : new Map();
    return parsed.flatMap((reference) =>
      'id' in reference ? [reference.id] : (found.get(reference.identifier)?._id ?? []),
    );
  }

  private async findSubscription(environment: EnvironmentRef, id: string): Promise<Followed> {
    if (!/^[0-9a-f]{24}$/i.test(id)) return NOBODY;
    return (await this.subscriptions.find(environment, new Types.ObjectId(id))) ?? NOBODY;
  }
}

type Followed = { subscriberId: Types.ObjectId; topicId: Types.ObjectId } | typeof NOBODY;
const NOBODY = {};

/** Whom both mean: those who are looked for, and who has the subscription. */
function both(
  found: Types.ObjectId[] | undefined,
  followed: Followed | undefined,
): Pick<RunSearch, 'subscriberIds' | 'topicId'> {
  if (!followed) return { subscriberIds: found };
  if (!('topicId' in followed)) return { subscriberIds: [] };
  const { subscriberId, topicId } = followed;
  const isMeant = found?.some((id) => id.equals(subscriberId)) ?? true;
  return { subscriberIds: isMeant ? [subscriberId] : [], topicId };
}
