import { createFileRoute } from '@tanstack/react-router';
import { Workflow } from 'lucide-react';
import { query } from '../../api/read';
import { WorkflowList } from '../../features/workflows/list';
import { searchOf, workflowList } from '../../features/workflows/reads';

/** Workflows: search. */
export const Route = createFileRoute('/_in/workflows/')({
  staticData: {
    entry: { group: 'Content', label: 'Workflows', icon: Workflow, permission: 'workflows:read', order: 10 },
  },
  validateSearch: searchOf,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient, environment }, deps }) => {
    void queryClient.prefetchQuery(query(workflowList(deps), environment));
  },
  component: Workflows,
});

function Workflows() {
  return <WorkflowList search={Route.useSearch()} />;
}
