import { createFileRoute } from '@tanstack/react-router';
import { Inbox } from 'lucide-react';
import { query } from '../../api/read';
import { OutboxList } from '../../features/outbox/list';
import { outboxList, searchOf } from '../../features/outbox/reads';

/** What would have been sent. */
export const Route = createFileRoute('/_in/outbox/')({
  staticData: {
    entry: { group: 'Delivery', label: 'Outbox', icon: Inbox, permission: 'notifications:read', order: 50 },
  },
  validateSearch: searchOf,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient, environment }, deps }) => {
    void queryClient.prefetchQuery(query(outboxList(deps), environment));
  },
  component: Outbox,
});

function Outbox() {
  return <OutboxList search={Route.useSearch()} />;
}
