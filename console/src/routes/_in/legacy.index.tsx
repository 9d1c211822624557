import { createFileRoute } from '@tanstack/react-router';
import { History } from 'lucide-react';
import { query } from '../../api/read';
import { ApplicationList } from '../../features/legacy/list';
import { applicationList } from '../../features/legacy/reads';
import { placeOf } from '../../ui/paging';

/** Applications of the legacy API: list. */
export const Route = createFileRoute('/_in/legacy/')({
  staticData: {
    entry: { group: 'Connections', label: 'Legacy applications', icon: History, permission: 'legacy:read', order: 30 },
  },
  validateSearch: placeOf,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient, environment }, deps }) => {
    void queryClient.prefetchQuery(query(applicationList(deps), environment));
  },
  component: Applications,
});

function Applications() {
  return <ApplicationList place={Route.useSearch()} />;
}
