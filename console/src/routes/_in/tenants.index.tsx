import { createFileRoute } from '@tanstack/react-router';
import { Building2 } from 'lucide-react';
import { query } from '../../api/read';
import { TenantList } from '../../features/tenants/list';
import { searchOf, tenantList } from '../../features/tenants/reads';

/** Tenants: list. */
export const Route = createFileRoute('/_in/tenants/')({
  staticData: {
    entry: { group: 'People', label: 'Tenants', icon: Building2, permission: 'contexts:read', order: 40 },
  },
  validateSearch: searchOf,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient, environment }, deps }) => {
    void queryClient.prefetchQuery(query(tenantList(deps), environment));
  },
  component: Tenants,
});

function Tenants() {
  return <TenantList search={Route.useSearch()} />;
}
