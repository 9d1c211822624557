import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model, Types } from 'mongoose';
import { type EnvironmentRef, mayIn } from '../../../auth/environment-ref.js';
import { EventsService, type WaitingEvent } from '../../../events/store/events.service.js';
import type { Integration } from '../../../integrations/integration.schema.js';
import { healthOf } from '../../../integrations/integrations.dto.js';
import { IntegrationsService } from '../../../integrations/integrations.service.js';
import type { WebhookEndpoint } from '../../../outbound-webhooks/webhook-endpoint.schema.js';
import { WebhookEndpoints } from '../../../outbound-webhooks/endpoints/webhook-endpoints.service.js';
import { Clock, DAY_MS, HOUR_MS, later } from '../../../platform/clock.js';
import { rawCollection } from '../../../platform/persistence/writes.js';
import { WorkflowsService } from '../../../workflows/workflows.service.js';
import { Message } from '../../messages/message.schema.js';
import { ActivityCount } from './activity-count.schema.js';
import { channelProblems } from './channel-problems.js';
import { beginningOf, SLOT_MS } from './gathered-counts.js';
import type {
  ActivityOverviewDto,
  AttemptCountsDto,
  CappedCountDto,
  FailingWebhookDto,
  IntegrationHealthDto,
  OldestEventDto,
} from './overview.dto.js';
import { dto } from '../../../platform/http/dto.js';

const MAX_DEAD_LETTERS = 1000;
const MAX_WEBHOOKS = 100;
/** The latest dead letters, among which the last error of each integration is looked for. */
const LATEST = 200;

type DeadLetter = Pick<Message, '_id' | 'deadAt' | 'integrationId' | 'errorText'>;
type HourCounts = Pick<ActivityCount, 'at' | 'attempts' | 'lastFailures'>;

/** Reads what is waiting and what fails. Each part is one or two commands that an index bounds. */
@Injectable()
export class OverviewService {
  constructor(
    @InjectModel(ActivityCount.name) private readonly counts: Model<ActivityCount>,
    @InjectModel(Message.name) private readonly messages: Model<Message>,
    private readonly events: EventsService,
    private readonly webhooks: WebhookEndpoints,
    private readonly integrations: IntegrationsService,
    private readonly workflows: WorkflowsService,
    private readonly clock: Clock,
  ) {}

  async read(environment: EnvironmentRef): Promise<ActivityOverviewDto> {
    const now = this.clock.now();
    const [oldest, deadLetters, failingWebhooks, ofIntegrations] = await Promise.all([
      this.events.findLongestWaiting(environment.id),
      this.countDeadLetters(environment),
      mayIn(environment, 'webhooks:read') ? this.webhooks.findFailing(environment, MAX_WEBHOOKS) : undefined,
      mayIn(environment, 'integrations:read') ? this.readIntegrations(environment, now) : undefined,
    ]);
    return {
      at: now.toISOString(),
      oldestEvent: oldest ? toOldestEventDto(oldest, now) : null,
      deadLetters,
      failingWebhooks: failingWebhooks?.map(toFailingWebhookDto),
      ...ofIntegrations,
    };
  }

  private async countDeadLetters({ id: environmentId }: EnvironmentRef): Promise<CappedCountDto> {
    const dead = { environmentId, deadAt: { $exists: true } };
    const count = await this.messages.countDocuments(dead, { limit: MAX_DEAD_LETTERS + 1 });
    return { count: Math.min(count, MAX_DEAD_LETTERS), hasMore: count > MAX_DEAD_LETTERS };
  }

  private async readIntegrations(
    environment: EnvironmentRef,
    now: Date,
  ): Promise<Pick<ActivityOverviewDto, 'channelProblems' | 'integrations'>> {
    const { id: environmentId } = environment;
    const since = beginningOf(later(now, -DAY_MS), 'hour');
    const [all, workflows, hours, dead] = await Promise.all([
      this.integrations.list(environment),
      this.workflows.findKnown(environment),
      rawCollection<ActivityCount>(this.counts)
        .find(
          { environmentId, interval: 'hour', workflowId: null, at: { $gte: since } },
          { projection: { at: 1, attempts: 1, lastFailures: 1 }, sort: { at: 1 } },
        )
        .toArray(),
      this.messages
        .find({ environmentId, deadAt: { $exists: true } }, { deadAt: 1, integrationId: 1, errorText: 1 })
        .sort({ deadAt: -1, _id: -1 })
        .limit(LATEST)
        .lean<DeadLetter[]>(),
    ]);
    const own = all.filter((one) => one.environmentId.equals(environmentId));
    const steps = workflows.filter(({ active }) => active).map((one) => one.steps.map(({ type }) => type));
    return {
      channelProblems: channelProblems(steps, own),
      integrations: own
        .filter(({ channel }) => channel !== undefined && channel !== 'in_app')
        .map((one) => toHealthDto(one, hours, dead, now)),
    };
  }
}

function toOldestEventDto({ transactionId, workflowId, createdAt, since }: WaitingEvent, now: Date): OldestEventDto {
  return dto<OldestEventDto>({
    transactionId,
    workflowId: workflowId,
    triggeredAt: createdAt.toISOString(),
    waitingSince: since.toISOString(),
    waitingSeconds: Math.max(0, Math.round((now.getTime() - since.getTime()) / 1000)),
  });
}

function toFailingWebhookDto({ _id, url, enabled, failingSince, disabledReason }: WebhookEndpoint): FailingWebhookDto {
  return dto<FailingWebhookDto>({ id: _id, url, enabled, failingSince, disabledReason });
}

function toHealthDto(
  integration: Integration,
  hours: readonly HourCounts[],
  dead: readonly DeadLetter[],
  now: Date,
): IntegrationHealthDto {
  const { _id, identifier, name, channel, providerId, active } = integration;
  const id = _id.toHexString();
  const failure = hours.findLast(({ lastFailures }) => lastFailures?.[id])?.lastFailures?.[id];
  const letter = dead.find(({ integrationId }) => integrationId?.equals(_id));
  return dto<IntegrationHealthDto>({
    integrationId: id,
    identifier,
    name,
    channel: channel!,
    providerId,
    active,
    health: healthOf(integration),
    lastHour: attemptsSince(hours, _id, later(now, -HOUR_MS)),
    lastDay: attemptsSince(hours, _id, later(now, -DAY_MS)),
    lastFailure: failure ? { at: failure.at.toISOString(), kind: failure.kind } : null,
    lastError: letter?.deadAt
      ? { at: letter.deadAt.toISOString(), message: letter.errorText ?? '', deadLetterId: letter._id.toHexString() }
      : null,
  });
}

/** The sum of all slots that end after a time. */
function attemptsSince(hours: readonly HourCounts[], integration: Types.ObjectId, since: Date): AttemptCountsDto {
  const sum = { sent: 0, failed: 0 };
  for (const { at, attempts } of hours) {
    for (const [slot, { sent = 0, failed = 0 }] of Object.entries(attempts?.[integration.toHexString()] ?? {})) {
      if (at.getTime() + (Number(slot) + 1) * SLOT_MS <= since.getTime()) continue;
      sum.sent += sent;
      sum.failed += failed;
    }
  }
  return sum;
}
