import { createFileRoute } from '@tanstack/react-router';
import { Boxes } from 'lucide-react';
import { query } from '../../api/read';
import { ContextList } from '../../features/contexts/list';
import { contextList, searchOf } from '../../features/contexts/reads';

/** Contexts: search. */
export const Route = createFileRoute('/_in/contexts/')({
  staticData: { entry: { group: 'People', label: 'Contexts', icon: Boxes, permission: 'contexts:read', order: 30 } },
  validateSearch: searchOf,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient, environment }, deps }) => {
    void queryClient.prefetchQuery(query(contextList(deps), environment));
  },
  component: Contexts,
});

function Contexts() {
  return <ContextList search={Route.useSearch()} />;
}
