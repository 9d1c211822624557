import type { StepType } from '../workflows/steps/step-kinds.js';
import { storedIssues } from './definition-issues.service.js';

describe('the issues of workflows that are published', () => {
  const at = (issue: object) => ({ field: 'body', issueType: 'MISSING_VALUE', message: 'Body is missing', ...issue });
  const workflow = (workflowId: string, ...steps: [string, StepType, object[]?][]) => ({
    workflowId,
    steps: steps.map(([stepId, type, issues]) => ({ stepId, type, ...(issues && { issues }) })),
  });

  it.each<[string, object[], StepType[], string[]]>([
    ['are none without issues', [workflow('w', ['a', 'email'])], [], []],
    ['are errors unless they are warnings', [workflow('w', ['a', 'email', [at({})]])], [], ['w a body error']],
    [
      'say which are warnings',
      [workflow('w', ['a', 'email', [at({ severity: 'warning' })]])],
      [],
      ['w a body warning'],
    ],
    [
      'include channels without an integration, at each of their steps',
      [workflow('w', ['a', 'sms'], ['b', 'email'], ['c', 'sms'])],
      ['sms'],
      ['w a  error', 'w c  error'],
    ],
    [
      'have the order of workflows and steps',
      [workflow('v', ['a', 'sms', [at({})]]), workflow('w', ['a', 'push'])],
      ['sms', 'push'],
      ['v a body error', 'v a  error', 'w a  error'],
    ],
  ])('%s', (_rule, workflows, missing, expected) => {
    const found = storedIssues(workflows as Parameters<typeof storedIssues>[0], new Set(missing));
    expect(
      found.map(({ workflowId, stepId, field, severity }) => `${workflowId} ${stepId} ${field} ${severity}`),
    ).toEqual(expected);
  });
});
