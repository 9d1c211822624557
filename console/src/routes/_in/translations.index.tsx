import { createFileRoute } from '@tanstack/react-router';
import { Languages } from 'lucide-react';
import { TranslationList } from '../../features/translations/list';
import { searchOf } from '../../features/translations/reads';

/** Translations: what has texts. */
export const Route = createFileRoute('/_in/translations/')({
  staticData: {
    entry: { group: 'Content', label: 'Translations', icon: Languages, permission: 'translations:read', order: 30 },
  },
  validateSearch: searchOf,
  component: Translations,
});

function Translations() {
  return <TranslationList search={Route.useSearch()} />;
}
