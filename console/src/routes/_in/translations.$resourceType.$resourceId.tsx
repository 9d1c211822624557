import { createFileRoute, notFound } from '@tanstack/react-router';
import { RESOURCE_TYPES, textsSearchOf } from '../../features/translations/reads';
import { TranslationScreen } from '../../features/translations/screen';
import { oneOf } from '../../search-text';

/** The texts of a workflow or a layout. */
export const Route = createFileRoute('/_in/translations/$resourceType/$resourceId')({
  params: {
    parse: ({ resourceType, resourceId }) => {
      const type = oneOf(RESOURCE_TYPES, resourceType);
      if (!type) throw notFound();
      return { resourceType: type, resourceId };
    },
  },
  validateSearch: textsSearchOf,
  component: Translation,
});

function Translation() {
  const { resourceType, resourceId } = Route.useParams();
  return <TranslationScreen resourceType={resourceType} resourceId={resourceId} search={Route.useSearch()} />;
}
