import { createFileRoute } from '@tanstack/react-router';
import { MailX } from 'lucide-react';
import { query } from '../../api/read';
import { DeadLetterList } from '../../features/dead-letters/list';
import { deadLetterList, searchOf } from '../../features/dead-letters/reads';

/** Messages that were given up. */
export const Route = createFileRoute('/_in/dead-letters/')({
  staticData: {
    entry: { group: 'Delivery', label: 'Failed messages', icon: MailX, permission: 'notifications:read', order: 40 },
  },
  validateSearch: searchOf,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient, environment }, deps }) => {
    void queryClient.prefetchQuery(query(deadLetterList(deps), environment));
  },
  component: DeadLetters,
});

function DeadLetters() {
  return <DeadLetterList search={Route.useSearch()} />;
}
