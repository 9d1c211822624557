import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsISO8601, IsNotEmpty, IsOptional, IsString, MaxLength } from 'class-validator';
import { type Channel, CHANNELS } from '#libs/channels.js';
import { type Interval, WORKFLOW_INTERVALS } from './activity-count.schema.js';

/** The workflow and the time that a funnel is about. */
export class FunnelQueryDto {
  /** The workflow: its identifier, internal id or slug. */
  @IsString()
  @IsNotEmpty()
  @MaxLength(512)
  workflowId: string;

  /** In what the time is counted: hours or days in UTC. Hours are kept as long as runs, days for `CHART_RETENTION_DAYS`. */
  @IsOptional()
  @IsIn(WORKFLOW_INTERVALS)
  @ApiPropertyOptional({ enum: WORKFLOW_INTERVALS })
  interval: Interval = 'day';

  /** Begin with the period that has this time, ISO 8601. Default: a day before `to`, or 30 days for days. */
  @IsOptional()
  @IsISO8601({ strict: true })
  from?: string;

  /** End with the period before this time, or the one that has it; ISO 8601. Default: now. */
  @IsOptional()
  @IsISO8601({ strict: true })
  to?: string;
}

/** The messages of one step, by the stages that they have reached. Each message counts once in a stage. */
export class FunnelStepDto {
  /** The step's identifier. */
  stepId: string;
  /** Name of the step; absent for steps that the workflow no longer has. */
  name?: string;
  /** Channel of the step; absent for steps that the workflow no longer has. */
  @ApiPropertyOptional({ enum: CHANNELS })
  channel?: Channel;
  /** Messages that a provider has accepted, or that are in an inbox. */
  sent: number;
  /** Of these: were delivered, as the provider reports; all of those in inboxes. */
  delivered: number;
  /** Of these: were opened, as the provider reports or the integration tracks. What was clicked was opened. */
  opened: number;
  /** Of these: a link in them was clicked, as the provider reports or the integration tracks. */
  clicked: number;
  /** Of those in inboxes: were read. */
  read: number;
}

/** What has become of the messages of a workflow. */
export class FunnelDto {
  /** Beginning of the time, ISO 8601. */
  from: string;
  /** End of the time, ISO 8601. */
  to: string;
  /** Steps that send messages, in the order of the workflow. */
  @ApiProperty({ type: [FunnelStepDto] })
  steps: FunnelStepDto[];
}
