import { type ControlValues, type FieldMode, renderControls } from '#libs/rendering/render-controls.js';
import { TemplateError } from '#libs/rendering/template-error.js';
import { failed, type StepOutcome } from '../execution/step-outcome.js';
import type { StepContext, StepKit } from './step.js';

/**
 * The step's control values with their templates rendered; the condition stays a rule. A template that cannot be
 * rendered is the failed outcome of the step (behaviour L2).
 */
export function renderedControls(
  { step, data }: StepContext,
  { engines }: StepKit,
  modeOf: (path: string) => FieldMode = () => 'plain',
): { ok: true; values: ControlValues } | { ok: false; error: string } {
  const values = renderControls(step.controlValues, data, engines, (path) =>
    path === 'skip' ? 'verbatim' : modeOf(path),
  );
  return values instanceof TemplateError ? { ok: false, error: describe(values) } : { ok: true, values };
}

export function templateFailure(error: string): StepOutcome {
  return failed('template_error', 'Message could not be created', error);
}

function describe({ control, line, column, message }: TemplateError): string {
  const place = line === undefined ? '' : ` (line ${line}${column === undefined ? '' : `, column ${column}`})`;
  return `${control ?? 'template'}${place}: ${message}`;
}
