import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';

const PART_STATUSES = ['up', 'down', 'off'] as const;

/** State of the process. */
export class HealthDto {
  /**
   * Always `ok`; any other state is an error response.
   * @example ok
   */
  status: 'ok';
}

/** One part that the process needs. */
export class HealthPartDto {
  /** `off`: this process does not have that part. */
  @ApiProperty({ enum: PART_STATUSES })
  status: (typeof PART_STATUSES)[number];

  /**
   * Kind of service.
   * @example mongodb
   */
  @ApiPropertyOptional({ enum: ['mongodb', 'redis', 'embedded'] })
  kind?: 'mongodb' | 'redis' | 'embedded';

  /** Jobs in progress in this worker. */
  jobs?: number;

  /** Since when it is down, ISO 8601. */
  since?: string;

  /**
   * Why it is down.
   * @example The store takes no writes, because its disk is full
   */
  reason?: string;
}

/** The parts that the process needs. */
export class HealthPartsDto {
  /** The store of all data. */
  store: HealthPartDto;

  /** The queue, which notifies workers of new triggers. Without it they are stored, and delivered later. */
  queue: HealthPartDto;

  /** The workers, which deliver; `off` in the role `api`. */
  worker: HealthPartDto;
}

/** Whether the process can do its work. */
export class ReadinessDto extends HealthDto {
  /**
   * The release that runs.
   * @example 0.1.0
   */
  version: string;

  /** The parts that it needs. */
  parts: HealthPartsDto;
}
