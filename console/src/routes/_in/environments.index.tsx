import { createFileRoute } from '@tanstack/react-router';
import { Layers } from 'lucide-react';
import { query } from '../../api/read';
import { EnvironmentList } from '../../features/environments/list';
import { environmentList } from '../../features/environments/reads';

/** The environments of the organization. */
export const Route = createFileRoute('/_in/environments/')({
  staticData: {
    entry: { group: 'Environment', label: 'Environments', icon: Layers, permission: 'environments:read', order: 20 },
  },
  loader: ({ context: { queryClient, environment } }) => {
    void queryClient.prefetchQuery(query(environmentList, environment));
  },
  component: Environments,
});

function Environments() {
  return <EnvironmentList />;
}
