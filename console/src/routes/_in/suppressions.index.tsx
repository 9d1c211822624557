import { createFileRoute } from '@tanstack/react-router';
import { MailX } from 'lucide-react';
import { query } from '../../api/read';
import { SuppressionList } from '../../features/suppressions/list';
import { searchOf, suppressionList } from '../../features/suppressions/reads';

/** Addresses to which nothing is sent. */
export const Route = createFileRoute('/_in/suppressions/')({
  staticData: {
    entry: { group: 'People', label: 'Suppressions', icon: MailX, permission: 'subscribers:read', order: 15 },
  },
  validateSearch: searchOf,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient, environment }, deps }) => {
    void queryClient.prefetchQuery(query(suppressionList(deps), environment));
  },
  component: Suppressions,
});

function Suppressions() {
  return <SuppressionList search={Route.useSearch()} />;
}
