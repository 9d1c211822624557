import type { TriggerOverrides } from '../../events/trigger-overrides.js';
import type { WorkflowStep } from '../../workflows/workflow.schema.js';

/**
 * Which layout an email step wants (behaviour L11): that of the trigger, for the step, then for all emails, else its own.
 * `null`: none. `undefined`: nobody says so, and the default is used.
 */
export function layoutChoice(
  overrides: TriggerOverrides | undefined,
  { stepId, controlValues }: Pick<WorkflowStep, 'stepId' | 'controlValues'>,
): string | null | undefined {
  const choices: unknown[] = [
    overrides?.steps?.[stepId]?.layoutId,
    overrides?.channels?.email?.layoutId,
    overrides?.layoutIdentifier,
    controlValues.layoutId,
  ];
  const chosen = choices.find((choice) => choice !== undefined && choice !== '');
  return typeof chosen === 'string' || chosen === null ? chosen : undefined;
}
