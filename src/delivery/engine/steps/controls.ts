import { isUnknownZone } from '#libs/schedule/zones/time-zone.js';
import type { TemplateScope } from '#libs/rendering/liquid-engine.js';
import type { ControlValues } from '#libs/rendering/render-controls.js';
import type { Work } from '../../../platform/computation/computation.service.js';
import type { TemplateFailure } from '../../../platform/computation/rendering.tasks.js';
import { failed, type OutcomeDetail, type StepOutcome } from '../step-outcome.js';
import { isBlocking } from '../../../workflows/issues/issue.js';
import { withLinks } from './links.js';
import { masked } from '../rendering/secrets.js';
import { controlsTask } from '../../../platform/computation/rendering.tasks.js';
import type { StepContext, StepServices } from './step.js';
import { workflowTexts } from '../rendering/rendering-sources.js';

/** Why a step has no content (behaviour L2). `error`: where, and what is wrong. */
export interface NotRendered {
  ok: false;
  reason: 'template_error' | 'variable_missing';
  error: string;
}

/** Maximum number of missing variables that are listed. */
const MAX_NAMED = 10;

/** The controls that are not rendered as plain text. */
interface FieldModes {
  /** The control that is rendered as HTML. */
  html?: string;
  /** The chat provider that reads the body. */
  chat?: string;
  /** What a body that is a document of blocks is compiled to. */
  blocks?: 'email' | 'chat';
  /** A control that is not a template, with everything below it. */
  raw?: string;
}

/** `spent`: render steps used so far; they count towards the limit of everything rendered for the same message. */
type Rendered = { ok: true; values: ControlValues; spent: number } | NotRendered;

/**
 * Renders the templates in the step's control values, except the condition. Fails when a template cannot be rendered, or a
 * variable is missing and the workflow is strict (behaviour L2).
 */
export async function renderedControls(
  context: StepContext,
  services: Pick<StepServices, 'computation' | 'links'>,
  { html, chat, blocks, raw }: FieldModes = {},
): Promise<Rendered> {
  const { step, scope, missing } = context;
  if (context.isRendered) return { ok: true, values: step.controlValues, spent: 0 };
  const texts = workflowTexts(scope.sources, scope.workflow, scope.subscriber.locale);
  const rendered = await services.computation.run(
    controlsTask,
    {
      values: step.controlValues,
      data: await withLinks(context, services, visibleData(context), step.controlValues, ...texts.contents),
      texts,
      now: scope.now.getTime(),
      html,
      chat,
      blocks,
      raw: ['skip', ...(raw === undefined ? [] : [raw])],
    },
    workOf(context),
  );
  for (const variable of rendered.missing) missing.add(variable);
  if (!rendered.ok) return { ok: false, reason: 'template_error', error: describeTemplateError(rendered.failure) };
  const { values, spent } = rendered;
  return strictFailure(context) ?? { ok: true, values, spent };
}

/** The environment and event to which the computation of a step is attributed. */
export function workOf({ run, scope }: StepContext): Work {
  return { environmentId: run.environmentId.toHexString(), event: scope.event, urgent: scope.hidesSecrets };
}

/** The failure, if variables were missing in what has been rendered so far and the workflow is strict. */
export function strictFailure({ scope, missing }: StepContext): NotRendered | undefined {
  return scope.workflow.strictVariables && missing.size > 0
    ? { ok: false, reason: 'variable_missing', error: `missing: ${namesOf(missing)}` }
    : undefined;
}

/** The detail that names the issues that the step was saved with, and that keep it from what its author intended. */
export function issuesOf({ issues = [] }: StepContext['step']): OutcomeDetail[] {
  const blocking = issues.filter(isBlocking).map(({ field, message }) => `${field}: ${message}`);
  if (blocking.length === 0) return [];
  const more = blocking.length > MAX_NAMED ? [`and ${blocking.length - MAX_NAMED} more`] : [];
  const raw = [...blocking.slice(0, MAX_NAMED), ...more].join('; ');
  return [{ status: 'Warning', detail: 'The step was saved with issues', raw }];
}

/** The detail that lists the step's missing variables: their names, no values (behaviour L2). */
export function missingVariables({ missing }: StepContext): OutcomeDetail[] {
  if (missing.size === 0) return [];
  const raw = `${namesOf(missing)} ${missing.size === 1 ? 'is' : 'are'} missing; rendered empty`;
  return [{ status: 'Warning', detail: 'Variable missing', raw }];
}

/** The detail that says that the stored time zone is not known: UTC counts in its place (behaviour Q7). */
export function unknownZone({ scope }: StepContext): OutcomeDetail[] {
  const { timezone } = scope.subscriber;
  if (!isUnknownZone(timezone)) return [];
  return [{ status: 'Warning', detail: 'Time zone is not known', raw: `${timezone} is not a time zone; UTC is used` }];
}

function namesOf(missing: ReadonlySet<string>): string {
  const names = [...missing].slice(0, MAX_NAMED).join(', ');
  return missing.size > MAX_NAMED ? `${names} and ${missing.size - MAX_NAMED} more` : names;
}

/** The data for content: everything a step can read, but no secrets in a simulation, which is a preview (behaviour L8). */
export function visibleData(context: StepContext): TemplateScope {
  return context.scope.hidesSecrets ? previewData(context) : context.data;
}

/** The data of the step with secrets masked. */
export function previewData({ data, scope }: StepContext): TemplateScope {
  const { open, secret } = scope.env;
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
