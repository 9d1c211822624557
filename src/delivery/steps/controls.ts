import type { TemplateScope } from '#libs/rendering/liquid-engine.js';
import type { RenderBudget } from '#libs/rendering/render-budget.js';
import { type ControlValues, type FieldMode, renderControls } from '#libs/rendering/render-controls.js';
import { TemplateError } from '#libs/rendering/template-error.js';
import { failed, type OutcomeDetail, type StepOutcome } from '../execution/step-outcome.js';
import { workflowTexts } from '../rendering/rendering-sources.js';
import { masked } from '../rendering/secrets.js';
import type { StepContext, StepKit } from './step.js';

/** Why a step has no content (behaviour L2). `error` says where, and what. */
export interface NotRendered {
  ok: false;
  reason: 'template_error' | 'variable_missing';
  error: string;
}

/** As many missing variables of a step are named. */
const MAX_NAMED = 10;

/**
 * The step's control values with their templates rendered; the condition stays a rule. A template that cannot be
 * rendered is the failed outcome of the step, and so is a missing variable where the workflow is strict (behaviour L2).
 * `budget`: for sharing the steps with what else is rendered for the same message.
 */
export function renderedControls(
  context: StepContext,
  { engines }: Pick<StepKit, 'engines'>,
  modeOf: (path: string) => FieldMode = () => 'plain',
  budget?: RenderBudget,
): { ok: true; values: ControlValues } | NotRendered {
  const { step, scope, missing } = context;
  const data = {
    ...visibleData(context),
    t: workflowTexts(scope.sources, scope.workflow, scope.subscriber.locale),
  };
  const mode = (path: string): FieldMode => (path === 'skip' ? 'verbatim' : modeOf(path));
  const values = renderControls(step.controlValues, data, engines, mode, budget, (variable, control) =>
    missing.add(`${control}: ${variable}`),
  );
  if (values instanceof TemplateError) {
    return { ok: false, reason: 'template_error', error: describeTemplateError(values) };
  }
  return strictFailure(context) ?? { ok: true, values };
}

/** What has been rendered so far printed missing variables, and the workflow is strict. */
export function strictFailure({ scope, missing }: StepContext): NotRendered | undefined {
  return scope.workflow.strictVariables && missing.size > 0
    ? { ok: false, reason: 'variable_missing', error: `missing: ${namesOf(missing)}` }
    : undefined;
}

/** For the step's story: what it printed although it is missing. Nothing of it is a value (behaviour L2). */
export function missingVariables({ missing }: StepContext): OutcomeDetail[] {
  if (missing.size === 0) return [];
  const raw = `${namesOf(missing)} ${missing.size === 1 ? 'is' : 'are'} missing; rendered empty`;
  return [{ status: 'Warning', detail: 'Variable missing', raw }];
}

function namesOf(missing: ReadonlySet<string>): string {
  const names = [...missing].slice(0, MAX_NAMED).join(', ');
  return missing.size > MAX_NAMED ? `${names} and ${missing.size - MAX_NAMED} more` : names;
}

/** What content may show: all a step can name, but no secrets in a simulation, whose answer is a preview (behaviour L8). */
export function visibleData(context: StepContext): TemplateScope {
  return context.scope.hidesSecrets ? previewData(context) : context.data;
}

/** The same without secrets. */
export function previewData({ data, scope }: StepContext): TemplateScope {
  const { open, secret } = scope.environment;
  return { ...data, env: { ...masked(secret), ...open } };
}

export function templateFailure(
  { reason, error }: NotRendered,
  detail: string = 'Message could not be created',
): StepOutcome {
  return failed(reason, detail, error);
}

export function describeTemplateError({ control, line, column, message }: TemplateError): string {
  const place = line === undefined ? '' : ` (line ${line}${column === undefined ? '' : `, column ${column}`})`;
  return `${control ?? 'template'}${place}: ${message}`;
}
