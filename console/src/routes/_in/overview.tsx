import { createFileRoute } from '@tanstack/react-router';
import { Gauge } from 'lucide-react';
import { query } from '../../api/read';
import { reasonName } from '../../features/activity/words';
import { OverviewScreen } from '../../features/overview/overview-screen';
import { overviewSearchOf } from '../../features/overview/reads';
import { overview } from '../../ui/integration-health';

/** Overview: what waits, what fails, and how much is sent. */
export const Route = createFileRoute('/_in/overview')({
  staticData: {
    entry: { group: 'Delivery', label: 'Overview', icon: Gauge, permission: 'notifications:read', order: 10 },
  },
  validateSearch: overviewSearchOf,
  loader: ({ context: { queryClient, environment } }) => {
    void queryClient.prefetchQuery(query(overview, environment));
  },
  component: Overview,
});

function Overview() {
  return <OverviewScreen search={Route.useSearch()} reasonName={reasonName} />;
}
