import type { Layout } from '../../layouts/layout.schema.js';
import type { OutcomeDetail } from '../execution/step-outcome.js';
import { layoutChoice } from '../rendering/layout-choice.js';
import { layoutTexts } from '../rendering/rendering-sources.js';
import { describeTemplateError, type NotRendered, strictFailure, visibleData, workOf } from './controls.js';
import { layoutTask } from '../../platform/computation/rendering.tasks.js';
import type { StepContext, StepServices } from './step.js';

/** An email's HTML in its layout; `details` say why it goes out without one that was asked for. */
export type LaidOut = { ok: true; html: string; details: OutcomeDetail[] } | NotRendered;

/**
 * Puts the body of an email into its layout (behaviour L11). A layout that is unknown, or cannot take a body, is left out:
 * the email matters more. `spent`: steps that the body has taken. One that fails while it is rendered fails the step, as its own templates would.
 */
export async function inLayout(
  context: StepContext,
  { computation }: Pick<StepServices, 'computation'>,
  body: string,
  spent: number,
): Promise<LaidOut> {
  const { scope, step, missing } = context;
  const choice = layoutChoice(scope.event.overrides, step);
  if (choice === null) return { ok: true, html: body, details: [] };
  const layout = choice === undefined ? scope.sources.layouts.default : scope.sources.layouts.named.get(choice);
  if (!layout) return without(body, choice === undefined ? undefined : `Layout '${choice}' does not exist`);
  if (!layout.email || layout.email.body.trim() === '') return without(body, undefined);
  const rendered = await computation.run(
    layoutTask,
    {
      layout: layout.email.body,
      body,
      data: visibleData(context),
      texts: layoutTexts(scope.sources, layout, scope.subscriber.locale).contents,
      now: scope.now.getTime(),
      spent,
    },
    workOf(context),
  );
  for (const variable of rendered.missing) missing.add(describe(layout, variable));
  if (rendered.ok) return strictFailure(context) ?? { ok: true, html: rendered.html, details: [] };
  if ('unfit' in rendered) return without(body, describe(layout, rendered.unfit));
  return { ok: false, reason: 'template_error', error: describe(layout, describeTemplateError(rendered.failure)) };
}

function without(html: string, raw: string | undefined): LaidOut {
  const detail: OutcomeDetail[] =
    raw === undefined ? [] : [{ status: 'Warning', detail: 'Sent without its layout', raw }];
  return { ok: true, html, details: detail };
}

function describe({ layoutId }: Layout, problem: string): string {
  return `Layout '${layoutId}': ${problem}`;
}
