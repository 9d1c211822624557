import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { query } from '../../../api/read';
import { useEnvironment } from '../../../api/session';
import { TextLink } from '../../../ui/links';
import { Loaded } from '../../../ui/loaded';
import { PageHeader } from '../../../ui/page-header';
import { type EditorSearch, workflow } from '../reads';

const WorkflowEditor = lazy(async () => ({ default: (await import('./workflow-editor')).WorkflowEditor }));

/** A workflow in its editor. */
export function WorkflowScreen({ workflowId, search }: { workflowId: string; search: EditorSearch }) {
  const environment = useEnvironment();
  const found = useQuery(query(workflow(workflowId), environment));
  if (found.data)
    return (
      <Suspense>
        <WorkflowEditor key={`${environment.id} ${found.data.data._id}`} workflow={found.data.data} search={search} />
      </Suspense>
    );
  return (
    <>
      <PageHeader
        title={workflowId}
        back={
          <TextLink to="/workflows" size="sm">
            Workflows
          </TextLink>
        }
      />
      <Loaded query={found}>{() => null}</Loaded>
    </>
  );
}
