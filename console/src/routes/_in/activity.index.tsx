import { createFileRoute } from '@tanstack/react-router';
import { Activity } from 'lucide-react';
import { query } from '../../api/read';
import { RunList } from '../../features/activity/list';
import { runList, runSearchOf } from '../../features/activity/reads';

/** Activity: what became of triggers, person by person. */
export const Route = createFileRoute('/_in/activity/')({
  staticData: {
    entry: { group: 'Delivery', label: 'Activity', icon: Activity, permission: 'notifications:read', order: 20 },
  },
  validateSearch: runSearchOf,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient, environment }, deps }) => {
    void queryClient.prefetchQuery(query(runList(deps), environment));
  },
  component: ActivityScreen,
});

function ActivityScreen() {
  return <RunList search={Route.useSearch()} />;
}
