import type { TemplateScope } from '#libs/rendering/liquid-engine.js';
import type { RenderBudget } from '#libs/rendering/render-budget.js';
import { type ControlValues, type FieldMode, renderControls } from '#libs/rendering/render-controls.js';
import { TemplateError } from '#libs/rendering/template-error.js';
import { failed, type StepOutcome } from '../execution/step-outcome.js';
import { workflowTexts } from '../rendering/rendering-sources.js';
import { masked } from '../rendering/secrets.js';
import type { StepContext, StepKit } from './step.js';

/**
 * The step's control values with their templates rendered; the condition stays a rule. A template that cannot be
 * rendered is the failed outcome of the step (behaviour L2). `budget`: for sharing the time with what else is rendered for
 * the same message.
 */
export function renderedControls(
  context: StepContext,
  { engines }: Pick<StepKit, 'engines'>,
  modeOf: (path: string) => FieldMode = () => 'plain',
  budget?: RenderBudget,
): { ok: true; values: ControlValues } | { ok: false; error: string } {
  const { step, scope } = context;
  const data = {
    ...visibleData(context),
    t: workflowTexts(scope.sources, scope.workflow, scope.subscriber.locale),
  };
  const mode = (path: string): FieldMode => (path === 'skip' ? 'verbatim' : modeOf(path));
  const values = renderControls(step.controlValues, data, engines, mode, budget);
  return values instanceof TemplateError ? { ok: false, error: describeTemplateError(values) } : { ok: true, values };
}

/** What content may show: all a step can name, but no secrets in a simulation, whose answer is a preview (behaviour L8). */
export function visibleData({ data, scope }: StepContext): TemplateScope {
  if (!scope.hidesSecrets) return data;
  const { open, secret } = scope.environment;
  return { ...data, env: { ...masked(secret), ...open } };
}

export function templateFailure(error: string): StepOutcome {
  return failed('template_error', 'Message could not be created', error);
}

export function describeTemplateError({ control, line, column, message }: TemplateError): string {
  const place = line === undefined ? '' : ` (line ${line}${column === undefined ? '' : `, column ${column}`})`;
  return `${control ?? 'template'}${place}: ${message}`;
}
