import { useQuery } from '@tanstack/react-query';
import { query, read } from '../../../api/read';
import { useEnvironment } from '../../../api/session';
import type { Workflow } from '../draft';

interface ShownTexts {
  /** The languages it is translated into. */
  locales: readonly string[];
  /** Undefined until they are there. */
  texts?: Record<string, unknown>;
}

/** The translated texts of a workflow in one of its languages. `locale`: undefined until it is known. */
export function useTexts({ workflowId, isTranslationEnabled }: Workflow, locale: string | undefined): ShownTexts {
  const environment = useEnvironment();
  const of = { resourceType: 'workflow' as const, resourceId: workflowId };
  const group = read('/v2/translations/group/{resourceType}/{resourceId}', { path: of });
  const locales = useQuery({ ...query(group, environment), enabled: isTranslationEnabled }).data?.data.locales ?? [];
  const texts = read('/v2/translations/{resourceType}/{resourceId}/{locale}', {
    path: { ...of, locale: locale ?? '' },
  });
  const found = useQuery({ ...query(texts, environment), enabled: locale !== undefined }).data?.data.content;
  return { locales, ...(found && { texts: found }) };
}
