import { Alert, List, Text } from '@mantine/core';
import type { Schemas } from '../../api/client';
import type { PlannedResource } from './plan';

type Issue = Schemas['StoredStepIssueDto'];

/** An issue, and the name of its workflow. */
interface PlannedIssue extends Issue {
  name: string;
}

/** The issues of what is picked; what is deleted has none. */
export function issuesOf(plan: readonly PlannedResource[], issues: readonly Issue[]): PlannedIssue[] {
  return plan.flatMap(({ kind, id, name, action }) =>
    kind !== 'workflow' || action === 'delete'
      ? []
      : issues.filter(({ workflowId }) => workflowId === id).map((issue) => ({ ...issue, name })),
  );
}

/** Says before publishing what will not be delivered in the target as it is written. */
export function PublishIssues({ issues, target }: { issues: readonly PlannedIssue[]; target: string }) {
  const errors = issues.filter(({ severity }) => severity === 'error');
  if (issues.length === 0) return null;
  const warnings = issues.length - errors.length;
  const counts = [inWords(errors.length, 'error'), inWords(warnings, 'warning')].filter((text) => text !== undefined);
  return (
    <Alert
      color={errors.length > 0 ? 'red' : 'orange'}
      variant="outline"
      role="alert"
      title={`${counts.join(' and ')} in what you publish`}
    >
      {errors.length > 0 && (
        <Text size="sm">Steps with errors are published, but not delivered as they are written in {target}.</Text>
      )}
      <List size="sm" spacing={2} mt={6} mah={240} style={{ overflowY: 'auto' }} tabIndex={0}>
        {issues.map(({ name, stepId, field, message, severity }) => (
          <List.Item key={`${name} ${stepId} ${field} ${message}`} style={{ overflowWrap: 'anywhere' }}>
            {severity === 'warning' ? 'Warning' : 'Error'} in {name}, step {stepId}
            {field !== '' && `, ${field}`}: {message.replace(/^The environment/, target)}
          </List.Item>
        ))}
      </List>
    </Alert>
  );
}

function inWords(count: number, word: string): string | undefined {
  return count === 0 ? undefined : `${count} ${word}${count === 1 ? '' : 's'}`;
}
