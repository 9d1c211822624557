import { useQuery } from '@tanstack/react-query';
import { query, read } from '../../../api/read';
import { useEnvironment } from '../../../api/session';
import type { Workflow } from '../draft';

/** The translated texts of a workflow in its first language, for suggestions; undefined where there are none. */
export function useTexts({ workflowId, isTranslationEnabled }: Workflow): Record<string, unknown> | undefined {
  const environment = useEnvironment();
  const of = { resourceType: 'workflow' as const, resourceId: workflowId };
  const group = read('/v2/translations/group/{resourceType}/{resourceId}', { path: of });
  const [locale] = useQuery({ ...query(group, environment), enabled: isTranslationEnabled }).data?.data.locales ?? [];
  const texts = read('/v2/translations/{resourceType}/{resourceId}/{locale}', {
    path: { ...of, locale: locale ?? '' },
  });
  return useQuery({ ...query(texts, environment), enabled: locale !== undefined }).data?.data.content;
}
