import { textsFor, Translations } from '#libs/rendering/translations/translations.js';
import type { Translation } from '../../translations/translation.schema.js';
import { groupBy } from '../../platform/values/group-by.js';
import type { ChoiceNames } from './choice-rows.js';
import type { PageLanguage } from './page-language.js';

/**
 * How workflows and categories are called on a page (behaviour CS55): as `preferences.name` and `preferences.category` of the
 * workflow's translations say, else by their names.
 */
export function namesFrom(
  texts: readonly Pick<Translation, 'resourceId' | 'locale' | 'content'>[],
  { tag, locale, texts: { everything } }: PageLanguage,
  defaultLocale: string,
): ChoiceNames {
  const byWorkflow = groupBy(texts, ({ resourceId }) => resourceId);
  const find = (workflowId: string, name: string): string | undefined => {
    const available = byWorkflow.get(workflowId) ?? [];
    const ordered = [...new Set([locale, tag].flatMap((one) => textsFor(one, defaultLocale, available)))];
    const text = new Translations(ordered.map(({ content }) => content)).find(['preferences', name]);
    // A template would need the data of a message.
    return text?.includes('{{') ? undefined : text;
  };
  return {
    everything,
    workflow: ({ workflowId, name }) => find(workflowId, 'name') ?? name,
    category: (category, workflows) =>
      workflows.map(({ workflowId }) => find(workflowId, 'category')).find((text) => text !== undefined) ?? category,
  };
}
