import { read } from '../../api/read';
import { oneOf, pageOf, textOf } from '../../search-text';

/** What has texts. */
export const RESOURCE_TYPES = ['workflow', 'layout'] as const;

export type ResourceType = (typeof RESOURCE_TYPES)[number];

/** What the address of the list says. */
export interface TranslationSearch {
  type?: ResourceType;
  text?: string;
  page?: string;
}

/** The texts that a table shows. */
const SHOWN = ['all', 'missing', 'outdated'] as const;

export type Shown = (typeof SHOWN)[number];

/** What the address of a table of texts says. */
export interface TextsSearch {
  /** The language beside the default one on a narrow screen. */
  locale?: string;
  text?: string;
  show?: Shown;
}

/** The part of the address that belongs to the list. */
export function searchOf({ type, text, page }: Record<string, unknown>): TranslationSearch {
  return { type: oneOf(RESOURCE_TYPES, type), text: textOf(text), page: textOf(page) };
}

/** The part of the address that belongs to a table of texts. */
export function textsSearchOf({ locale, text, show }: Record<string, unknown>): TextsSearch {
  return { locale: textOf(locale), text: textOf(text), show: oneOf(SHOWN, show) };
}

export const PAGE_SIZE = 20;

/** A page of workflows, or of layouts. */
export function workflowList({ text, page }: TranslationSearch) {
  return read('/v2/workflows', { query: { query: text, orderBy: 'name', orderDirection: 'ASC', ...placeOf(page) } });
}

export function layoutList({ text, page }: TranslationSearch) {
  return read('/v2/layouts', { query: { query: text, orderBy: 'name', orderDirection: 'ASC', ...placeOf(page) } });
}

function placeOf(page: string | undefined) {
  return { limit: PAGE_SIZE, offset: (pageOf(page) - 1) * PAGE_SIZE };
}

/** The languages of a workflow or a layout, and what they lack. */
export function translationGroup(resourceType: ResourceType, resourceId: string) {
  return read('/v2/translations/group/{resourceType}/{resourceId}', { path: { resourceType, resourceId } });
}

/** The texts of a workflow or a layout in all languages. */
export function resourceTexts(resourceType: ResourceType, resourceId: string) {
  return read('/v2/translations/{resourceType}/{resourceId}', { path: { resourceType, resourceId } });
}

/** The default language, and the others. */
export const localeSettings = read('/v1/organizations/settings', {});

const NAMES = new Intl.DisplayNames(undefined, { type: 'language' });

/** `de_AT` with its name. */
export function localeName(locale: string): string {
  try {
    return `${NAMES.of(locale.replaceAll('_', '-'))} (${locale})`;
  } catch {
    return locale;
  }
}
