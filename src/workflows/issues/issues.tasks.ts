import type { Task } from '#libs/computation/task.js';
import { analysisCost } from '#libs/rendering/reading-cost.js';
import type { StepParts } from '../steps/step-variables.js';
import { type CheckedStep, type CheckedWorkflow, controlIssues } from './step-checks.js';
import type { ControlIssue } from './issue.js';
import { type VariableReference, variableReferences } from './variable-references.js';

export interface IssuesInput extends CheckedWorkflow {
  situation: Pick<CheckedStep, 'now' | 'longestWait'>;
}

/** What is wrong with each of the steps of a workflow. */
export const issuesTask: Task<IssuesInput, ControlIssue[][]> = {
  name: 'issues',
  run({ situation, ...workflow }, allowance) {
    allowance.spend(analysisCost(workflow.steps));
    return workflow.steps.map((step) => controlIssues(workflow, step, situation));
  },
  ended: (why) => [
    [{ field: 'body', issueType: 'ILLEGAL_VARIABLE_IN_CONTROL_VALUE', message: `VariableReference it ${why}` }],
  ],
};

/** What the control values of a step read from the data of a run. */
export const stepReferencesTask: Task<StepParts['controlValues'], VariableReference[]> = {
  name: 'stepReadings',
  run(values, allowance) {
    allowance.spend(analysisCost(values));
    return variableReferences(values);
  },
  ended: () => [],
};
