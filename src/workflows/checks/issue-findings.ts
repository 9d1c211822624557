import { type ContentIssueType, type ControlIssue, isBlocking, workflowIssues } from '../issues/issue.js';
import type { WorkflowStep } from '../workflow.schema.js';
import type { Finding, FindingCode, StepFinding } from './finding.js';

const CODES: Record<ContentIssueType, FindingCode> = {
  ILLEGAL_VARIABLE_IN_CONTROL_VALUE: 'variable_unknown',
  INVALID_FILTER_ARG_IN_VARIABLE: 'filter_invalid',
  INVALID_URL: 'url_invalid',
  MISSING_VALUE: 'value_missing',
  TIER_LIMIT_EXCEEDED: 'limit_exceeded',
  UNSUPPORTED_PROPERTY: 'property_unsupported',
};

/** Where a document of blocks has a problem, and what it is. */
const IN_BLOCKS = /^((?:content|marks)\.[\w.]+): ([\s\S]*)$/;

/** Returns an issue of a step as a finding. */
export function issueFinding(issue: ControlIssue): StepFinding {
  const { field, message } = issue;
  const [, path, rest] = IN_BLOCKS.exec(message) ?? [];
  const isMissing = issue.issueType === 'MISSING_VALUE' && message === `${field} is needed`;
  return {
    code: codeOf(issue),
    severity: isBlocking(issue) ? 'error' : 'warning',
    field,
    ...(path !== undefined && { path }),
    message: isMissing ? `${titleOf(field)} is required.` : sentence(rest ?? message),
  };
}

function codeOf({ issueType, field, variableName }: ControlIssue): FindingCode {
  if (issueType === 'ILLEGAL_VARIABLE_IN_CONTROL_VALUE' && variableName === undefined) return 'template_invalid';
  return issueType === 'MISSING_VALUE' && field === 'subject' ? 'subject_missing' : CODES[issueType];
}

function titleOf(field: string): string {
  return field === 'url' ? 'URL' : field.charAt(0).toUpperCase() + field.slice(1);
}

function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

/** Returns what is wrong with a workflow besides its steps' controls: names that two steps share. */
export function namesFindings({ steps }: { steps: readonly Pick<WorkflowStep, 'name' | 'stepId'>[] }): Finding[] {
  return Object.entries(workflowIssues({ steps })).flatMap(([path, { message, severity }]): Finding[] => {
    const step = steps[Number(path.split('.')[1])];
    return step
      ? [{ code: 'name_repeated', severity, stepId: step.stepId, field: 'name', message: `${message}.` }]
      : [];
  });
}
