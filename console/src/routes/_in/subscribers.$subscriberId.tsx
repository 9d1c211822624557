import { createFileRoute } from '@tanstack/react-router';
import { query } from '../../api/read';
import { SubscriberDetail } from '../../features/subscribers/detail';
import { subscriber, SUBSCRIBER_TABS, type SubscriberTab } from '../../features/subscribers/reads';
import { oneOf } from '../../search-text';

/** A subscriber. */
export const Route = createFileRoute('/_in/subscribers/$subscriberId')({
  validateSearch: ({ tab }: Record<string, unknown>): { tab?: SubscriberTab } => ({ tab: oneOf(SUBSCRIBER_TABS, tab) }),
  loader: ({ context: { queryClient, environment }, params }) => {
    void queryClient.prefetchQuery(query(subscriber(params.subscriberId), environment));
  },
  component: Subscriber,
});

function Subscriber() {
  return <SubscriberDetail subscriberId={Route.useParams().subscriberId} tab={Route.useSearch().tab ?? 'profile'} />;
}
