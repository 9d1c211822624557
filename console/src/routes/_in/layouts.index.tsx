import { createFileRoute } from '@tanstack/react-router';
import { PanelTop } from 'lucide-react';
import { query } from '../../api/read';
import { LayoutList } from '../../features/layouts/list';
import { layoutList, searchOf } from '../../features/layouts/reads';

/** Layouts: search. */
export const Route = createFileRoute('/_in/layouts/')({
  staticData: {
    entry: { group: 'Content', label: 'Layouts', icon: PanelTop, permission: 'layouts:read', order: 20 },
  },
  validateSearch: searchOf,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient, environment }, deps }) => {
    void queryClient.prefetchQuery(query(layoutList(deps), environment));
  },
  component: Layouts,
});

function Layouts() {
  return <LayoutList search={Route.useSearch()} />;
}
