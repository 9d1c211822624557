import { createFileRoute } from '@tanstack/react-router';
import { lazy } from 'react';
import { query } from '../../api/read';
import { SubscriberDetail } from '../../features/subscribers/detail';
import { detailSearchOf, subscriber } from '../../features/subscribers/reads';

const RunsOf = lazy(async () => ({ default: (await import('../../features/activity/runs-of')).RunsOf }));

/** A subscriber. */
export const Route = createFileRoute('/_in/subscribers/$subscriberId')({
  validateSearch: detailSearchOf,
  loader: ({ context: { queryClient, environment }, params }) => {
    void queryClient.prefetchQuery(query(subscriber(params.subscriberId), environment));
  },
  component: Subscriber,
});

function Subscriber() {
  const { subscriberId } = Route.useParams();
  const search = Route.useSearch();
  return (
    <SubscriberDetail
      subscriberId={subscriberId}
      search={search}
      activity={<RunsOf subscriberId={subscriberId} place={search} />}
    />
  );
}
