import { createFileRoute } from '@tanstack/react-router';
import { Users } from 'lucide-react';
import { SubscriberList } from '../../features/subscribers/list';
import { searchOf, subscriberList } from '../../features/subscribers/reads';
import { query } from '../../api/read';

/** Subscribers: search. */
export const Route = createFileRoute('/_in/subscribers/')({
  staticData: {
    entry: { group: 'People', label: 'Subscribers', icon: Users, permission: 'subscribers:read', order: 10 },
  },
  validateSearch: searchOf,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient, environment }, deps }) => {
    void queryClient.prefetchQuery(query(subscriberList(deps), environment));
  },
  component: Subscribers,
});

function Subscribers() {
  return <SubscriberList search={Route.useSearch()} />;
}
