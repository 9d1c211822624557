import { ApiPropertyOptional } from '@nestjs/swagger';
import { ArrayMaxSize, IsIn, IsOptional, IsString, Matches, MaxLength } from 'class-validator';
import { QueryInt, QueryList } from '../../common/validation/query.decorators.js';

export const WORKFLOW_ORDERS = ['createdAt', 'updatedAt', 'name', 'lastTriggeredAt'] as const;

export type WorkflowOrder = (typeof WORKFLOW_ORDERS)[number];

export const WORKFLOW_STATUSES = ['ACTIVE', 'INACTIVE', 'ERROR'] as const;

export type WorkflowStatus = (typeof WORKFLOW_STATUSES)[number];

const MAX_OFFSET = 1_000_000;

/** Which workflows to list. */
export class ListWorkflowsQueryDto {
  /** Workflows per page. */
  @QueryInt({ min: 1, max: 100 })
  @ApiPropertyOptional({ minimum: 1, maximum: 100 })
  limit: number = 50;

  /** Workflows to leave out before the page. */
  @QueryInt({ min: 0, max: MAX_OFFSET })
  @ApiPropertyOptional({ minimum: 0, maximum: MAX_OFFSET })
  offset: number = 0;

  /** What to order by. Names are ordered without regard to case. */
  @IsOptional()
  @IsIn(WORKFLOW_ORDERS)
  @ApiPropertyOptional({ enum: WORKFLOW_ORDERS })
  orderBy: WorkflowOrder = 'createdAt';

  /** In which direction. */
  @IsOptional()
  @IsIn(['ASC', 'DESC'])
  @ApiPropertyOptional({ enum: ['ASC', 'DESC'] })
  orderDirection: 'ASC' | 'DESC' = 'DESC';

  /**
   * Part of the name or of the identifier, in any case.
   * @example order
   */
  @IsOptional()
  @IsString()
  @Matches(/^[^\0]*$/, { message: '$property must not contain null characters' })
  @MaxLength(256)
  query?: string;

  /** Only workflows with at least one of these tags. */
  @QueryList()
  @ArrayMaxSize(50)
  tags?: string[];

  /** Only workflows in one of these states. */
  @QueryList()
  @ArrayMaxSize(WORKFLOW_STATUSES.length)
  @IsIn(WORKFLOW_STATUSES, { each: true })
  @ApiPropertyOptional({ enum: WORKFLOW_STATUSES, isArray: true })
  status?: WorkflowStatus[];
}
