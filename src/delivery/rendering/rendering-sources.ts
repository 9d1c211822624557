import { type LocaleTexts, textsFor } from '#libs/rendering/translations/locales.js';
import { Translations } from '#libs/rendering/translations/translations.js';
import type { Layout } from '../../layouts/layout.schema.js';
import type { LayoutBook } from '../../layouts/layouts.service.js';
import type { Tenant } from '../../tenants/tenant.schema.js';
import type { TranslationBook } from '../../translations/translations.service.js';
import type { Workflow } from '../../workflows/workflow.schema.js';

/** What templates draw on besides the data of their run. It is loaded for many runs together. */
export interface RenderingSources {
  layouts: LayoutBook;
  translations: TranslationBook;
  /** By identifier. */
  tenants: ReadonlyMap<string, Tenant>;
  /** The language of last resort. */
  defaultLocale: string;
}

/** `t` in the texts of a workflow, for a reader of this locale (behaviour L10). */
export function workflowTexts(sources: RenderingSources, workflow: Workflow, locale: string | undefined): Translations {
  const texts = workflow.isTranslationEnabled
    ? sources.translations.of({ type: 'workflow', id: workflow.workflowId })
    : [];
  return inOrder(texts, sources, locale);
}

/** `t` in a layout, for a reader of this locale (behaviour L10). */
export function layoutTexts(sources: RenderingSources, layout: Layout, locale: string | undefined): Translations {
  const texts = layout.isTranslationEnabled ? sources.translations.of({ type: 'layout', id: layout.layoutId }) : [];
  return inOrder(texts, sources, locale);
}

function inOrder(
  texts: readonly LocaleTexts[],
  { defaultLocale }: RenderingSources,
  locale: string | undefined,
): Translations {
  return new Translations(textsFor(locale, defaultLocale, texts).map(({ content }) => content));
}
