import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsISO8601, IsMongoId, IsOptional, IsString, MaxLength } from 'class-validator';
import { QueryBoolean, QueryList } from '../../../platform/validation/decorators.js';
import { STEP_TYPES, type StepType } from '../../../workflows/steps/step-kinds.js';
import { type Interval, INTERVALS, type Outcome, OUTCOMES } from './activity-count.schema.js';
import { ApiNullable } from '../../../platform/http/decorators.js';

/** What the series of a chart are: one for each outcome, reason and so on. */
export const GROUPINGS = ['outcome', 'reason', 'channel', 'provider', 'workflow', 'status', 'attempt'] as const;

export type Grouping = (typeof GROUPINGS)[number];

/** What a chart shows. All filters narrow it together. */
export class ChartQueryDto {
  /**
   * Length of a period in UTC. Days are kept for `CHART_RETENTION_DAYS`, hours as long as runs, and ten minutes for a day, of
   * the whole environment alone.
   */
  @IsOptional()
  @IsIn(INTERVALS)
  @ApiPropertyOptional({ enum: INTERVALS })
  interval: Interval = 'hour';

  /**
   * Begin with the period that has this time, ISO 8601. Default: an hour before `to` for ten minutes, a day for hours, and
   * 30 days for days.
   */
  @IsOptional()
  @IsISO8601({ strict: true })
  from?: string;

  /** End with the period before this time, or the one that has it; ISO 8601. Default: now. */
  @IsOptional()
  @IsISO8601({ strict: true })
  to?: string;

  /**
   * What the series are. `status` counts runs by how they ended, and `attempt` requests to the provider of `integrationId`,
   * as `sent` or `failed`. All others count steps.
   */
  @IsOptional()
  @IsIn(GROUPINGS)
  @ApiPropertyOptional({ enum: GROUPINGS })
  groupBy: Grouping = 'outcome';

  /** Only this workflow: its identifier, internal id or slug. */
  @IsOptional()
  @IsString()
  @MaxLength(512)
  workflowId?: string;

  /** The integration whose requests to its provider are counted, by internal id. With `groupBy=attempt` and hours alone. */
  @IsOptional()
  @IsMongoId()
  integrationId?: string;

  /** Only steps of these kinds. Default: those that send messages. Not with `groupBy=status` or `groupBy=workflow`. */
  @QueryList()
  @IsIn(STEP_TYPES, { each: true })
  channel?: StepType[];

  /** Only steps that ended so. Default: all. Not with `groupBy=status`. */
  @QueryList()
  @IsIn(OUTCOMES, { each: true })
  outcome?: Outcome[];

  /** Whether the delivery latency is wanted, too. With `groupBy=attempt` it is the time until the provider responded. */
  @QueryBoolean()
  @ApiPropertyOptional()
  latency: boolean = false;

  /** Whether a comparison with the time before is wanted, too. */
  @QueryBoolean()
  @ApiPropertyOptional()
  compare: boolean = false;
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

/** The sum of a line, and what it was before. */
export class ComparedSeriesDto {
  /** As in the series of the chart. */
  @ApiProperty({ type: String, nullable: true })
  key: string | null;

  /** Sum of the periods that have ended. */
  total: number;

  /** Sum of the same periods before. */
  previous: number;
}

/** Latency in milliseconds, and what it was before; null where there is none. */
export class ComparedLatencyDto {
  /** Median. */
  @ApiProperty({ type: Number, nullable: true })
  p50: number | null;

  /** 95th percentile. */
  @ApiProperty({ type: Number, nullable: true })
  p95: number | null;

  /** Median of the time before. */
  @ApiProperty({ type: Number, nullable: true })
  previousP50: number | null;

  /** 95th percentile of the time before. */
  @ApiProperty({ type: Number, nullable: true })
  previousP95: number | null;
}

/**
 * Sums of the periods of a chart that have ended, beside those of the same periods before: of 24 hours, the same hours of the
 * day before.
 */
export class ChartComparisonDto {
  /** Beginning of the first period, ISO 8601. */
  from: string;

  /** End of the last period that has ended, ISO 8601. */
  to: string;

  /** Beginning of the time before, ISO 8601. */
  previousFrom: string;

  /** End of the time before, ISO 8601. */
  previousTo: string;

  /** The series of either time: those of the chart, then those that are gone. */
  @ApiProperty({ type: [ComparedSeriesDto] })
  series: ComparedSeriesDto[];

  /** Delivery latency, if it was asked for. */
  latency?: ComparedLatencyDto;
}

/** Counts of what has ended in each period. */
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

  /** Comparison with the time before, if it was asked for; null when nothing was counted then, or it is not kept. */
  @ApiNullable(ChartComparisonDto, { required: false })
  comparison?: ChartComparisonDto | null;
}
