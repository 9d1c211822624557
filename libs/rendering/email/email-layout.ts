import { EmbeddedHtml } from '../liquid/embedded-html.js';
import type { LiquidEngine, TemplateScope } from '../liquid-engine.js';
import type { RenderBudget } from '../render-budget.js';
import { templateVariables } from '../template-variables.js';
import { isBlockDocument } from './block-document.js';

/** What a layout may call the body it takes in. */
const CONTENT_NAMES: readonly string[] = ['content', 'body'];

/** A body in its layout, or why the layout could not take it: a sentence for the run's log. */
export type FramedBody = { ok: true; html: string } | { ok: false; error: string };

/**
 * Puts a rendered body into a layout. The layout is a template that prints the body where it says `{{ content }}`, or in
 * the older forms `{{ body }}` and `{{{ body }}}`, and reads the same data as the body.
 *
 * @param engine Of mode `html`. Its limits hold for body and layout together: the length by what is printed, the steps
 *   by `budget`.
 * @param onMissing Told what the layout printed although it is missing.
 * @throws TemplateError when the layout cannot be rendered.
 */
export function frameBody(
  layout: string,
  body: string,
  scope: TemplateScope,
  engine: LiquidEngine,
  budget: RenderBudget,
  onMissing?: (variable: string) => void,
): FramedBody {
  if (isBlockDocument(layout)) {
    return { ok: false, error: 'the layout is a document of blocks, which cannot be rendered' };
  }
  const content = new EmbeddedHtml(body);
  const html = engine.render(
    templateOf(layout),
    { ...scope, content, body: content },
    { control: 'layout', budget, onMissing },
  );
  return content.printed ? { ok: true, html } : { ok: false, error: 'the layout has no place for the content' };
}

/**
 * Whether a layout has a place for the content somewhere. The place may still not be reached when the layout is rendered.
 *
 * @throws TemplateError when the layout cannot be read.
 */
export function takesContent(layout: string): boolean {
  return templateVariables(templateOf(layout)).some(([name]) => name !== undefined && CONTENT_NAMES.includes(name));
}

/** The layout without its older form of output; every character keeps its place, so that errors name the right one. */
function templateOf(layout: string): string {
  return layout.replace(/\{\{\{(\s*(?:body|content)\s*)\}\}\}/g, '{{ $1 }}');
}
