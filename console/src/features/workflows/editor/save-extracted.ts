import { api, type EnvironmentName, responseOf } from '../../../api/client';
import type { Extracted } from '../draft';

/** Adds texts to those that the default language has by now. */
export async function saveExtracted(
  environment: EnvironmentName,
  resourceId: string,
  { locale, texts }: Extracted,
): Promise<void> {
  const params = { path: { resourceType: 'workflow' as const, resourceId } };
  const { data } = await responseOf(api(environment).GET('/v2/translations/{resourceType}/{resourceId}', { params }));
  const stored = data.languages.find((one) => one.locale === locale);
  const { withTexts } = await import('../../../../../libs/rendering/translations/texts');
  const content = withTexts(stored?.content ?? {}, new Map(Object.entries(texts)));
  await responseOf(
    api(environment).PUT('/v2/translations/{resourceType}/{resourceId}', {
      params,
      body: { languages: [{ locale, content, updatedAt: stored?.updatedAt ?? null }] },
    }),
  );
}
