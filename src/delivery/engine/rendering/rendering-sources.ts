import { type LocaleTexts, textsFor, Translations } from '#libs/rendering/translations/translations.js';
import type { TriggerOverrides } from '../../../events/store/event.schema.js';
import type { Layout } from '../../../layouts/layout.schema.js';
import type { LayoutBook } from '../../../layouts/layouts.service.js';
import type { Tenant } from '../../../contexts/tenants/tenant.schema.js';
import type { TranslationBook } from '../../../translations/translations.service.js';
import type { Workflow, WorkflowStep } from '../../../workflows/workflow.schema.js';

/** Sources of templates besides the data of their run. Loaded for many runs together. */
export interface RenderingSources {
  layouts: LayoutBook;
  translations: TranslationBook;
  /** By identifier. */
  tenants: ReadonlyMap<string, Tenant>;
  /** The fallback language. */
  defaultLocale: string;
}

type TextSources = Pick<RenderingSources, 'translations' | 'defaultLocale'>;

/** `t` in the templates of a workflow, for this locale (behaviour L10). */
export function workflowTexts(sources: TextSources, workflow: Workflow, locale: string | undefined): Translations {
  const texts = workflow.isTranslationEnabled
    ? sources.translations.of({ type: 'workflow', id: workflow.workflowId })
    : [];
  return inOrder(texts, sources, locale);
}

/** `t` in a layout, for this locale (behaviour L10). */
export function layoutTexts(sources: TextSources, layout: Layout, locale: string | undefined): Translations {
  const texts = layout.isTranslationEnabled ? sources.translations.of({ type: 'layout', id: layout.layoutId }) : [];
  return inOrder(texts, sources, locale);
}

function inOrder(
  texts: readonly LocaleTexts[],
  { defaultLocale }: TextSources,
  locale: string | undefined,
): Translations {
  const ordered = textsFor(locale, defaultLocale, texts);
  return new Translations(
    ordered.map(({ content }) => content),
    ordered[0]?.locale ?? defaultLocale,
  );
}

/**
 * The layout of an email step (behaviour L11): from the trigger for this step, from the trigger for all emails, else
 * from the step. `null`: no layout. `undefined`: none is named, and the default layout is used.
 */
export function layoutChoice(
  overrides: TriggerOverrides | undefined,
  { stepId, controlValues }: Pick<WorkflowStep, 'stepId' | 'controlValues'>,
): string | null | undefined {
  const choices: unknown[] = [
    overrides?.steps?.[stepId]?.layoutId,
    overrides?.channels?.email?.layoutId,
    overrides?.layoutIdentifier,
    controlValues.layoutId,
  ];
  const chosen = choices.find((choice) => choice !== undefined && choice !== '');
  return typeof chosen === 'string' || chosen === null ? chosen : undefined;
}
