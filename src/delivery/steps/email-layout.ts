import { frameBody } from '#libs/rendering/email/email-layout.js';
import type { RenderBudget } from '#libs/rendering/render-budget.js';
import { TemplateError } from '#libs/rendering/template-error.js';
import type { Layout } from '../../layouts/layout.schema.js';
import type { OutcomeDetail } from '../execution/step-outcome.js';
import { layoutChoice } from '../rendering/layout-choice.js';
import { layoutTexts } from '../rendering/rendering-sources.js';
import { describeTemplateError, type NotRendered, strictFailure, visibleData } from './controls.js';
import type { StepContext, StepKit } from './step.js';

/** An email's HTML in its layout; `details` say why it goes out without one that was asked for. */
export type LaidOut = { ok: true; html: string; details: OutcomeDetail[] } | NotRendered;

/**
 * Puts the body of an email into its layout (behaviour L11). A layout that is unknown, or cannot take a body, is left out:
 * the email matters more. One that fails while it is rendered fails the step, as its own templates would.
 */
export function inLayout(
  context: StepContext,
  { engines }: Pick<StepKit, 'engines'>,
  body: string,
  budget: RenderBudget,
): LaidOut {
  const { scope, step } = context;
  const choice = layoutChoice(scope.event.overrides, step);
  if (choice === null) return { ok: true, html: body, details: [] };
  const layout = choice === undefined ? scope.sources.layouts.default : scope.sources.layouts.named.get(choice);
  if (!layout) return without(body, choice === undefined ? undefined : `Layout '${choice}' does not exist`);
  if (!layout.email || layout.email.body.trim() === '') return without(body, undefined);
  try {
    const data = { ...visibleData(context), t: layoutTexts(scope.sources, layout, scope.subscriber.locale) };
    const framed = frameBody(layout.email.body, body, data, engines.html, budget, (variable) =>
      context.missing.add(describe(layout, variable)),
    );
    if (!framed.ok) return without(body, describe(layout, framed.error));
    return strictFailure(context) ?? { ok: true, html: framed.html, details: [] };
  } catch (error) {
    if (error instanceof TemplateError) {
      return { ok: false, reason: 'template_error', error: describe(layout, describeTemplateError(error)) };
    }
    throw error;
  }
}

function without(html: string, raw: string | undefined): LaidOut {
  const detail: OutcomeDetail[] =
    raw === undefined ? [] : [{ status: 'Warning', detail: 'Sent without its layout', raw }];
  return { ok: true, html, details: detail };
}

function describe({ layoutId }: Layout, problem: string): string {
  return `Layout '${layoutId}': ${problem}`;
}
