import type { JsonSchema } from '../steps/schema-types.js';
import { type StepParts, stepVariables } from '../steps/step-variables.js';
import { addresses } from './checks/addresses.js';
import { illegalVariables } from './checks/illegal-variables.js';
import { missingValues } from './checks/missing-values.js';
import { templateSyntax } from './checks/template-syntax.js';
import { unsupportedProperties } from './checks/unsupported-properties.js';
import { waits } from './checks/waits.js';
import { renderedTexts } from './control-texts.js';
import type { ControlIssue } from './issue.js';
import type { CheckedStep, StepCheck } from './step-check.js';

const CHECKS: readonly StepCheck[] = [
  missingValues,
  templateSyntax,
  illegalVariables,
  addresses,
  unsupportedProperties,
  waits,
];

/** As many are told of one step; who has mended these sees the rest. */
const MAX_ISSUES = 50;

/** What of a workflow decides about its steps: plain data. */
export interface CheckedWorkflow {
  payloadSchema?: JsonSchema;
  steps: readonly StepParts[];
}

/** What is wrong with the control values of one step of a workflow, whatever else there is in its environment. */
export function controlIssues(
  workflow: CheckedWorkflow,
  step: StepParts,
  situation: Pick<CheckedStep, 'now' | 'longestWait'>,
): ControlIssue[] {
  const { type, controlValues: values } = step;
  const checked: CheckedStep = {
    type,
    values,
    variables: stepVariables(workflow, step),
    texts: renderedTexts(values),
    ...situation,
  };
  const found = CHECKS.flatMap((check) => check(checked));
  return [...found.filter(isBlocking), ...found.filter((issue) => !isBlocking(issue))].slice(0, MAX_ISSUES);
}

/** Whether a step cannot be delivered as its author wants it. */
export function isBlocking({ severity }: Pick<ControlIssue, 'severity'>): boolean {
  return severity !== 'warning';
}
