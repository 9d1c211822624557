import type { Subscriber } from '../../subscribers/subscriber.schema.js';
import type { Workflow } from '../../workflows/workflow.schema.js';
import { derivedId } from '../../common/ids/derived-id.js';
import type {
  ActivityJobDto,
  ActivityNotificationDto,
  ActivitySubscriberDto,
  ActivityTemplateDto,
} from './dto/activity.dto.js';
import type { Run, RunStep } from './run.schema.js';

/** The official client wants a known provider on every job, also on those that have none. */
const IN_APP_PROVIDER = 'novu';

/** What belongs to a run but is stored elsewhere; parts that were deleted since are absent. */
export interface RunSurroundings {
  subscriber?: Subscriber;
  workflow?: Workflow;
  payload?: Record<string, unknown>;
}

export function toActivityNotificationDto(
  run: Run,
  { subscriber, workflow, payload }: RunSurroundings,
): ActivityNotificationDto {
  return {
    _id: run._id.toHexString(),
    _environmentId: run.environmentId.toHexString(),
    _organizationId: run.organizationId.toHexString(),
    _subscriberId: run.subscriberId.toHexString(),
    transactionId: run.transactionId,
    _templateId: run.workflowId.toHexString(),
    createdAt: run.createdAt.toISOString(),
    updatedAt: run.updatedAt.toISOString(),
    channels: [...new Set(run.steps.map(({ type }) => type))],
    ...(subscriber && { subscriber: toActivitySubscriber(subscriber) }),
    ...(workflow && { template: toActivityTemplate(workflow) }),
    jobs: run.steps.map((step) => toActivityJob(run, step)),
    ...(payload && { payload }),
    tags: run.tags,
    severity: run.severity,
    critical: run.critical,
    contextKeys: run.contextKeys,
  };
}

function toActivityJob(run: Run, step: RunStep): ActivityJobDto {
  const stepId = step.id.toHexString();
  return {
    _id: derivedId(run._id, 'job', stepId).toHexString(),
    type: step.type,
    status: step.status,
    reason: step.reason,
    providerId: IN_APP_PROVIDER,
    executionDetails: step.details.map(({ at, status, detail, raw }, index) => ({
      _id: derivedId(run._id, 'detail', stepId, String(index)).toHexString(),
      createdAt: at.toISOString(),
      status,
      detail,
      isRetry: false,
      isTest: false,
      raw: raw ?? null,
      source: 'Internal',
    })),
    step: { _id: stepId, active: true, filters: [], _templateId: stepId, name: step.name },
    updatedAt: run.updatedAt.toISOString(),
  };
}

function toActivitySubscriber(subscriber: Subscriber): ActivitySubscriberDto {
  const { _id, subscriberId, firstName, lastName, email, phone } = subscriber;
  return {
    _id: _id.toHexString(),
    subscriberId,
    ...(firstName && { firstName }),
    ...(lastName && { lastName }),
    ...(email && { email }),
    ...(phone && { phone }),
  };
}

function toActivityTemplate({ _id, name, workflowId }: Workflow): ActivityTemplateDto {
  return { _id: _id.toHexString(), name, triggers: [{ type: 'event', identifier: workflowId, variables: [] }] };
}
