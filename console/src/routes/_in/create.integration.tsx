import { createFileRoute } from '@tanstack/react-router';
import { CreateIntegration } from '../../features/integrations/create';
import { catalogueSearchOf } from '../../features/integrations/reads';

/** A new integration. */
export const Route = createFileRoute('/_in/create/integration')({
  validateSearch: catalogueSearchOf,
  component: Create,
});

function Create() {
  return <CreateIntegration search={Route.useSearch()} />;
}
