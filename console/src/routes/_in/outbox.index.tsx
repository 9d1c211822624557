import { createFileRoute, redirect } from '@tanstack/react-router';
import { Inbox } from 'lucide-react';
import { query } from '../../api/read';
import { OutboxList } from '../../features/outbox/list';
import { outboxList, searchOf } from '../../features/outbox/reads';

/** What would have been sent. */
export const Route = createFileRoute('/_in/outbox/')({
  staticData: {
    guests: 'outbox',
    entry: { group: 'Delivery', label: 'Outbox', icon: Inbox, permission: 'notifications:read', order: 50 },
  },
  validateSearch: searchOf,
  // An address of the outbox with the id of a message behind #.
  beforeLoad: ({ location: { hash }, search }) => {
    if (!/^[0-9a-f]{24}$/.test(hash)) return;
    throw redirect({
      to: '/outbox/$outboxMessageId',
      params: { outboxMessageId: hash },
      search,
      hash: '',
      replace: true,
    });
  },
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient, environment }, deps }) => {
    void queryClient.prefetchQuery(query(outboxList(deps), environment));
  },
  component: Outbox,
});

function Outbox() {
  return <OutboxList search={Route.useSearch()} />;
}
