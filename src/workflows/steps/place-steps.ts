import { Types } from 'mongoose';
import type { StepUpsertDto } from '../workflow-requests.dto.js';
import { assignStepIds } from '../identifiers.js';
import { placeOverrides } from './provider-overrides.js';
import type { WorkflowStep } from '../workflow.schema.js';

/**
 * The steps of a request as they are stored, in place of `current`. One that names a step of these by `_id`, or else by
 * `stepId`, is that step changed: it keeps its `_id`, and its `stepId` unless it brings another. All others are new.
 */
export function placeSteps(requests: readonly StepUpsertDto[], current: readonly WorkflowStep[] = []): WorkflowStep[] {
  const known = matches(requests, current);
  const named = requests.map((request, index) => ({
    name: request.name,
    type: request.type,
    controlValues: request.controlValues,
    overrides: placeOverrides(request, known[index]),
    stepId: request.stepId ?? known[index]?.stepId,
  }));
  return assignStepIds(named).map(({ stepId, name, type, controlValues = {}, overrides }, index) => ({
    _id: known[index]?._id ?? new Types.ObjectId(),
    stepId,
    name,
    type,
    controlValues,
    ...(overrides && { providerOverrides: overrides }),
  }));
}

/** The first step id or internal id that two steps of a request share once their ids are known; undefined when none. */
export function repeatedStep(
  requests: readonly StepUpsertDto[],
  current: readonly WorkflowStep[] = [],
): string | undefined {
  const known = matches(requests, current);
  return (
    firstRepeated(requests.map(({ _id }) => _id?.toLowerCase())) ??
    firstRepeated(requests.map(({ stepId }, index) => stepId ?? known[index]?.stepId))
  );
}

/** For each request the step it changes. Internal ids go first, so that two requests never change the same step. */
function matches(
  requests: readonly StepUpsertDto[],
  current: readonly WorkflowStep[],
): readonly (WorkflowStep | undefined)[] {
  const byId = new Map(current.map((step) => [step._id.toHexString(), step]));
  const named = requests.map(({ _id }) => (_id === undefined ? undefined : byId.get(_id.toLowerCase())));
  const taken = new Set(named);
  return requests.map(({ stepId }, index) => {
    const byStepId = current.find((step) => step.stepId === stepId && !taken.has(step));
    return named[index] ?? byStepId;
  });
}

function firstRepeated(values: readonly (string | undefined)[]): string | undefined {
  const seen = new Set<string>();
  for (const value of values) {
    if (value === undefined) continue;
    if (seen.has(value)) return value;
    seen.add(value);
  }
  return undefined;
}
