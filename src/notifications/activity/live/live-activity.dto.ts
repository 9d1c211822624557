import { ApiProperty } from '@nestjs/swagger';
import { ArrayMaxSize, IsIn } from 'class-validator';
import { QueryList } from '../../../platform/validation/decorators.js';
import { ActivityNotificationDto } from '../activity.dto.js';
import { RUN_STATUSES, type RunStatus } from '../statuses.js';

const MAX_VALUES = 100;

/** Which runs to stream. All filters narrow the stream together. */
export class LiveActivityQueryDto {
  /** Only runs of these workflows, by identifier, internal id or slug; at most 100. */
  @QueryList()
  @ArrayMaxSize(MAX_VALUES)
  templates?: string[];

  /** Only changes to one of these states. */
  @QueryList()
  @IsIn(RUN_STATUSES, { each: true })
  status?: RunStatus[];

  /** Only runs for these subscribers, by the caller's own ids; at most 100. */
  @QueryList()
  @ArrayMaxSize(MAX_VALUES)
  subscriberIds?: string[];
}

/** What has happened to a run: it was stored before its first step, or has moved on, or has ended. */
export const RUN_CHANGES = ['began', 'changed', 'ended'] as const;

/** A run that has changed. */
export class LiveChangeDto {
  /** What has happened last. A run whose steps neither wait nor call anyone ends at once, without having begun before. */
  @ApiProperty({ enum: RUN_CHANGES })
  change: (typeof RUN_CHANGES)[number];

  /** The run as it is now. */
  notification: ActivityNotificationDto;
}

/** Data of the event `runs`. */
export class LiveRunsDto {
  /** The newest changes, oldest first; at most 20. */
  @ApiProperty({ type: [LiveChangeDto] })
  changes: LiveChangeDto[];

  /**
   * Number of changes since the last event that are not in it, because there were too many. Under heavy load some of them may
   * be of runs that the filters would have left out.
   */
  leftOut: number;
}
