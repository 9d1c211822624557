import { createFileRoute } from '@tanstack/react-router';
import { Zap } from 'lucide-react';
import { query } from '../../api/read';
import { triggerList, triggerSearchOf } from '../../features/activity/reads';
import { TriggerList } from '../../features/activity/trigger-list';

/** Triggers: search. */
export const Route = createFileRoute('/_in/triggers/')({
  staticData: {
    entry: { group: 'Delivery', label: 'Triggers', icon: Zap, permission: 'events:read', order: 30 },
  },
  validateSearch: triggerSearchOf,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient, environment }, deps }) => {
    void queryClient.prefetchQuery(query(triggerList(deps), environment));
  },
  component: Triggers,
});

function Triggers() {
  return <TriggerList search={Route.useSearch()} />;
}
