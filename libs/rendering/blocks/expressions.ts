import { isTemplate } from '../liquid-engine.js';

/** A loop around a node. */
export interface Loop {
  /** The path of its list as documents write it outside of all loops, such as `payload.items`. */
  each: string;
  /** What stands for its entry instead of a variable, where a template is only analysed. */
  entry?: string;
}

/** The loops around a node, outermost first. */
export type Loops = readonly Loop[];

/** The name of the entry of the innermost loop, as editors write it. */
export const ENTRY = 'current';

/** Returns the name that keeps the entry of an outer loop, from 0 for the outermost. */
export function outerEntry(level: number): string {
  return `outer${level}`;
}

const ONE_OUTPUT = /^\s*\{\{-?([\s\S]*?)-?\}\}\s*$/;
/** A path at the beginning of an expression, and what follows it. */
const HEAD = /^([^\s|,:]+)([\s\S]*)$/;

/**
 * Returns the expression of a variable for a template: without braces, and with the entry of a loop instead of its list's
 * path. Editors write `payload.items.name` inside a loop over `payload.items` for the name of one item.
 */
export function expressionOf(text: string, loops: Loops): string {
  return expression(text, loops, true);
}

/** Returns the expression of the list of a loop. The list of a loop around it is that list again, not its entry. */
export function listOf(text: string, loops: Loops): string {
  return expression(text, loops, false);
}

function expression(text: string, loops: Loops, includesList: boolean): string {
  const inner = (ONE_OUTPUT.exec(text)?.[1] ?? text).trim();
  const [, path = '', rest = ''] = HEAD.exec(inner) ?? [];
  return `${entryPath(path, loops, includesList)}${rest}`;
}

function entryPath(path: string, loops: Loops, includesList: boolean): string {
  const innermost = loops.at(-1)?.entry;
  if (innermost !== undefined && (path === ENTRY || path.startsWith(`${ENTRY}.`))) {
    return `${innermost}${path.slice(ENTRY.length)}`;
  }
  for (let level = loops.length - 1; level >= 0; level -= 1) {
    const { each = '', entry } = loops[level] ?? {};
    if (!(includesList && path === each) && !path.startsWith(`${each}.`)) continue;
    const name = level === loops.length - 1 ? ENTRY : outerEntry(level);
    return `${entry ?? name}${path.slice(each.length)}`;
  }
  return path;
}

/** Returns the path of a list as it is written outside of all loops: `current.tags` in a loop is `payload.items.tags`. */
export function listPath(text: string, loops: Loops): string {
  const inner = (ONE_OUTPUT.exec(text)?.[1] ?? text).trim().split('|')[0]?.trim() ?? '';
  const around = loops.at(-1)?.each;
  return around !== undefined && (inner === ENTRY || inner.startsWith(`${ENTRY}.`))
    ? `${around}${inner.slice(ENTRY.length)}`
    : inner;
}

/**
 * Returns the output of a variable. A text that is already a template of more than one output is kept.
 *
 * @param attrs `aliasFor` names the variable outside of its loop, `fallback` is printed where it has no value.
 */
export function outputOf(name: string, attrs: Readonly<Record<string, unknown>>, loops: Loops): string {
  if (isTemplate(name) && !ONE_OUTPUT.test(name)) return templateText(name, loops, (text) => text);
  const { fallback, aliasFor } = attrs;
  const isEntry = loops.length > 0 && new RegExp(`^\\s*${ENTRY}(?:[\\s.|[]|$)`).test(name);
  const expression = expressionOf(typeof aliasFor === 'string' && aliasFor !== '' && !isEntry ? aliasFor : name, loops);
  if (expression === '') return typeof fallback === 'string' ? literalText(fallback) : '';
  const otherwise = typeof fallback === 'string' && fallback !== '' ? ` | default: ${quoted(fallback)}` : '';
  return `{{ ${expression}${otherwise} }}`;
}

/** A text as an output, for texts that would otherwise be read as a template. */
function literalText(text: string): string {
  return text === '' ? '' : `{{ ${quoted(text)} }}`;
}

/** A string literal. Braces and percent signs are written as escapes, because they would end the tag around them. */
function quoted(text: string): string {
  const escaped = text.replace(
    /[\\'{}%\r\n]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return `'${escaped}'`;
}

const TAGS = /\{\{[\s\S]*?\}\}|\{%[\s\S]*?%\}/g;
const OUTPUT = /^\{\{(-?)([\s\S]*?)(-?)\}\}$/;

/**
 * Returns a text with its tags as a template.
 *
 * @param literal Writes the parts between the tags, for example escaped.
 */
export function templateText(text: string, loops: Loops, literal: (text: string) => string): string {
  if (!isTemplate(text)) return literal(text);
  let written = '';
  let from = 0;
  for (const { 0: tag, index } of text.matchAll(TAGS)) {
    written += literal(text.slice(from, index)) + withEntries(tag, loops);
    from = index + tag.length;
  }
  return written + literal(text.slice(from));
}

function withEntries(tag: string, loops: Loops): string {
  const [, open = '', inner, close = ''] = OUTPUT.exec(tag) ?? [];
  return inner === undefined || loops.length === 0 ? tag : `{{${open} ${expressionOf(inner, loops)} ${close}}}`;
}
