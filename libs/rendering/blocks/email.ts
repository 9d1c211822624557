import { compilingCost, type RenderBudget } from '../render-limits.js';
import { TemplateError } from '../template-error.js';
import { TemplateCache } from '../template-cache.js';
import { BOXES } from './boxes.js';
import {
  type BlockPlace,
  type BlockWarning,
  Compilation,
  type NodeWriter,
  type Surroundings,
  surroundingsOf,
} from './compilation.js';
import { type BlockNode, readDocument } from './document.js';
import { INLINE } from './inline.js';
import { type Look, PLAIN_LOOK } from './look.js';
import { MEDIA } from './media.js';
import { TEXTS } from './texts.js';

/** A document as a template. */
export interface CompiledBlocks {
  /** Liquid that prints the content. */
  template: string;
  /** Where in the template the text of each node begins, in order. */
  places: readonly BlockPlace[];
  /** What in the document has no effect. */
  warnings: readonly BlockWarning[];
}

const WRITERS: Readonly<Record<string, NodeWriter<Surroundings>>> = { ...INLINE, ...TEXTS, ...BOXES, ...MEDIA };

/** The types of nodes that an email may have. */
export const EMAIL_NODES: readonly string[] = Object.keys(WRITERS);

const compiled = new TemplateCache<CompiledBlocks>(500, 5_000_000);

/**
 * Compiles a document to the content of an email: tables and inline styles, for an engine of mode `html`. It has no
 * document around it, so that it can stand in a layout. The result is cached by the text of the document.
 *
 * @param foresee Accounts for the steps of compiling a document that is not cached.
 * @param look How blocks look that do not say it themselves.
 * @throws BlockDocumentError if the text is not a document, or exceeds a limit.
 */
export function compileEmail(
  text: string,
  foresee: (steps: number) => void = () => undefined,
  look: Look = PLAIN_LOOK,
): CompiledBlocks {
  return compiled.getOrMake(look.key + text, () => {
    foresee(compilingCost(text));
    const out = written(text, false, look);
    return { template: out.template, places: out.places, warnings: out.warnings };
  });
}

/**
 * Compiles a document to a template that reads the same variables, without loops: what it reads of an entry of
 * `payload.items` is `payload.items["*"].name`. Do not render it.
 *
 * @throws BlockDocumentError if the text is not a document, or exceeds a limit.
 */
export function analysisTemplate(text: string): string {
  return written(text, true, PLAIN_LOOK).template;
}

function written(text: string, isAnalysis: boolean, look: Look): Compilation<Surroundings> {
  const out = new Compilation<Surroundings>(WRITERS, isAnalysis, surroundingsOf);
  const around: Surroundings = { loops: [], look, parent: 'doc', noSpaceBelow: false, align: 'left' };
  out.nodes(withoutEmptyEnd(readDocument(text).content), around);
  return out;
}

/**
 * Returns the path of the node that wrote a place of a template; empty if that is not known.
 *
 * @param line Line and column count from 1.
 */
function placeOf({ template, places }: CompiledBlocks, line: number | undefined, column = 1): string {
  if (line === undefined) return '';
  const before = template.split('\n').slice(0, line - 1);
  const offset = before.reduce((sum, one) => sum + one.length + 1, 0) + column - 1;
  return places.findLast(({ at }) => at <= offset)?.path ?? '';
}

/**
 * Renders a document.
 *
 * @param render Renders a template, within the budget.
 * @throws TemplateError naming the node that cannot be rendered.
 */
export function renderBlocks(
  text: string,
  budget: RenderBudget,
  render: (template: string) => string,
  look?: Look,
): string {
  const blocks = compileEmail(text, (steps) => budget.foresee(steps), look);
  try {
    return render(blocks.template);
  } catch (error) {
    throw error instanceof TemplateError ? errorInBlocks(error, blocks) : error;
  }
}

/** Returns the same error with the node in which it is, instead of a line of a template that its author has not written. */
export function errorInBlocks(
  { message, reason, control, line, column }: TemplateError,
  blocks: CompiledBlocks,
): TemplateError {
  const place = placeOf(blocks, line, column);
  return new TemplateError(place === '' ? message : `${place}: ${message}`, reason, { control });
}

/** Editors end every document with an empty paragraph. */
function withoutEmptyEnd(nodes: readonly BlockNode[]): readonly BlockNode[] {
  const last = nodes.findLastIndex(({ type, content }) => type !== 'paragraph' || content.length > 0);
  return nodes.slice(0, last + 1);
}
