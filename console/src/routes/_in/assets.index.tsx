import { createFileRoute } from '@tanstack/react-router';
import { Image } from 'lucide-react';
import { query } from '../../api/read';
import { AssetList } from '../../features/assets/list';
import { assetList, searchOf } from '../../features/assets/reads';

/** Pictures: upload, search. */
export const Route = createFileRoute('/_in/assets/')({
  staticData: {
    entry: { group: 'Content', label: 'Assets', icon: Image, permission: 'workflows:read', order: 24 },
  },
  validateSearch: searchOf,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient, environment }, deps }) => {
    void queryClient.prefetchQuery(query(assetList(deps), environment));
  },
  component: Assets,
});

function Assets() {
  return <AssetList search={Route.useSearch()} />;
}
