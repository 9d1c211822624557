import { createFileRoute } from '@tanstack/react-router';
import { Palette } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { query } from '../../api/read';
import { brandRead } from '../../features/brand/brand-read';
import { Waiting } from '../../ui/states';

/** Fields for colours and the choice of a picture are large. */
const BrandScreen = lazy(async () => ({ default: (await import('../../features/brand/screen')).BrandScreen }));

/** How emails and the pages for subscribers look. */
export const Route = createFileRoute('/_in/brand')({
  staticData: {
    entry: { group: 'Content', label: 'Brand', icon: Palette, permission: 'layouts:read', order: 26 },
  },
  loader: ({ context: { queryClient, environment } }) => {
    void queryClient.prefetchQuery(query(brandRead, environment));
  },
  component: Brand,
});

function Brand() {
  return (
    <Suspense fallback={<Waiting />}>
      <BrandScreen />
    </Suspense>
  );
}
