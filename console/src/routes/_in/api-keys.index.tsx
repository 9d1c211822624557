import { createFileRoute } from '@tanstack/react-router';
import { KeyRound } from 'lucide-react';
import { query } from '../../api/read';
import { KeyList } from '../../features/api-keys/list';
import { keyList } from '../../features/api-keys/reads';

/** The API keys of the environment. */
export const Route = createFileRoute('/_in/api-keys/')({
  staticData: {
    entry: { group: 'Environment', label: 'API keys', icon: KeyRound, permission: 'api-keys:read', order: 30 },
  },
  loader: ({ context: { queryClient, environment } }) => {
    void queryClient.prefetchQuery(query(keyList, environment));
  },
  component: KeyList,
});
