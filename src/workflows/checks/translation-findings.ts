import { missingKeys } from '#libs/rendering/translations/missing-keys.js';
import { canonicalLocale } from '#libs/rendering/translations/locales.js';
import type { LocaleTexts } from '#libs/rendering/translations/translations.js';
import type { StepFinding } from './finding.js';

/** Keys that one finding names; the others are counted. */
const MAX_NAMED = 3;

/**
 * Returns which languages lack texts of a step (behaviour CK10). A text that the default language lacks, too, is an error:
 * nobody reads anything in its place. `texts`: of the languages that the workflow has.
 */
export function textsFindings(
  keys: readonly string[],
  texts: readonly LocaleTexts[],
  defaultLocale: string,
): StepFinding[] {
  const main = canonicalLocale(defaultLocale) ?? defaultLocale;
  const all = texts.some(({ locale }) => locale === main) ? texts : [{ locale: main, content: {} }, ...texts];
  return all.flatMap((one): StepFinding[] => {
    const missing = missingKeys(keys, one);
    if (missing.length === 0) return [];
    const more = missing.length > MAX_NAMED ? ` and ${missing.length - MAX_NAMED} more` : '';
    const message = `${one.locale} has no text for ${missing.slice(0, MAX_NAMED).join(', ')}${more}. Add the translation.`;
    return [{ code: 'translation_missing', severity: one.locale === main ? 'error' : 'warning', message }];
  });
}
