import { createFileRoute } from '@tanstack/react-router';
import { Plug } from 'lucide-react';
import { query } from '../../api/read';
import { IntegrationList } from '../../features/integrations/list';
import { integrationList } from '../../features/integrations/reads';

/** Integrations, by channel. */
export const Route = createFileRoute('/_in/integrations/')({
  staticData: {
    entry: { group: 'Connections', label: 'Integrations', icon: Plug, permission: 'integrations:read', order: 10 },
  },
  loader: ({ context: { queryClient, environment } }) => {
    void queryClient.prefetchQuery(query(integrationList, environment));
  },
  component: Integrations,
});

function Integrations() {
  return <IntegrationList />;
}
