import { createFileRoute } from '@tanstack/react-router';
import { CompareEnvironments } from '../../features/environments/compare';
import { comparisonSearchOf } from '../../features/environments/reads';

/** Two environments, compared. */
export const Route = createFileRoute('/_in/environments/compare')({
  validateSearch: comparisonSearchOf,
  component: Compare,
});

function Compare() {
  return <CompareEnvironments search={Route.useSearch()} />;
}
