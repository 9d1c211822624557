import { IsIn, IsISO8601, IsOptional, IsString, MaxLength } from 'class-validator';
import { QueryInt, QueryList } from '../../../common/validation/query.decorators.js';
import { SEVERITIES, type Severity } from '../../../workflows/severity.js';

/** Which runs to list. All filters narrow the list together. */
export class ListActivityDto {
  /** Number of the page, from 0. */
  @QueryInt({ min: 0, max: 10_000 })
  page: number = 0;

  /** Runs per page. */
  @QueryInt({ min: 1, max: 100 })
  limit: number = 10;

  /** Only runs of this trigger. */
  @IsOptional()
  @IsString()
  @MaxLength(512)
  transactionId?: string;

  /** Only runs for these subscribers, by the caller's own ids. */
  @QueryList()
  subscriberIds?: string[];

  /** Only runs of these workflows, by internal id. */
  @QueryList()
  templates?: string[];

  /** Only runs that had a step of one of these kinds. */
  @QueryList()
  channels?: string[];

  /** Only runs of these severities. */
  @QueryList()
  @IsIn(SEVERITIES, { each: true })
  severity?: Severity[];

  /** Only runs with exactly this set of context keys, each `type:id`. */
  @QueryList()
  contextKeys?: string[];

  /** Only runs made at or after this time, ISO 8601. */
  @IsOptional()
  @IsISO8601()
  after?: string;

  /** Only runs made at or before this time, ISO 8601. */
  @IsOptional()
  @IsISO8601()
  before?: string;
}
