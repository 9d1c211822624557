import { isObject } from '../../platform/values/is-object.js';
import { completed, type StepOutcome } from '../execution/step-outcome.js';
import { renderedControls, templateFailure } from './controls.js';
import type { StepContext, StepServices } from './step.js';

/** Puts values together for later steps: the member `custom` of the controls, with its templates rendered. */
export async function executeCustomStep(context: StepContext, services: StepServices): Promise<StepOutcome> {
  const controls = await renderedControls(context, services);
  if (!controls.ok) return templateFailure(controls, 'The step could not be executed');
  const { custom } = controls.values;
  return completed('custom_done', 'Step completed', { result: isObject(custom) ? custom : {} });
}
