import { Injectable, NotFoundException } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, type QueryFilter, Types } from 'mongoose';
import type { EnvironmentRef } from '../../auth/environment-ref.js';
import { EventsService } from '../../events/events.service.js';
import { ValidationException } from '../../platform/errors/validation.exception.js';
import { parseReference } from '../../platform/ids.js';
import { findNumberedPage } from '../../platform/paging/offset-page.js';
import { SubscribersService } from '../../subscribers/subscribers.service.js';
import { TopicSubscriptionsService } from '../../topics/subscriptions/topic-subscriptions.service.js';
import { WorkflowsService } from '../../workflows/workflows.service.js';
import { MessagesService } from '../messages/messages.service.js';
import type { ActivityNotificationDto, ActivityPageDto } from './activity.dto.js';
import type { ListActivityDto } from './list-activity.dto.js';
import { runFilter, type RunSearch } from './run-filter.js';
import { Run } from './run.schema.js';
import { toActivityNotificationDto } from './to-activity-dto.js';

/** Maximum number of subscribers that a list may be filtered by. */
const MAX_SUBSCRIBERS = 100;

/** Shows for every recipient of every trigger what happened: each step, how it ended, and why. */
@Injectable()
export class ActivityService {
  constructor(
    @InjectModel(Run.name) private readonly runs: Model<Run>,
    private readonly subscribers: SubscribersService,
    private readonly workflows: WorkflowsService,
    private readonly events: EventsService,
    private readonly subscriptions: TopicSubscriptionsService,
    private readonly messages: MessagesService,
  ) {}

  async list(environment: EnvironmentRef, { page, limit, ...filter }: ListActivityDto): Promise<ActivityPageDto> {
    const { rows, hasMore } = await findNumberedPage(this.runs, await this.filterOf(environment, filter), {
      page,
      limit,
    });
    return { data: await this.describe(environment, rows), hasMore, pageSize: limit, page };
  }

  async findOrFail(environment: EnvironmentRef, id: Types.ObjectId): Promise<ActivityNotificationDto> {
    const run = await this.runs.findOne({ _id: id, environmentId: environment.id }).lean();
    const [activity] = run ? await this.describe(environment, [run]) : [];
    if (!activity) throw new NotFoundException(`Notification '${id.toHexString()}' was not found`);
    return activity;
  }

  /** The runs with these ids, in no order; those that no longer exist are absent. */
  async findByIds(environment: EnvironmentRef, ids: Types.ObjectId[]): Promise<ActivityNotificationDto[]> {
    return this.describe(
      environment,
      await this.runs.find({ _id: { $in: ids }, environmentId: environment.id }).lean(),
    );
  }

  /** Resolves the filters that name subscribers, workflows and topic subscriptions, which are stored elsewhere. */
  private async filterOf(
    environment: EnvironmentRef,
    query: Omit<ListActivityDto, 'page' | 'limit'>,
  ): Promise<QueryFilter<Run>> {
    const { subscriberIds, emails, search, templates, subscriptionId, ...own } = query;
    const searched = { subscriberIds, emails, text: search };
    const [found, workflowIds, subscription] = await Promise.all([
      subscriberIds || emails || search ? this.findSubscribers(environment, searched) : undefined,
      templates && this.findWorkflows(environment, templates),
      subscriptionId === undefined ? undefined : this.findSubscription(environment, subscriptionId),
    ]);
    return runFilter(environment, { ...own, workflowIds, ...recipientsOf(found, subscription) });
  }

  private async findSubscribers(
    environment: EnvironmentRef,
    searched: Parameters<SubscribersService['findMatching']>[1],
  ): Promise<Types.ObjectId[]> {
    const found = await this.subscribers.findMatching(environment, searched, MAX_SUBSCRIBERS + 1);
    if (found.length <= MAX_SUBSCRIBERS) return found;
    const field = searched.text ? 'search' : 'emails';
    throw ValidationException.of(
      field,
      `${field} fits more than ${MAX_SUBSCRIBERS} subscribers; give more of the text, or list subscriberIds`,
    );
  }

  /** Runs of deleted workflows can still be found by the internal id, or by the slug, which contains it. */
  async findWorkflows(environment: EnvironmentRef, references: string[]): Promise<Types.ObjectId[]> {
    const parsed = references.map((text) => parseReference(text));
    const identifiers = parsed.flatMap((reference) => ('identifier' in reference ? [reference.identifier] : []));
    const found =
      identifiers.length > 0 ? await this.workflows.findSummariesByReference(environment, identifiers) : new Map();
    return parsed.flatMap((reference) =>
      'id' in reference ? [reference.id] : (found.get(reference.identifier)?._id ?? []),
    );
  }

  private async findSubscription(environment: EnvironmentRef, id: string): Promise<FoundSubscription> {
    if (!/^[0-9a-f]{24}$/i.test(id)) return UNKNOWN;
    return (await this.subscriptions.find(environment, new Types.ObjectId(id))) ?? UNKNOWN;
  }

  // Subscribers, workflows, events and reports of a page are read in one command each.
  private async describe(environment: EnvironmentRef, runs: Run[]): Promise<ActivityNotificationDto[]> {
    const [subscribers, workflows, events, reports] = await Promise.all([
      this.subscribers.findByIds(
        environment,
        runs.map(({ subscriberId }) => subscriberId),
      ),
      this.workflows.findByIds(
        environment,
        runs.map(({ workflowId }) => workflowId),
      ),
      this.events.findShown(
        environment,
        runs.map(({ eventId }) => eventId),
      ),
      this.messages.findReports(runs.flatMap(sentMessages)),
    ]);
    return runs.map((run) =>
      toActivityNotificationDto(run, {
        subscriber: subscribers.get(run.subscriberId),
        workflow: workflows.get(run.workflowId),
        event: events.get(run.eventId),
        reports,
      }),
    );
  }
}

/** Messages that were handed to a provider, which may have reported about them. */
function sentMessages({ steps }: Run): Types.ObjectId[] {
  return steps.flatMap(({ type, messageIds = [] }) => (type === 'in_app' ? [] : messageIds));
}

type FoundSubscription = { subscriberId: Types.ObjectId; topicId: Types.ObjectId } | typeof UNKNOWN;
const UNKNOWN = {};

/** The subscribers that both filters select: the search, and the topic subscription. */
function recipientsOf(
  found: Types.ObjectId[] | undefined,
  subscription: FoundSubscription | undefined,
): Pick<RunSearch, 'subscriberIds' | 'topicId'> {
  if (!subscription) return { subscriberIds: found };
  if (!('topicId' in subscription)) return { subscriberIds: [] };
  const { subscriberId, topicId } = subscription;
  const isSelected = found?.some((id) => id.equals(subscriberId)) ?? true;
  return { subscriberIds: isSelected ? [subscriberId] : [], topicId };
}
