import { createFileRoute } from '@tanstack/react-router';
import { query } from '../../api/read';
import { run } from '../../features/activity/reads';
import { RunScreen } from '../../features/activity/run-screen';
import { textOf } from '../../search-text';

/** A run: why somebody got something, or did not. */
export const Route = createFileRoute('/_in/activity/$notificationId')({
  validateSearch: ({ step }: Record<string, unknown>): { step?: string } => ({ step: textOf(step) }),
  loader: ({ context: { queryClient, environment }, params }) => {
    void queryClient.prefetchQuery(query(run(params.notificationId), environment));
  },
  component: Run,
});

function Run() {
  return <RunScreen notificationId={Route.useParams().notificationId} chosen={Route.useSearch().step} />;
}
