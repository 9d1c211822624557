import { ApiPropertyOptional } from '@nestjs/swagger';
import { ArrayMaxSize, IsIn, IsOptional } from 'class-validator';
import { OffsetQueryDto } from '../../platform/paging/offset-query.dto.js';
import { QueryList } from '../../platform/validation/query.decorators.js';

export const WORKFLOW_ORDERS = ['createdAt', 'updatedAt', 'name', 'lastTriggeredAt'] as const;

export type WorkflowOrder = (typeof WORKFLOW_ORDERS)[number];

export const WORKFLOW_STATUSES = ['ACTIVE', 'INACTIVE', 'ERROR'] as const;

export type WorkflowStatus = (typeof WORKFLOW_STATUSES)[number];

/** Which workflows to list. */
export class ListWorkflowsQueryDto extends OffsetQueryDto {
  /** What to order by. Names are ordered without regard to case. */
  @IsOptional()
  @IsIn(WORKFLOW_ORDERS)
  @ApiPropertyOptional({ enum: WORKFLOW_ORDERS })
  orderBy: WorkflowOrder = 'createdAt';

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
