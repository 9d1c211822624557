import type { HtmlSkeleton } from './html-skeleton.js';

/** Longest style blocks, in characters, that are applied; real ones have a twentieth of it. */
const MAX_CSS_LENGTH = 100_000;
/** Most blocks in braces; blocks inside each other take time in proportion to the square of their number. */
const MAX_BLOCKS = 3000;
/** Longest document, in characters. */
const MAX_HTML_LENGTH = 200_000;
/** Elements inside each other; a selector may look at all that are around an element. */
const DEEPEST = 200;
/** Elements looked at, over all selectors. */
const MAX_LOOKS = 200_000;
/** Space in one piece, which parts of the parser walk through again and again. */
const MAX_SPACE_LENGTH = /\s{500}/;

/** What makes a selector look at the siblings, the children or the ancestors of each element again. */
const COSTLY = /~(?!=)|:(?:not|is|where|matches|any|has|i?contains|nth-[a-z-]+)\(|:(?:first|last|only)-|:empty/gi;

/**
 * Whether it can be found out within a bounded time which rules apply to which elements, judged before anything is parsed:
 * by the document's length, its elements, and what each selector has to look at.
 */
export function isBoundedWork({ skeleton, css, elements, depth }: HtmlSkeleton): boolean {
  if (
    css.length > MAX_CSS_LENGTH ||
    depth > DEEPEST ||
    skeleton.length > MAX_HTML_LENGTH ||
    MAX_SPACE_LENGTH.test(skeleton)
  )
    return false;
  const beforeBraces = css.split('{').slice(0, -1);
  if (beforeBraces.length > MAX_BLOCKS) return false;
  let looks = 0;
  for (const selector of beforeBraces.flatMap(selectorsIn)) {
    const costly = selector.match(COSTLY)?.length ?? 0;
    looks += (elements + 1) ** (1 + costly);
    if (looks > MAX_LOOKS) return false;
  }
  return true;
}

/** Where a closing brace may be one of a text or a comment. */
const HIDING = /["'\\]|\/\*/;

/** The selectors before a brace, between commas; of what cannot be told apart from them rather too many than too few. */
function selectorsIn(beforeBrace: string): string[] {
  const from = HIDING.test(beforeBrace) ? 0 : beforeBrace.lastIndexOf('}') + 1;
  return beforeBrace.slice(from).split(',');
}
