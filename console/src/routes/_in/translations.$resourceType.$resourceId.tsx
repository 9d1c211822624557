import { createFileRoute, notFound } from '@tanstack/react-router';
import { RESOURCE_TYPES } from '../../features/translations/reads';
import { TranslationScreen } from '../../features/translations/screen';
import { oneOf, textOf } from '../../search-text';

/** The texts of a workflow or a layout. */
export const Route = createFileRoute('/_in/translations/$resourceType/$resourceId')({
  params: {
    parse: ({ resourceType, resourceId }) => {
      const type = oneOf(RESOURCE_TYPES, resourceType);
      if (!type) throw notFound();
      return { resourceType: type, resourceId };
    },
  },
  validateSearch: ({ locale }: Record<string, unknown>): { locale?: string } => ({ locale: textOf(locale) }),
  component: Translation,
});

function Translation() {
  const { resourceType, resourceId } = Route.useParams();
  return <TranslationScreen resourceType={resourceType} resourceId={resourceId} locale={Route.useSearch().locale} />;
}
