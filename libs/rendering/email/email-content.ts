import { emailDocument } from '../blocks/email-document.js';
import { isBlockDocument } from '../blocks/document.js';
import { renderBlocks } from '../blocks/email.js';
import { lookOf } from '../blocks/look.js';
import { ContentError, textOf } from '../in-app/content-error.js';
import type { LiquidEngine, TemplateScope } from '../liquid-engine.js';
import { EmbeddedHtml } from '../liquid/escape-output.js';
import type { ControlValues } from '../render-controls.js';
import type { RenderBudget } from '../render-limits.js';
import { templateVariables } from '../template-variables.js';

/** The content of an email, before it is put into a layout. */
export interface EmailText {
  subject: string;
  html: string;
}

/**
 * Returns the content of an email from the rendered control values of its step. The body must have been rendered as
 * `html`, the other values as `plain` (L4). An error is a sentence for the run's log.
 */
export function emailContent(values: ControlValues): { ok: true; value: EmailText } | { ok: false; error: string } {
  try {
    const subject = oneLine(textOf(values['subject'], 'subject'));
    const html = textOf(values['body'], 'body');
    if (subject === '') return { ok: false, error: 'subject must have content' };
    return { ok: true, value: { subject, html } };
  } catch (error) {
    if (error instanceof ContentError) return { ok: false, error: error.message };
    throw error;
  }
}

/** A header of an email is a single line; a line break could inject another header. */
function oneLine(text: string): string {
  return text.replace(/\s*[\r\n]+\s*/g, ' ').trim();
}

/** The names a layout may use for the body. */
const CONTENT_NAMES: readonly string[] = ['content', 'body'];

/** A body in its layout, or the reason why the layout cannot be used: a sentence for the run's log. */
export type FramedBody = { ok: true; html: string } | { ok: false; error: string };

/**
 * Puts a rendered body into a layout. The layout is a template with the same data as the body. It prints the body at
 * `{{ content }}`, or in the older forms `{{ body }}` and `{{{ body }}}`. Or it is a document of blocks with the variable
 * `content`.
 *
 * @param engine An engine of mode `html`. Its limits apply to body and layout together: the length through what is
 * printed, the steps through `budget`.
 * @param onMissing Called for each missing variable that the layout prints.
 * @param locale The language of the body, if it is known.
 * @throws TemplateError if the layout cannot be rendered.
 */
export function frameBody(
  layout: string,
  body: string,
  scope: TemplateScope,
  engine: LiquidEngine,
  budget: RenderBudget,
  onMissing?: (variable: string) => void,
  locale?: string,
): FramedBody {
  const content = new EmbeddedHtml(body);
  const render = (template: string): string =>
    engine.render(template, { ...scope, content, body: content }, { control: 'layout', budget, onMissing });
  const look = lookOf(scope['brand']);
  const html = isBlockDocument(layout)
    ? emailDocument(renderBlocks(layout, budget, render, look), look, locale)
    : render(templateOf(layout));
  return content.printed ? { ok: true, html } : { ok: false, error: 'the layout has no place for the content' };
}

/**
 * Returns whether a layout has a place for the content somewhere. That place may still not be reached when it is
 * rendered.
 *
 * @throws TemplateError if the layout cannot be parsed.
 */
export function takesContent(layout: string): boolean {
  const template = isBlockDocument(layout) ? layout : templateOf(layout);
  return templateVariables(template).some(([name]) => name !== undefined && CONTENT_NAMES.includes(name));
}

/** Replaces the older form of output in a layout. No character moves, so positions in errors stay correct. */
function templateOf(layout: string): string {
  return layout.replace(/\{\{\{(\s*(?:body|content)\s*)\}\}\}/g, '{{ $1 }}');
}
