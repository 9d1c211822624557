import type { TemplateScope } from '#libs/rendering/liquid-engine.js';
import type { ControlValues } from '#libs/rendering/render-controls.js';
import type { Work } from '../../platform/computation/computation.service.js';
import type { TemplateFailure } from '../../platform/computation/rendering.tasks.js';
import { failed, type OutcomeDetail, type StepOutcome } from '../execution/step-outcome.js';
import { workflowTexts } from '../rendering/rendering-sources.js';
import { masked } from '../rendering/secrets.js';
import { controlsTask } from '../../platform/computation/rendering.tasks.js';
import type { StepContext, StepServices } from './step.js';

/** Why a step has no content (behaviour L2). `error` says where, and what. */
export interface NotRendered {
  ok: false;
  reason: 'template_error' | 'variable_missing';
  error: string;
}

/** As many missing variables of a step are named. */
const MAX_NAMED = 10;

/** Which controls are not rendered as plain text. */
export interface FieldModes {
  /** The control whose result is HTML. */
  html?: string;
  /** A control that is no template, with all below it. */
  verbatim?: string;
}

/** `spent`: steps the templates have taken; what else is rendered for the same message shares them. */
export type Rendered = { ok: true; values: ControlValues; spent: number } | NotRendered;

/**
 * The step's control values with their templates rendered; the condition stays a rule. A template that cannot be
 * rendered is the failed outcome of the step, and so is a missing variable where the workflow is strict (behaviour L2).
 */
export async function renderedControls(
  context: StepContext,
  { computation }: Pick<StepServices, 'computation'>,
  { html, verbatim }: FieldModes = {},
): Promise<Rendered> {
  const { step, scope, missing } = context;
  const rendered = await computation.run(
    controlsTask,
    {
      values: step.controlValues,
      data: visibleData(context),
      texts: workflowTexts(scope.sources, scope.workflow, scope.subscriber.locale).contents,
      now: scope.now.getTime(),
      html,
      verbatim: ['skip', ...(verbatim === undefined ? [] : [verbatim])],
    },
    workOf(context),
  );
  for (const variable of rendered.missing) missing.add(variable);
  if (!rendered.ok) return { ok: false, reason: 'template_error', error: describeTemplateError(rendered.failure) };
  const { values, spent } = rendered;
  return strictFailure(context) ?? { ok: true, values, spent };
}

/** Whose work the computing of a step is. */
export function workOf({ run, scope }: StepContext): Work {
  return { environmentId: run.environmentId.toHexString(), event: scope.event, urgent: scope.hidesSecrets };
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

export function describeTemplateError({ control, line, column, message }: TemplateFailure): string {
  const place = line === undefined ? '' : ` (line ${line}${column === undefined ? '' : `, column ${column}`})`;
  return `${control ?? 'template'}${place}: ${message}`;
}
