import { checkTemplate, templateVariables } from '#libs/rendering/template-variables.js';
import { missingKeys } from '#libs/rendering/translations/missing-keys.js';
import { canonicalLocale } from '#libs/rendering/translations/locales.js';
import { type LocaleTexts, Translations } from '#libs/rendering/translations/translations.js';
import { isObject } from '../../platform/values/is-object.js';
import { allowsPath } from '../issues/variable-references.js';
import type { JsonSchema } from '../steps/control-schema.js';
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

/** A text that a step looks up, in one language. */
export interface UsedText {
  key: string;
  locale: string;
  text: string;
}

/** Returns the texts of some keys, in every language that has them. */
export function usedTexts(keys: readonly string[], texts: readonly LocaleTexts[]): UsedText[] {
  return texts.flatMap(({ locale, content }) => {
    const own = new Translations([content]);
    return keys.flatMap((key): UsedText[] => {
      const text = own.find(key.split('.'));
      return text === undefined ? [] : [{ key, locale, text }];
    });
  });
}

/**
 * Returns the texts that are invalid templates, whose readers get nothing, and the variables in texts that no trigger
 * provides (behaviour CK10). `scope`: JSON Schema of the variables of the step.
 */
export function textFindings(texts: readonly UsedText[], scope: JsonSchema = {}): StepFinding[] {
  return texts.flatMap(({ key, locale, text }): StepFinding[] => {
    const error = checkTemplate(text);
    const found = (code: 'template_invalid' | 'variable_unknown', problem: string): StepFinding => {
      const message = `The text '${key}' in ${locale} has an error: ${problem}.`;
      return { code, severity: 'error', message };
    };
    if (error) return [found('template_invalid', error.message)];
    return templateVariables(text)
      .filter((path) => !isKnown(scope, path))
      .map((path) => found('variable_unknown', `variable '${path.join('.')}' does not exist here`));
  });
}

/** Variables of loops are known where the text is looked up, and so is the entry of a list by the path of the list. */
function isKnown(scope: JsonSchema, path: readonly string[]): boolean {
  const { properties } = scope;
  if (!isObject(properties) || !Object.hasOwn(properties, path[0] ?? '')) return true;
  const ofEntry = path.map((_, index) => [...path.slice(0, index), '0', ...path.slice(index)]);
  return [path, ...ofEntry].some((one) => allowsPath(scope, one));
}

/** A step looks up texts, and what has the step is not translated (behaviour CK10). */
export function untranslatedFindings(keys: readonly string[], what: string): StepFinding[] {
  if (keys.length === 0) return [];
  const message = `${what} is not translated: 't.${keys[0]}' prints its key. Enable its translations.`;
  return [{ code: 'translation_missing', severity: 'error', message }];
}
