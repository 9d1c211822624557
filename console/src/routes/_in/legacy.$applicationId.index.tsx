import { createFileRoute } from '@tanstack/react-router';
import { query } from '../../api/read';
import { ApplicationDetail } from '../../features/legacy/detail';
import { application } from '../../features/legacy/reads';
import { placeOf } from '../../ui/paging';

/** An application of the legacy API, with its types. */
export const Route = createFileRoute('/_in/legacy/$applicationId/')({
  validateSearch: placeOf,
  loader: ({ context: { queryClient, environment }, params }) => {
    void queryClient.prefetchQuery(query(application(params.applicationId), environment));
  },
  component: Application,
});

function Application() {
  return <ApplicationDetail applicationId={Route.useParams().applicationId} place={Route.useSearch()} />;
}
