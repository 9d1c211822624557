import type { QueryFilter, Types } from 'mongoose';
import { exactly } from '../../contexts/trigger-context.js';
import type { EnvironmentRef } from '../../auth/environment-ref.js';
import type { ListActivityDto } from './list-activity.dto.js';
import type { Run, StepStatus } from './run.schema.js';

/** Filters by fields of the run itself. */
type OwnFilters = 'transactionId' | 'channels' | 'severity' | 'status' | 'reason' | 'topicKey' | 'contextKeys';

/** Which runs to find; what is stored elsewhere is given by internal id. */
export interface RunSearch extends Pick<ListActivityDto, OwnFilters | 'after' | 'before'> {
  subscriberIds?: Types.ObjectId[];
  workflowIds?: Types.ObjectId[];
  /** The topic they must have been reached through. */
  topicId?: Types.ObjectId;
}

/** Steps that a canceled run did not reach: they are shown as canceled, but not stored so. */
const NOT_BEGUN: readonly StepStatus[] = ['pending', 'delayed', 'merged'];

/** Selects the environment's runs that match. Each single filter is read from an index, in the order of the list. */
export function runFilter({ id: environmentId }: Pick<EnvironmentRef, 'id'>, search: RunSearch): QueryFilter<Run> {
  const { transactionId, subscriberIds, workflowIds, topicId, topicKey, after, before, ...own } = search;
  const contextKeys = own.contextKeys && exactly(own.contextKeys);
  return {
    environmentId,
    ...(transactionId !== undefined && { transactionId }),
    ...(subscriberIds && { subscriberId: { $in: subscriberIds } }),
    ...(workflowIds && { workflowId: { $in: workflowIds } }),
    ...(own.status && { status: { $in: own.status } }),
    ...(own.channels && { 'steps.type': { $in: own.channels } }),
    ...(own.severity && { severity: { $in: own.severity } }),
    ...(topicKey !== undefined && { 'topics.key': topicKey }),
    ...(topicId && { 'topics.id': topicId.toHexString() }),
    ...(contextKeys && { contextKeys }),
    // The index is used by the first key; the whole set is compared afterwards.
    ...(contextKeys && contextKeys.length > 0 && { 'contextKeys.0': contextKeys[0] }),
    ...((after ?? before) !== undefined && {
      createdAt: { ...(after && { $gte: new Date(after) }), ...(before && { $lte: new Date(before) }) },
    }),
    ...(own.reason && reasonFilter(own.reason)),
  };
}

function reasonFilter(reasons: NonNullable<RunSearch['reason']>): QueryFilter<Run> {
  const stored = { 'steps.reason': { $in: reasons } };
  if (!reasons.includes('run_canceled')) return stored;
  return { $or: [stored, { status: 'canceled', 'steps.status': { $in: NOT_BEGUN } }] };
}
