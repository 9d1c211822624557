import { createFileRoute } from '@tanstack/react-router';
import { query } from '../../api/read';
import { TenantDetail } from '../../features/tenants/detail';
import { tenant } from '../../features/tenants/reads';

/** A tenant. */
export const Route = createFileRoute('/_in/tenants/$tenantIdentifier')({
  loader: ({ context: { queryClient, environment }, params }) => {
    void queryClient.prefetchQuery(query(tenant(params.tenantIdentifier), environment));
  },
  component: Tenant,
});

function Tenant() {
  return <TenantDetail tenantIdentifier={Route.useParams().tenantIdentifier} />;
}
