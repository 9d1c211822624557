import { LiquidEngine } from './liquid-engine.js';
import { TemplateError } from './template-error.js';

let sharedEngine: LiquidEngine | undefined;

/** Escaping plays no part in reading a template, so one engine of default settings does for both modes. */
function defaultEngine(): LiquidEngine {
  sharedEngine ??= new LiquidEngine('plain');
  return sharedEngine;
}

/**
 * The paths a template reads from its data, each once and as its segments: `{{ payload.user.name }}` gives
 * `[['payload', 'user', 'name']]`. Names the template defines itself are left out; a segment only known while
 * rendering is `*`.
 *
 * @param engine For limits other than the defaults.
 * @throws TemplateError if the template cannot be read; `checkTemplate` tells beforehand.
 */
export function templateVariables(text: string, engine: LiquidEngine = defaultEngine()): string[][] {
  return engine.variables(text);
}

/**
 * What is wrong with the syntax of a template, or `undefined` if it can be rendered. For telling the author of a draft.
 *
 * @param control Path of the control, repeated in the error.
 * @param engine For limits other than the defaults.
 */
export function checkTemplate(
  text: string,
  control?: string,
  engine: LiquidEngine = defaultEngine(),
): TemplateError | undefined {
  try {
    engine.check(text, control);
    return undefined;
  } catch (error) {
    if (error instanceof TemplateError) {
      return error;
    }
    throw error;
  }
}

/**
 * What is wrong with the arguments of a template's filters, as sentences. For telling the author of a draft.
 *
 * @param engine For limits other than the defaults.
 * @throws TemplateError if the template cannot be read; `checkTemplate` tells beforehand.
 */
export function filterProblems(text: string, engine: LiquidEngine = defaultEngine()): string[] {
  return engine.filterProblems(text);
}
