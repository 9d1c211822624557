import { Alert, Stack, Text } from '@mantine/core';
import { useQueries } from '@tanstack/react-query';
import type { Environment } from '../../api/client';
import { countInWords, Findings } from '../../ui/findings';
import { checked, type Finding } from '../../ui/use-check';
import type { PlannedResource } from './plan';

/** What was found in a workflow that is to be published. */
interface PlannedFindings {
  name: string;
  workflowId: string;
  findings: Finding[];
}

/** Workflows that are checked together; more are published without. */
const MAX_CHECKED = 50;

/** Checks what is picked as the target would send it; what is deleted is not checked. */
export function usePublishChecks(
  source: Environment,
  target: Environment,
  plan: readonly PlannedResource[],
): { found: PlannedFindings[]; isChecking: boolean } {
  const workflows = plan.filter(({ kind, action }) => kind === 'workflow' && action !== 'delete').slice(0, MAX_CHECKED);
  const results = useQueries({
    queries: workflows.map(({ id, name }) => ({
      queryKey: [source.id, 'workflows', 'check', id, target.id],
      queryFn: async ({ signal }: { signal: AbortSignal }): Promise<PlannedFindings> => {
        const { findings } = await checked(source, { workflowId: id, targetEnvironmentId: target.id }, signal);
        return { name, workflowId: id, findings };
      },
      staleTime: 30_000,
    })),
  });
  const found = results.flatMap(({ data }) => (data && data.findings.length > 0 ? [data] : []));
  return { found, isChecking: results.some(({ isPending }) => isPending) };
}

/** Says before publishing what readers in the target would stumble over. */
export function PublishChecks({ found, target }: { found: readonly PlannedFindings[]; target: string }) {
  const all = found.flatMap(({ findings }) => findings);
  const counts = countInWords(all);
  if (counts === undefined) return null;
  const hasErrors = all.some(({ severity }) => severity === 'error');
  return (
    <Alert color={hasErrors ? 'red' : 'orange'} variant="outline" role="alert" title={`${counts} in what you publish`}>
      {hasErrors && (
        <Text size="sm">Steps with errors are published, but not delivered as they are written in {target}.</Text>
      )}
      <Stack gap={6} mt={6}>
        {found.map(({ name, workflowId, findings }) => (
          <Findings key={workflowId} within={name} findings={findings} />
        ))}
      </Stack>
    </Alert>
  );
}
