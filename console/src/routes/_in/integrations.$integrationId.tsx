import { createFileRoute } from '@tanstack/react-router';
import { query } from '../../api/read';
import { IntegrationDetail } from '../../features/integrations/detail';
import { integrationList, providerList } from '../../features/integrations/reads';

/** An integration. */
export const Route = createFileRoute('/_in/integrations/$integrationId')({
  loader: ({ context: { queryClient, environment } }) => {
    void queryClient.prefetchQuery(query(integrationList, environment));
    void queryClient.prefetchQuery(query(providerList, environment));
  },
  component: One,
});

function One() {
  const { integrationId } = Route.useParams();
  return <IntegrationDetail key={integrationId} integrationId={integrationId} />;
}
