import { createFileRoute } from '@tanstack/react-router';
import { query } from '../../api/read';
import { layout, editorSearchOf } from '../../features/layouts/reads';
import { LayoutScreen } from '../../features/layouts/screen';

/** A layout: its editor. */
export const Route = createFileRoute('/_in/layouts/$layoutId')({
  validateSearch: editorSearchOf,
  loader: ({ context: { queryClient, environment }, params }) => {
    void queryClient.prefetchQuery(query(layout(params.layoutId), environment));
  },
  component: Layout,
});

function Layout() {
  return <LayoutScreen layoutId={Route.useParams().layoutId} search={Route.useSearch()} />;
}
