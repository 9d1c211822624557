import { EmbeddedHtml } from '../liquid/embedded-html.js';
import type { LiquidEngine, TemplateScope } from '../liquid-engine.js';
import type { RenderBudget } from '../render-budget.js';
import { isBlockDocument } from './block-document.js';

/** A body in its layout, or why the layout could not take it: a sentence for the run's log. */
export type FramedBody = { ok: true; html: string } | { ok: false; error: string };

/**
 * Puts a rendered body into a layout. The layout is a template that prints the body where it says `{{ content }}`, or in
 * the older forms `{{ body }}` and `{{{ body }}}`, and reads the same data as the body.
 *
 * @param engine Of mode `html`. Its limits hold for body and layout together: the length by what is printed, the time by
 *   `budget`.
 * @throws TemplateError when the layout cannot be rendered.
 */
export function frameBody(
  layout: string,
  body: string,
  scope: TemplateScope,
  engine: LiquidEngine,
  budget: RenderBudget,
): FramedBody {
  if (isBlockDocument(layout)) {
    return { ok: false, error: 'the layout is a document of blocks, which cannot be rendered' };
  }
  const content = new EmbeddedHtml(body);
  const template = layout.replace(/\{\{\{\s*(body|content)\s*\}\}\}/g, '{{ $1 }}');
  const html = engine.render(
    template,
    { ...scope, content, body: content },
    { control: 'layout', renderMs: budget.remaining(engine.limits.renderMs) },
  );
  return content.printed ? { ok: true, html } : { ok: false, error: 'the layout has no place for the content' };
}
