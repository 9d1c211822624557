import { TemplateCache } from '../../template-cache.js';
import { cutAtMarks, type HtmlSkeleton, putTogether, takeApart } from './html-skeleton.js';
import type { StyleInliner } from './juice-client.js';

/** Maximum length of style blocks that are applied, in characters; real ones have a twentieth of it. */
const MAX_CSS_LENGTH = 100_000;
/** Maximum number of blocks in braces; the time for nested blocks grows with the square of their number. */
const MAX_BLOCKS = 3000;
/** Maximum length of a document, in characters. */
const MAX_HTML_LENGTH = 200_000;
/** Maximum nesting of elements; a selector may check all ancestors of an element. */
const MAX_DEPTH = 200;
/** Maximum number of elements checked, over all selectors. */
const MAX_LOOKS = 200_000;
/** A long run of white space, which parts of the parser scan again and again. */
const MAX_SPACE_LENGTH = /\s{500}/;

/** Parts of a selector that check the siblings, children or ancestors of each element again. */
const COSTLY = /~(?!=)|:(?:not|is|where|matches|any|has|i?contains|nth-[a-z-]+)\(|:(?:first|last|only)-|:empty/gi;

/**
 * Returns whether matching the rules with the elements takes a bounded time. This is decided before anything is
 * parsed, from the document's length, its elements, and the number of elements each selector has to check.
 */
export function isBoundedWork({ skeleton, css, elements, depth }: HtmlSkeleton): boolean {
  if (
    css.length > MAX_CSS_LENGTH ||
    depth > MAX_DEPTH ||
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

/** Characters after which a closing brace may belong to a string or a comment. */
const HIDING = /["'\\]|\/\*/;

/** Returns the comma-separated selectors before a brace; when in doubt, too many rather than too few. */
function selectorsIn(beforeBrace: string): string[] {
  const from = HIDING.test(beforeBrace) ? 0 : beforeBrace.lastIndexOf('}') + 1;
  return beforeBrace.slice(from).split(',');
}

/** A skeleton with its styles applied, split at its marks; null if they cannot be applied. */
export type StyledSkeleton = string[] | null;

/** Applies the styles of a skeleton. */
export type ApplyStyles = (apart: HtmlSkeleton) => Promise<StyledSkeleton>;

/** Loads the library, which takes as long as the rest of the start-up together. */
type Load = () => Promise<StyleInliner>;

const loadLibrary: Load = async () => (await import('./juice-client.js')).createStyleInliner();

/**
 * Moves the rules of style blocks into the `style` attributes of the elements they apply to, because many email clients
 * support nothing else. Rules that an attribute cannot express (media queries, `:hover`, fonts) stay in the block, and so
 * does a block with the attribute `data-embed`. Returns a document unchanged if it has no style blocks, if its styles would
 * take too long, or if it is not well formed.
 *
 * A document with a new skeleton takes up to a few hundred milliseconds, which `apply` may spend in another process. Later
 * ones that differ only in texts and addresses, like messages of one template, take some ten microseconds. Reads nothing
 * from files or the network.
 */
export const inlineStyles = styleInlining();

/** Creates an {@link inlineStyles} with its own cache. Concurrent documents with the same skeleton are styled once. */
export function styleInlining(load: Load = loadLibrary): (html: string, apply?: ApplyStyles) => Promise<string> {
  const finished = new TemplateCache<Promise<StyledSkeleton>>(500, 5_000_000);
  const applyHere = styleApplying(load);
  return async (html, apply = applyHere) => {
    if (!/<style[\s>]/i.test(html)) return html;
    const apart = takeApart(html);
    if (!apart || apart.css.trim() === '') return html;
    const styled = await finished.getOrMake(apart.skeleton, async () => (isBoundedWork(apart) ? apply(apart) : null));
    return (styled && putTogether(styled, apart.parts)) ?? html;
  };
}

/** Applies styles with the library, which is loaded on first use. */
export const applyStyles = styleApplying(loadLibrary);

function styleApplying(load: Load): ApplyStyles {
  let inliner: Promise<StyleInliner> | undefined;
  return async ({ skeleton }) => {
    inliner ??= load();
    const inline = await inliner;
    try {
      return cutAtMarks(inline(skeleton)) ?? null;
    } catch {
      // A style sheet may contain anything, and sending the email matters more than its looks: it still contains the
      // block.
      return null;
    }
  };
}
