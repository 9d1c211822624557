import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router';
import { Palette } from 'lucide-react';
import { query } from '../../api/read';
import { brandRead } from '../../features/brand/brand-read';

/** How emails and the pages for subscribers look. */
export const Route = createFileRoute('/_in/brand')({
  staticData: {
    entry: { group: 'Content', label: 'Brand', icon: Palette, permission: 'layouts:read', order: 26 },
  },
  loader: ({ context: { queryClient, environment } }) => {
    void queryClient.prefetchQuery(query(brandRead, environment));
  },
  // Its fields are more than a first screen may load.
  component: lazyRouteComponent(() => import('../../features/brand/screen'), 'BrandScreen'),
});
