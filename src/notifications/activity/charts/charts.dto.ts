import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsISO8601, IsOptional, IsString, MaxLength } from 'class-validator';
import { CHANNELS } from '#libs/channels.js';
import { QueryBoolean, QueryList } from '../../../platform/validation/decorators.js';
import { STEP_TYPES, type StepType } from '../../../workflows/steps/step-kinds.js';
import { type Interval, INTERVALS, type Outcome, OUTCOMES } from './activity-count.schema.js';
import { DISABLED_REASONS } from '../../../outbound-webhooks/webhook-endpoint.schema.js';
import { ApiNullable } from '../../../platform/http/decorators.js';

/** What the series of a chart are: one for each outcome, reason and so on. */
export const GROUPINGS = ['outcome', 'reason', 'channel', 'provider', 'workflow', 'status'] as const;

export type Grouping = (typeof GROUPINGS)[number];

/** What a chart shows. All filters narrow it together. */
export class ChartQueryDto {
  /** Length of a period: hours or days in UTC. Hours are kept as long as runs, days for `CHART_RETENTION_DAYS`. */
  @IsOptional()
  @IsIn(INTERVALS)
  @ApiPropertyOptional({ enum: INTERVALS })
  interval: Interval = 'hour';

  /** Begin with the period that has this time, ISO 8601. Default: a day before `to`, or 30 days for days. */
  @IsOptional()
  @IsISO8601({ strict: true })
  from?: string;

  /** End with the period before this time, or the one that has it; ISO 8601. Default: now. */
  @IsOptional()
  @IsISO8601({ strict: true })
  to?: string;

  /** What the series are. `status` counts runs by how they ended; all others count steps. */
  @IsOptional()
  @IsIn(GROUPINGS)
  @ApiPropertyOptional({ enum: GROUPINGS })
  groupBy: Grouping = 'outcome';

  /** Only this workflow: its identifier, internal id or slug. */
  @IsOptional()
  @IsString()
  @MaxLength(512)
  workflowId?: string;

  /** Only steps of these kinds. Default: those that send messages. Not with `groupBy=status` or `groupBy=workflow`. */
  @QueryList()
  @IsIn(STEP_TYPES, { each: true })
  channel?: StepType[];

  /** Only steps that ended so. Default: all. Not with `groupBy=status`. */
  @QueryList()
  @IsIn(OUTCOMES, { each: true })
  outcome?: Outcome[];

  /** Whether the delivery latency is wanted, too. */
  @QueryBoolean()
  @ApiPropertyOptional()
  latency: boolean = false;
}

/** One line of a chart. */
export class ChartSeriesDto {
  /**
   * The outcome, reason, channel, provider or status; of a workflow its identifier, or its internal id when it is deleted.
   * Null: the sum of all series that are not among the fifty largest.
   * @example completed
   */
  @ApiProperty({ type: String, nullable: true })
  key: string | null;

  /** Of a workflow: its name. */
  name?: string;

  /** Sum of the values. */
  total: number;

  /** One value for each of `times`. */
  @ApiProperty({ type: [Number] })
  values: number[];
}

/**
 * Delivery latency: milliseconds from the trigger until a message was sent. Half of them took at most p50, 95 percent p95.
 * Exact to nine percent. Runs that had waited in a delay or digest, or were sent again, are left out.
 */
export class ChartLatencyDto {
  /** Median of each of `times`; null where nothing was sent. */
  @ApiProperty({ type: 'array', items: { type: 'number', nullable: true } })
  p50: (number | null)[];

  /** 95th percentile of each of `times`; null where nothing was sent. */
  @ApiProperty({ type: 'array', items: { type: 'number', nullable: true } })
  p95: (number | null)[];

  /** Median of the whole time. */
  @ApiProperty({ type: Number, nullable: true })
  overallP50: number | null;

  /** 95th percentile of the whole time. */
  @ApiProperty({ type: Number, nullable: true })
  overallP95: number | null;
}

/** Counts of what has ended in each hour or day. */
export class ChartDto {
  /** Length of a period. */
  @ApiProperty({ enum: INTERVALS })
  interval: Interval;

  /** What the series are. */
  @ApiProperty({ enum: GROUPINGS })
  groupBy: Grouping;

  /** Beginning of each period, ISO 8601, oldest first. */
  @ApiProperty({ type: [String] })
  times: string[];

  /** The largest first; those without any count are left out. */
  @ApiProperty({ type: [ChartSeriesDto] })
  series: ChartSeriesDto[];

  /** Delivery latency, if it was asked for. */
  latency?: ChartLatencyDto;
}

/** An event that waits for a worker. */
export class OldestEventDto {
  /** Transaction ID of the trigger. */
  transactionId: string;
  /** Internal id of the workflow. */
  workflowId: string;
  /** When it was triggered, ISO 8601. */
  triggeredAt: string;
  /** Since when it, or its next 500 recipients, wait for a worker, ISO 8601. */
  waitingSince: string;
  /** The same in seconds. */
  waitingSeconds: number;
}

/** A number that is counted up to a limit. */
export class CappedCountDto {
  /** At most 1,000. */
  count: number;
  /** There are more. */
  hasMore: boolean;
}

/** A webhook whose requests fail. */
export class FailingWebhookDto {
  /** Id of the webhook. */
  id: string;
  /** Its address. */
  url: string;
  /** Events are sent to it. */
  enabled: boolean;
  /** Since when every attempt has failed, ISO 8601. */
  failingSince?: string;
  /** Why it was disabled. */
  @ApiProperty({ enum: DISABLED_REASONS, required: false })
  disabledReason?: string;
}

/** Requests to a provider. */
export class AttemptCountsDto {
  /** It has accepted a message. */
  sent: number;
  /** It has not, whether or not another attempt follows. */
  failed: number;
}

/** The last request to a provider that has failed. */
export class LastFailureDto {
  /** When, ISO 8601. */
  at: string;
  /** `transient`: later attempts may succeed. `permanent`: they will not. `invalid_target`: the address is none. */
  @ApiProperty({ enum: ['transient', 'permanent', 'invalid_target'] })
  kind: string;
}

/** A failed message. */
export class LastErrorDto {
  /** When, ISO 8601. */
  at: string;
  /** Text of the error, with the provider's own. */
  message: string;
  /** Id of the dead letter. */
  deadLetterId: string;
}

/** How an integration works. */
export class IntegrationHealthDto {
  /** Internal id of the integration. */
  integrationId: string;
  /** Its identifier. */
  identifier: string;
  /** Its name. */
  name: string;
  /** Its channel. */
  @ApiProperty({ enum: CHANNELS })
  channel: string;
  /** Its provider. */
  providerId: string;
  /** It is used. */
  active: boolean;
  /** In the last hour, and at most ten minutes more. */
  lastHour: AttemptCountsDto;
  /** In the last day, and at most ten minutes more. */
  lastDay: AttemptCountsDto;
  /** The last failure of the last day; null when there was none. */
  @ApiNullable(LastFailureDto)
  lastFailure: LastFailureDto | null;
  /** Of the last message that failed with it, if it is among the latest 200 of the environment; else null. */
  @ApiNullable(LastErrorDto)
  lastError: LastErrorDto | null;
}

/** What an operator has to know of an environment. */
export class ActivityOverviewDto {
  /** When it was read, ISO 8601. */
  at: string;

  /** The event that has waited longest for a worker; null when none waits. */
  @ApiNullable(OldestEventDto)
  oldestEvent: OldestEventDto | null;

  /** Failed messages that were not retried. */
  deadLetters: CappedCountDto;

  /**
   * Webhooks whose requests fail, or that were disabled because of that; at most 100. Left out for callers without the
   * permission `webhooks:read`.
   */
  @ApiProperty({ type: [FailingWebhookDto], required: false })
  failingWebhooks?: FailingWebhookDto[];

  /**
   * The environment's integrations that send over a provider. Left out for callers without the permission
   * `integrations:read`.
   */
  @ApiProperty({ type: [IntegrationHealthDto], required: false })
  integrations?: IntegrationHealthDto[];
}
