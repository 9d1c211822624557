import { readPlain } from '../../platform/validation/read-plain.js';
import { validateSync, type ValidationError } from 'class-validator';
import { ValidationException } from '../../platform/errors/validation.exception.js';
import { STEP_KINDS, STEP_TYPES, type StepType } from './step-kinds.js';
import { validationClass } from './validation-class.js';

const CLASSES = new Map(STEP_TYPES.map((type) => [type, validationClass(STEP_KINDS[type].fields)]));

interface StepWithValues {
  type: StepType;
  controlValues?: Record<string, unknown>;
}

/**
 * Checks what each step says against the rules of its kind. Members the kind does not know are let through and kept:
 * that is why this is not part of the request's own validation, which drops them. Throws
 * {@link ValidationException}, fields named `steps.0.controlValues.body`.
 */
export function assertControlValues(steps: readonly StepWithValues[]): void {
  const tree = steps.map(({ type, controlValues = {} }, index) =>
    branch(String(index), [branch('controlValues', problems(type, controlValues))]),
  );
  const violation = ValidationException.fromTree([branch('steps', tree)], { steps });
  if (Object.keys(violation.errors).length > 0) throw violation;
}

/** The same for one step; fields are named `controlValues.body`. */
export function assertStepValues(type: StepType, values: Record<string, unknown>): void {
  const violation = ValidationException.fromTree([branch('controlValues', problems(type, values))], {
    controlValues: values,
  });
  if (Object.keys(violation.errors).length > 0) throw violation;
}

function problems(type: StepType, values: Record<string, unknown>): ValidationError[] {
  return validateSync(readPlain<object>(CLASSES.get(type)!, values));
}

function branch(property: string, children: ValidationError[]): ValidationError {
  return { property, children };
}
