import { createFileRoute } from '@tanstack/react-router';
import { query } from '../../api/read';
import { recipientSearchOf, triggerProgress } from '../../features/activity/reads';
import { TriggerScreen } from '../../features/activity/trigger-screen';
import { RetryTrigger } from '../../features/dead-letters/retry-trigger';

/** A trigger and its recipients. */
export const Route = createFileRoute('/_in/triggers/$transactionId')({
  validateSearch: recipientSearchOf,
  loader: ({ context: { queryClient, environment }, params }) => {
    void queryClient.prefetchQuery(query(triggerProgress(params.transactionId), environment));
  },
  component: Trigger,
});

function Trigger() {
  const { transactionId } = Route.useParams();
  return (
    <TriggerScreen
      transactionId={transactionId}
      search={Route.useSearch()}
      retry={<RetryTrigger transactionId={transactionId} />}
    />
  );
}
