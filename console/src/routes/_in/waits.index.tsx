import { createFileRoute } from '@tanstack/react-router';
import { Hourglass } from 'lucide-react';
import { query } from '../../api/read';
import { WaitList } from '../../features/waits/list';
import { searchOf, waitList } from '../../features/waits/reads';

/** Notifications that wait. */
export const Route = createFileRoute('/_in/waits/')({
  staticData: {
    entry: { group: 'Delivery', label: 'Waiting', icon: Hourglass, permission: 'events:read', order: 35 },
  },
  validateSearch: searchOf,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient, environment }, deps }) => {
    void queryClient.prefetchQuery(query(waitList(deps), environment));
  },
  component: Waits,
});

function Waits() {
  return <WaitList search={Route.useSearch()} />;
}
