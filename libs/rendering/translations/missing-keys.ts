import { isRecord } from '../size-of-value.js';
import { TemplateError } from '../template-error.js';
import { templateVariables } from '../template-variables.js';
import { type LocaleTexts, Translations } from './translations.js';

/**
 * Returns the keys that templates look up in `t`, each once, in alphabetical order. Keys that are only known while a
 * template is rendered, as in `t.status[payload.status]`, are left out, and so are templates that cannot be parsed.
 *
 * @param templates Texts, or objects and lists of them at any depth.
 */
export function translationKeys(templates: unknown): string[] {
  const keys = new Set<string>();
  for (const text of textsIn(templates)) {
    for (const [name, ...path] of variablesOf(text)) {
      if (name === 't' && path.length > 0 && !path.includes('*')) keys.add(path.join('.'));
    }
  }
  return [...keys].toSorted();
}

/** Returns the keys for which a language has no text of its own; an empty text counts as none. */
export function missingKeys(keys: readonly string[], { content }: Pick<LocaleTexts, 'content'>): string[] {
  const texts = new Translations([content]);
  return keys.filter((key) => texts.find(key.split('.')) === undefined);
}

/** Returns the keys for which a language has a text, in alphabetical order. */
export function presentKeys({ content }: Pick<LocaleTexts, 'content'>): string[] {
  return pathsIn(content, '')
    .filter((path) => new Translations([content]).find(path.split('.')) !== undefined)
    .toSorted();
}

function variablesOf(text: string): string[][] {
  try {
    return templateVariables(text);
  } catch (error) {
    if (error instanceof TemplateError) return [];
    throw error;
  }
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  return isRecord(value) ? Object.values(value).flatMap(textsIn) : [];
}

function pathsIn(value: unknown, prefix: string): string[] {
  if (!isRecord(value)) return [prefix];
  return Object.entries(value).flatMap(([key, member]) => pathsIn(member, prefix === '' ? key : `${prefix}.${key}`));
}
