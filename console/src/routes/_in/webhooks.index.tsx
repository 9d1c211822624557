import { createFileRoute } from '@tanstack/react-router';
import { Webhook } from 'lucide-react';
import { query } from '../../api/read';
import { WebhookList } from '../../features/webhooks/list';
import { webhookList } from '../../features/webhooks/reads';
import { placeOf } from '../../ui/paging';

/** The webhooks of the environment. */
export const Route = createFileRoute('/_in/webhooks/')({
  staticData: {
    entry: { group: 'Connections', label: 'Webhooks', icon: Webhook, permission: 'webhooks:read', order: 20 },
  },
  validateSearch: placeOf,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient, environment }, deps }) => {
    void queryClient.prefetchQuery(query(webhookList(deps), environment));
  },
  component: Webhooks,
});

function Webhooks() {
  return <WebhookList place={Route.useSearch()} />;
}
