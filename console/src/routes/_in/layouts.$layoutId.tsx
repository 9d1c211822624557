import { createFileRoute } from '@tanstack/react-router';
import { query } from '../../api/read';
import { layout } from '../../features/layouts/reads';
import { LayoutScreen } from '../../features/layouts/screen';
import { textOf } from '../../search-text';

/** A layout: its editor. */
export const Route = createFileRoute('/_in/layouts/$layoutId')({
  validateSearch: ({ person }: Record<string, unknown>): { person?: string } => ({ person: textOf(person) }),
  loader: ({ context: { queryClient, environment }, params }) => {
    void queryClient.prefetchQuery(query(layout(params.layoutId), environment));
  },
  component: Layout,
});

function Layout() {
  return <LayoutScreen layoutId={Route.useParams().layoutId} person={Route.useSearch().person} />;
}
