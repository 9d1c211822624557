import type { QueryFilter, SortOrder } from 'mongoose';
import { containing, inOrderOf } from '../platform/paging/offset-page.js';
import type { EnvironmentRef } from '../auth/environment-ref.js';
import type { ListWorkflowsQueryDto, WorkflowOrder } from './workflow-list.dto.js';
import type { WorkflowStatus } from './workflow.dto.js';
import type { StepType } from './steps/step-kinds.js';
import type { Workflow } from './workflow.schema.js';

const ORDER_FIELDS: Record<WorkflowOrder, keyof Workflow> = {
  createdAt: 'createdAt',
  updatedAt: 'updatedAt',
  name: 'nameKey',
  lastTriggeredAt: 'lastTriggeredAt',
};

/** Only the environment uses an index: an environment has hundreds of workflows, not millions. */
export function listFilter(
  { id }: EnvironmentRef,
  { query, tags, status, archived }: ListWorkflowsQueryDto,
  missing: ReadonlySet<StepType>,
): QueryFilter<Workflow> {
  return {
    environmentId: id,
    archived: archived ? true : { $ne: true },
    ...(query && { $or: [{ nameKey: containing(query.toLowerCase()) }, { workflowId: containing(query) }] }),
    ...(tags && { tags: { $in: tags } }),
    ...(status && { $and: [{ $or: status.map((one) => withStatus(one, [...missing])) }] }),
  };
}

/** `workflowStatus` as a filter. */
function withStatus(status: WorkflowStatus, missing: StepType[]): QueryFilter<Workflow> {
  switch (status) {
    case 'INACTIVE':
      return { active: false };
    case 'ERROR':
      return { active: true, $or: [{ broken: true }, { 'steps.type': { $in: missing } }] };
    case 'ACTIVE':
      return { active: true, broken: { $ne: true }, 'steps.type': { $nin: missing } };
  }
}

/** The sort order that a request asks for. */
export function listOrder(query: ListWorkflowsQueryDto): [string, SortOrder][] {
  return inOrderOf(ORDER_FIELDS[query.orderBy], query);
}
