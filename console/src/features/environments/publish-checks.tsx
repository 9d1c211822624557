import { Alert, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Environment } from '../../api/client';
import { searchOf } from '../../ui/finding-place';
import { countInWords, Findings } from '../../ui/findings';
import { TextLink } from '../../ui/links';
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
  const { data = [], isFetching } = useQuery({
    queryKey: [source.id, 'workflows', 'check', target.id, workflows.map(({ id }) => id)],
    queryFn: ({ signal }) =>
      Promise.all(
        workflows.map(async ({ id, name }): Promise<PlannedFindings> => {
          const { findings } = await checked(source, { workflowId: id, targetEnvironmentId: target.id }, signal);
          return { name, workflowId: id, findings };
        }),
      ),
    staleTime: 30_000,
  });
  return { found: data.filter(({ findings }) => findings.length > 0), isChecking: isFetching };
}

interface PublishChecksProps {
  found: readonly PlannedFindings[];
  source: Environment;
  target: Environment;
}

/** Says before publishing what readers in the target would stumble over. */
export function PublishChecks({ found, source, target }: PublishChecksProps) {
  const all = found.flatMap(({ findings }) => findings);
  const counts = countInWords(all);
  if (counts === undefined) return null;
  const hasErrors = all.some(({ severity }) => severity === 'error');
  return (
    <Alert color={hasErrors ? 'red' : 'orange'} variant="outline" role="alert" title={`${counts} in what you publish`}>
      {hasErrors && (
        <Text size="sm">Steps with errors are published, but not delivered as they are written in {target.name}.</Text>
      )}
      <Stack gap={6} mt={6}>
        {found.map(({ name, workflowId, findings }) => (
          <Findings
            key={workflowId}
            within={name}
            findings={findings}
            toPlace={(finding, place) => (
              <TextLink
                to="/workflows/$workflowId"
                params={{ workflowId }}
                search={{ env: source.identifier, ...searchOf(finding) } as never}
                size="sm"
                underline="always"
              >
                {place}
              </TextLink>
            )}
          />
        ))}
      </Stack>
    </Alert>
  );
}
