import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsISO8601, IsOptional, IsString, MaxLength } from 'class-validator';
import { QueryBoolean, QueryList } from '../../platform/validation/decorators.js';
import { STEP_TYPES, type StepType } from '../../workflows/steps/step-kinds.js';
import { INTERVALS, type Interval, type Outcome, OUTCOMES } from './activity-count.schema.js';

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

  /** Whether the times from trigger to sent are wanted, too. */
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
 * Milliseconds from trigger to sent, of steps that have sent a message: half, or 95 percent of them took at most so long.
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

  /** From trigger to sent, if it was asked for. */
  latency?: ChartLatencyDto;
}
