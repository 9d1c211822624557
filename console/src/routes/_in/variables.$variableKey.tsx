import { createFileRoute } from '@tanstack/react-router';
import { query } from '../../api/read';
import { VariableDetail } from '../../features/variables/detail';
import { variable } from '../../features/variables/reads';

/** A variable. */
export const Route = createFileRoute('/_in/variables/$variableKey')({
  loader: ({ context: { queryClient, environment }, params }) => {
    void queryClient.prefetchQuery(query(variable(params.variableKey), environment));
  },
  component: One,
});

function One() {
  return <VariableDetail variableKey={Route.useParams().variableKey} />;
}
