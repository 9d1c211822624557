import { createFileRoute } from '@tanstack/react-router';
import { Variable } from 'lucide-react';
import { query } from '../../api/read';
import { VariableList } from '../../features/variables/list';
import { variableList, variableSearchOf } from '../../features/variables/reads';

/** Variables, by environment. */
export const Route = createFileRoute('/_in/variables/')({
  staticData: {
    entry: { group: 'Environment', label: 'Variables', icon: Variable, permission: 'variables:read', order: 10 },
  },
  validateSearch: variableSearchOf,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient, environment }, deps }) => {
    void queryClient.prefetchQuery(query(variableList(deps), environment));
  },
  component: Variables,
});

function Variables() {
  return <VariableList search={Route.useSearch()} />;
}
