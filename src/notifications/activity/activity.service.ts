import { Injectable, NotFoundException } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, Types } from 'mongoose';
import { EnvironmentLookup } from '../../auth/environment-lookup.service.js';
import type { EnvironmentRef } from '../../auth/environment-ref.js';
import { assertMayToo } from '../../auth/may-write.js';
import { EventsService } from '../../events/store/events.service.js';
import { ValidationException } from '../../platform/errors/validation.exception.js';
import { findScannedPage } from '../../platform/paging/cursor-page.js';
import { findNumberedPage } from '../../platform/paging/offset-page.js';
import { shownProfile } from '../../subscribers/shown-profile.js';
import { SubscribersService } from '../../subscribers/subscribers.service.js';
import { TopicSubscriptionsService } from '../../topics/subscriptions/topic-subscriptions.service.js';
import { WorkflowsService } from '../../workflows/workflows.service.js';
import { MessagesService } from '../messages/messages.service.js';
import type { ActivityNotificationDto, ActivityPageDto } from './activity.dto.js';
import type { ListActivityDto } from './list-activity.dto.js';
import { runFilter, runScan, type RunSearch } from './run-filter.js';
import { Run } from './run.schema.js';
import { toActivityNotificationDto } from './to-activity-dto.js';

const NEWEST_FIRST = { orderBy: 'createdAt', orderDirection: 'DESC' } as const;

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
    private readonly environments: EnvironmentLookup,
  ) {}

  async list(environment: EnvironmentRef, query: ListActivityDto): Promise<ActivityPageDto> {
    const { paging, limit, page } = query;
    const search = await this.searchOf(environment, query);
    if (paging === 'cursor') {
      const request = { ...NEWEST_FIRST, limit, after: query.after, before: query.before };
      const { data, next, previous } = await findScannedPage(this.runs, runScan(environment, search), request);
      const runs = await this.describe(environment, data);
      return { data: runs, hasMore: next !== null, pageSize: limit, page: 0, next, previous };
    }
    const { rows, hasMore } = await findNumberedPage(this.runs, runFilter(environment, search), { page, limit });
    return { data: await this.describe(environment, rows), hasMore, pageSize: limit, page };
  }

  async findOrFail(environment: EnvironmentRef, id: Types.ObjectId): Promise<ActivityNotificationDto> {
    const run = await this.runs.findOne({ _id: id, environmentId: environment.id }).lean();
    const [activity] = run ? await this.describe(environment, [run]) : [];
    if (!activity) throw new NotFoundException(`Notification '${id}' was not found`);
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
  private async searchOf(environment: EnvironmentRef, query: ListActivityDto): Promise<RunSearch> {
    const { subscriberIds, emails, search, templates, workflowIds, subscriptionId, digestedInto, ...own } = query;
    const searched = { subscriberIds, emails, text: search };
    // Who may not see a profile does not find people by it.
    if (emails || search) assertMayToo(environment, 'subscribers:read');
    const [found, byTemplate, byId, subscription] = await Promise.all([
      subscriberIds || emails || search ? this.findSubscribers(environment, searched) : undefined,
      templates && this.workflows.findIdsByReference(environment, templates),
      workflowIds && this.workflows.findIdsByReference(environment, workflowIds),
      subscriptionId === undefined ? undefined : this.findSubscription(environment, subscriptionId),
    ]);
    const both = byTemplate && byId && byTemplate.filter((id) => byId.some((one) => one.equals(id)));
    return {
      ...own,
      ...timesOf(query),
      ...(digestedInto !== undefined && { mergedInto: new Types.ObjectId(digestedInto) }),
      workflowIds: both ?? byTemplate ?? byId,
      ...recipientsOf(found, subscription),
    };
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

  private async findSubscription(environment: EnvironmentRef, id: string): Promise<FoundSubscription> {
    if (!/^[0-9a-f]{24}$/i.test(id)) return UNKNOWN;
    return (await this.subscriptions.find(environment, new Types.ObjectId(id))) ?? UNKNOWN;
  }

  // Subscribers, workflows, events and reports of a page are read in one command each.
  private async describe(environment: EnvironmentRef, runs: Run[]): Promise<ActivityNotificationDto[]> {
    const [subscribers, workflows, events, sendings, shown] = await Promise.all([
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
      this.messages.findSendings(runs.flatMap(sentMessages)),
      this.environments.find(environment.id),
    ]);
    return runs.map((run) => {
      const subscriber = subscribers.get(run.subscriberId);
      return toActivityNotificationDto(run, {
        subscriber: subscriber && shownProfile(environment, subscriber),
        workflow: workflows.get(run.workflowId),
        event: events.get(run.eventId),
        sendings,
        maskedKeys: shown?.maskedPayloadKeys,
      });
    });
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

/** The time that is searched: `after` and `before` are times, too, where pages have numbers. */
function timesOf({ paging, from, to, after, before }: ListActivityDto): Pick<RunSearch, 'since' | 'until'> {
  const [later, earlier] = paging === 'cursor' ? [] : [after, before];
  const dates = (texts: (string | undefined)[]) => texts.flatMap((text) => (text ? [new Date(text).getTime()] : []));
  const [since, until] = [dates([from, later]), dates([to, earlier])];
  return {
    ...(since.length > 0 && { since: new Date(Math.max(...since)) }),
    ...(until.length > 0 && { until: new Date(Math.min(...until)) }),
  };
}
