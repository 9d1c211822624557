import type { Task } from '#libs/computation/task.js';
import { analysisCost } from '#libs/rendering/render-limits.js';
import type { Duration } from '#libs/schedule/durations.js';
import type { JsonSchema } from '../steps/control-schema.js';
import { type StepParts, stepVariables } from '../steps/step-variables.js';
import { expiryIssues } from './expiry-check.js';
import { type ControlIssue, isBlocking } from './issue.js';
import {
  addresses,
  awaitedThings,
  type CheckedStep,
  illegalVariables,
  missingValues,
  type StepCheck,
  templateSyntax,
  unsupportedProperties,
  waits,
} from './step-checks.js';
import { renderedTexts } from './variable-references.js';

const CHECKS: readonly StepCheck[] = [
  missingValues,
  templateSyntax,
  illegalVariables,
  addresses,
  unsupportedProperties,
  waits,
  awaitedThings,
];

/** Issues reported per step; once these are fixed, the rest appear. */
const MAX_ISSUES = 50;

/** The parts of a workflow that its steps are checked against, as plain data. */
interface CheckedWorkflow {
  payloadSchema?: JsonSchema;
  expiresIn?: Duration;
  steps: readonly StepParts[];
}

/** Returns what is wrong with the control values of one step, independent of the rest of the environment. */
export function controlIssues(
  workflow: CheckedWorkflow,
  step: StepParts,
  situation: Pick<CheckedStep, 'now' | 'maxWait'>,
): ControlIssue[] {
  const { type, controlValues: values } = step;
  const checked: CheckedStep = {
    type,
    values,
    variables: stepVariables(workflow, step),
    texts: renderedTexts(values),
    ...situation,
  };
  const found = [...CHECKS.flatMap((check) => check(checked)), ...expiryIssues(workflow, step, situation.now)];
  return [...found.filter(isBlocking), ...found.filter((issue) => !isBlocking(issue))].slice(0, MAX_ISSUES);
}

interface IssuesInput extends CheckedWorkflow {
  situation: Pick<CheckedStep, 'now' | 'maxWait'>;
}

/** Finds what is wrong with each step of a workflow. */
export const issuesTask: Task<IssuesInput, ControlIssue[][]> = {
  name: 'issues',
  run({ situation, ...workflow }, allowance) {
    allowance.spend(analysisCost(workflow.steps));
    return workflow.steps.map((step) => controlIssues(workflow, step, situation));
  },
  ended: (why) => [[{ field: 'body', issueType: 'ILLEGAL_VARIABLE_IN_CONTROL_VALUE', message: `Reading it ${why}` }]],
};
