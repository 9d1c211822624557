import { ValidationException } from '../../platform/errors/validation.exception.js';
import type { ResourceKind } from '../definitions/definition.js';
import {
  type FailedResourceDto,
  type PublishResultDto,
  RESOURCE_TYPE,
  type ResourceToPublishDto,
  type SyncResultDto,
} from '../publish.dto.js';
import type { Outcome } from './outcome.js';
import type { Selected } from './plan.js';

const KINDS: readonly ResourceKind[] = ['layout', 'workflow'];

/** The answer to a publication: what became of each resource, by kind. */
export function toPublishResult(outcomes: readonly Outcome[]): PublishResultDto {
  const results = KINDS.map((kind) =>
    toSyncResult(
      kind,
      outcomes.filter((outcome) => outcome.kind === kind),
    ),
  ).filter(({ totalProcessed }) => totalProcessed > 0);
  const total = (list: 'successful' | 'failed' | 'skipped') =>
    results.reduce((sum, result) => sum + result[list].length, 0);
  return {
    results,
    summary: {
      resources: outcomes.length,
      successful: total('successful'),
      failed: total('failed'),
      skipped: total('skipped'),
    },
  };
}

function toSyncResult(kind: ResourceKind, outcomes: readonly Outcome[]): SyncResultDto {
  const result: SyncResultDto = {
    resourceType: RESOURCE_TYPE,
    kind,
    successful: [],
    failed: [],
    skipped: [],
    totalProcessed: outcomes.length,
  };
  for (const outcome of outcomes) {
    const about = { resourceType: RESOURCE_TYPE, kind, resourceId: outcome.id, resourceName: outcome.name };
    switch (outcome.result) {
      case 'failed':
        result.failed.push(...toFailedDto(outcome));
        break;
      case 'skipped':
        result.skipped.push({ ...about, reason: outcome.reason });
        break;
      default:
        result.successful.push({ ...about, action: outcome.result });
    }
  }
  return result;
}

/** The outcome as a failure; nothing when it is none. */
export function toFailedDto(outcome: Outcome): FailedResourceDto[] {
  if (outcome.result !== 'failed') return [];
  const { kind, id, name, error } = outcome;
  return [{ resourceType: RESOURCE_TYPE, kind, resourceId: id, resourceName: name, error: reasonOf(error) }];
}

/** The words of the official clients leave open what is meant. */
export function toSelected({ resourceType, resourceId: id }: ResourceToPublishDto): Selected {
  return resourceType === 'workflow' || resourceType === 'layout' ? { kind: resourceType, id } : { id };
}

/** One line on why something failed, with the fields that broke a rule. */
function reasonOf(error: Error): string {
  if (!(error instanceof ValidationException)) return error.message;
  const fields = Object.entries(error.errors).map(([field, { messages }]) => {
    const text = messages.join(', ');
    return text.startsWith(field) ? text : `${field}: ${text}`;
  });
  return fields.length > 0 ? fields.join('; ') : error.message;
}
