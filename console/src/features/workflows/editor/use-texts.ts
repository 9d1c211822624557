import { useQuery } from '@tanstack/react-query';
import { query, read } from '../../../api/read';
import { useEnvironment } from '../../../api/session';
import type { Workflow } from '../draft';
import { localeFor } from './locale-for';

interface ShownTexts {
  /** The languages it is translated into. */
  locales: readonly string[];
  /** That of the texts; undefined where there are none. */
  locale?: string;
  texts?: Record<string, unknown>;
}

/** The translated texts of a workflow in the language of a person, else in its first. */
export function useTexts({ workflowId, isTranslationEnabled }: Workflow, wanted: string | undefined): ShownTexts {
  const environment = useEnvironment();
  const of = { resourceType: 'workflow' as const, resourceId: workflowId };
  const group = read('/v2/translations/group/{resourceType}/{resourceId}', { path: of });
  const locales = useQuery({ ...query(group, environment), enabled: isTranslationEnabled }).data?.data.locales ?? [];
  const locale = localeFor(wanted, locales);
  const texts = read('/v2/translations/{resourceType}/{resourceId}/{locale}', {
    path: { ...of, locale: locale ?? '' },
  });
  const found = useQuery({ ...query(texts, environment), enabled: locale !== undefined }).data?.data.content;
  return { locales, ...(locale !== undefined && found && { locale, texts: found }) };
}
