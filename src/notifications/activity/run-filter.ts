import type { QueryFilter, Types } from 'mongoose';
import { exactly } from '../../contexts/trigger-context.js';
import type { EnvironmentRef } from '../../auth/environment-ref.js';
import type { ScanFilter } from '../../platform/paging/cursor-page.js';
import type { ListActivityDto } from './list-activity.dto.js';
import type { Run } from './run.schema.js';
import { NOT_BEGUN, type RunStatus } from './statuses.js';
import { USUAL_REASONS } from './step-reasons.js';

/** Filters by fields of the run itself. */
type OwnFilters =
  | 'transactionId'
  | 'channels'
  | 'stepType'
  | 'channel'
  | 'providerId'
  | 'severity'
  | 'status'
  | 'reason'
  | 'topicKey';

/** Which runs to find; what is stored elsewhere is given by internal id. */
export interface RunSearch extends Pick<ListActivityDto, OwnFilters | 'contextKeys'> {
  subscriberIds?: Types.ObjectId[];
  workflowIds?: Types.ObjectId[];
  /** The run whose digest contains their event. */
  mergedInto?: Types.ObjectId;
  /** The topic they must have been reached through. */
  topicId?: Types.ObjectId;
  /** Made at this time or later. */
  since?: Date;
  /** Made at this time or before. */
  until?: Date;
}

/** As {@link USUAL_REASONS}. */
const USUAL_STATUSES: readonly RunStatus[] = ['completed'];

/** Selects the environment's runs that match. Each single filter is read from an index, in the order of the list. */
export function runFilter(environment: Pick<EnvironmentRef, 'id'>, search: RunSearch): QueryFilter<Run> {
  const { indexed, rest } = runScan(environment, search);
  return rest ? { ...indexed, $and: [rest] } : indexed;
}

/**
 * The same in two parts: the filter that finds the fewest runs, as far as that is known, with the times, is read from
 * an index; the others are compared with the runs it finds.
 */
export function runScan({ id: environmentId }: Pick<EnvironmentRef, 'id'>, search: RunSearch): ScanFilter<Run> {
  const { since, until, topicId } = search;
  const [first = {}, ...others] = partsOf(search);
  const rest: QueryFilter<Run> = {
    ...Object.assign({}, ...others),
    ...(topicId && { 'topics.id': topicId.toHexString() }),
    ...(search.contextKeys && { contextKeys: exactly(search.contextKeys) }),
    ...stepFilter(search),
  };
  return {
    indexed: {
      environmentId,
      ...first,
      ...((since ?? until) && { createdAt: { ...(since && { $gte: since }), ...(until && { $lte: until }) } }),
    },
    ...(Object.keys(rest).length > 0 && { rest }),
  };
}

/** The filters that an index serves, first those that find the fewest runs. */
function partsOf(search: RunSearch): QueryFilter<Run>[] {
  const { transactionId, mergedInto, subscriberIds, workflowIds, topicKey, severity, status, channels, providerId } =
    search;
  const contextKeys = search.contextKeys && exactly(search.contextKeys);
  const reason = indexedReason(search.reason);
  const isRareReason = search.reason?.every((one) => !USUAL_REASONS.includes(one));
  const isRareStatus = status?.every((one) => !USUAL_STATUSES.includes(one));
  const types = stepTypes(search);
  const parts = [
    transactionId !== undefined && { transactionId },
    mergedInto && { mergedInto },
    subscriberIds && { subscriberId: { $in: subscriberIds } },
    topicKey !== undefined && { 'topics.key': topicKey },
    // The index leaves out runs without a context. It finds the first key; the whole set is compared afterwards.
    contextKeys?.[0] !== undefined && { contextKeys: contextKeys[0], 'contextKeys.0': { $exists: true } },
    isRareReason && reason,
    isRareStatus && { status: { $in: status } },
    providerId && { 'steps.providerId': { $in: providerId } },
    workflowIds && { workflowId: { $in: workflowIds } },
    severity && { severity: { $in: severity } },
    !isRareReason && reason,
    !isRareStatus && status && { status: { $in: status } },
    types && { 'steps.type': { $in: types } },
    channels && !types && { 'steps.type': { $in: channels } },
  ];
  return parts.filter((part): part is QueryFilter<Run> => Boolean(part));
}

/**
 * Undefined when one index does not find all: `run_canceled` is stored with some steps, and with others it follows from
 * the status of the run.
 */
function indexedReason(reasons: RunSearch['reason']): QueryFilter<Run> | undefined {
  if (!reasons?.includes('run_canceled')) return reasons && { 'steps.reason': { $in: reasons } };
  return reasons.length === 1 ? { status: 'canceled' } : undefined;
}

function stepTypes({ stepType, channel }: RunSearch): string[] | undefined {
  return stepType && channel ? stepType.filter((type) => channel.some((one) => one === type)) : (stepType ?? channel);
}

/** Several conditions on steps must be met by the same step, which indexes on single fields cannot decide. */
function stepFilter(search: RunSearch): QueryFilter<Run> | undefined {
  const { providerId, reason, channels } = search;
  const types = stepTypes(search);
  const isCanceled = reason?.includes('run_canceled');
  const given = [types, providerId, reason].filter((one) => one !== undefined);
  const channelsToo = types && channels && { 'steps.type': { $in: channels } };
  if (given.length < 2 && !isCanceled) return channelsToo;
  const step = { ...(types && { type: { $in: types } }), ...(providerId && { providerId: { $in: providerId } }) };
  const stored = { steps: { $elemMatch: { ...step, ...(reason && { reason: { $in: reason } }) } } };
  const notBegun = { status: 'canceled', steps: { $elemMatch: { ...step, status: { $in: NOT_BEGUN } } } };
  return { ...channelsToo, ...(isCanceled ? { $or: [stored, notBegun] } : stored) } as QueryFilter<Run>;
}
