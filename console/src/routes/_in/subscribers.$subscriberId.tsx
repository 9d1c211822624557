import { createFileRoute } from '@tanstack/react-router';
import { query } from '../../api/read';
import { SubscriberDetail } from '../../features/subscribers/detail';
import { subscriber } from '../../features/subscribers/reads';

/** A subscriber. */
export const Route = createFileRoute('/_in/subscribers/$subscriberId')({
  loader: ({ context: { queryClient, environment }, params }) => {
    void queryClient.prefetchQuery(query(subscriber(params.subscriberId), environment));
  },
  component: Subscriber,
});

function Subscriber() {
  return <SubscriberDetail subscriberId={Route.useParams().subscriberId} />;
}
