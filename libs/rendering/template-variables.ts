import { analysisTemplate, type CompiledBlocks, compileEmail, errorInBlocks } from './blocks/email.js';
import { isBlockDocument } from './blocks/document.js';
import { LiquidEngine } from './liquid-engine.js';
import { TemplateError } from './template-error.js';

let sharedEngine: LiquidEngine | undefined;

/** Escaping does not affect parsing, so one engine with default settings is enough for both modes. */
function defaultEngine(): LiquidEngine {
  sharedEngine ??= new LiquidEngine('plain');
  return sharedEngine;
}

/** The template that a text stands for: a document of blocks is compiled to one. */
function templateOf(text: string): { template: string; blocks?: CompiledBlocks } {
  if (!isBlockDocument(text)) return { template: text };
  const blocks = compileEmail(text);
  return { template: blocks.template, blocks };
}

/**
 * Returns the paths a template reads from its data, each once and as its segments: `[['payload', 'user', 'name']]`
 * for `{{ payload.user.name }}`. Names the template defines itself are left out; a segment only known while
 * rendering is `*`. Documents of blocks are templates, too.
 *
 * @param engine For limits other than the defaults.
 * @throws TemplateError if the template cannot be parsed; see `checkTemplate`.
 */
export function templateVariables(text: string, engine: LiquidEngine = defaultEngine()): string[][] {
  return engine.variables(isBlockDocument(text) ? analysisTemplate(text) : text);
}

/**
 * Returns what is wrong with the syntax of a template, or `undefined` if it can be rendered. For showing to the author
 * of a draft.
 *
 * @param control Path of the control, included in the error.
 * @param engine For limits other than the defaults.
 */
export function checkTemplate(
  text: string,
  control?: string,
  engine: LiquidEngine = defaultEngine(),
): TemplateError | undefined {
  let blocks: CompiledBlocks | undefined;
  try {
    const { template, blocks: compiled } = templateOf(text);
    blocks = compiled;
    engine.check(template, control);
    return undefined;
  } catch (error) {
    if (error instanceof TemplateError) return blocks ? errorInBlocks(error, blocks) : error;
    throw error;
  }
}

/**
 * Returns what is wrong with the arguments of a template's filters, as sentences. For showing to the author of a draft.
 *
 * @param engine For limits other than the defaults.
 * @throws TemplateError if the template cannot be parsed; see `checkTemplate`.
 */
export function filterProblems(text: string, engine: LiquidEngine = defaultEngine()): string[] {
  return engine.filterProblems(templateOf(text).template);
}
