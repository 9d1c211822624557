import { createFileRoute } from '@tanstack/react-router';
import { query } from '../../api/read';
import { WorkflowScreen } from '../../features/workflows/editor/screen';
import { editorSearchOf, workflow } from '../../features/workflows/reads';

/** A workflow: its editor. */
export const Route = createFileRoute('/_in/workflows/$workflowId')({
  validateSearch: editorSearchOf,
  loader: ({ context: { queryClient, environment }, params }) => {
    void queryClient.prefetchQuery(query(workflow(params.workflowId), environment));
  },
  component: Workflow,
});

function Workflow() {
  return <WorkflowScreen workflowId={Route.useParams().workflowId} search={Route.useSearch()} />;
}
