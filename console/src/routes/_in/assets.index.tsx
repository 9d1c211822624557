import { createFileRoute } from '@tanstack/react-router';
import { Image } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { query } from '../../api/read';
import { assetList, searchOf } from '../../features/assets/reads';
import { Waiting } from '../../ui/states';

/** What takes pictures is large. */
const AssetList = lazy(async () => ({ default: (await import('../../features/assets/list')).AssetList }));

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
  return (
    <Suspense fallback={<Waiting />}>
      <AssetList search={Route.useSearch()} />
    </Suspense>
  );
}
