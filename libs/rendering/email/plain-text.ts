import { compile } from 'html-to-text';
import { needsEnd } from './styles/html-skeleton.js';

/** The time for converting grows with the length, and much more with the nesting. */
const MAX_HTML_LENGTH = 200_000;
const MAX_MARKUP_DEPTH = 1000;
/** Elements nested deeper than this are left out. */
const MAX_TEXT_DEPTH = 100;

const toText = compile({
  wordwrap: false,
  selectors: [{ selector: 'img', format: 'skip' }],
  limits: { maxDepth: MAX_TEXT_DEPTH },
});

/** Steps of about half a microsecond per element, and characters per step. */
const STEPS_PER_TAG = 8;
const CHARACTERS_PER_STEP = 64;

/** Estimates the steps that {@link plainText} takes. The estimate itself is cheap. */
export function plainTextCost(html: string): number {
  let tags = 0;
  for (let at = html.indexOf('<'); at !== -1 && at < MAX_HTML_LENGTH; at = html.indexOf('<', at + 1)) tags += 1;
  return tags * STEPS_PER_TAG + Math.min(html.length, MAX_HTML_LENGTH) / CHARACTERS_PER_STEP;
}

/**
 * Returns the plain text of an HTML document: links with their addresses, no images, separate paragraphs. A document
 * is cut off after 200,000 characters, or where more than 1,000 elements are nested.
 */
export function plainText(html: string): string {
  const text = toText(beforeDeepMarkup(html.slice(0, MAX_HTML_LENGTH)));
  // Spaces that only keep a cell or a paragraph open.
  return text
    .replace(/^[ \u00A0]+$/gm, '')
    .replace(/\n{4,}/g, '\n\n\n')
    .trim();
}

function beforeDeepMarkup(html: string): string {
  let depth = 0;
  for (const { 1: slash, 2: name = '', index } of html.matchAll(/<(\/?)([a-z][a-z0-9]*)/gi)) {
    if (!needsEnd(name)) continue;
    depth = slash ? Math.max(0, depth - 1) : depth + 1;
    if (depth > MAX_MARKUP_DEPTH) return html.slice(0, index);
  }
  return html;
}
