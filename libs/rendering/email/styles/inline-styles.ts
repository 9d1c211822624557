import type { StyleInliner } from './juice-client.js';
import { TemplateCache } from '../../template-cache.js';
import { cutAtMarks, type HtmlSkeleton, putTogether, takeApart } from './html-skeleton.js';
import { isBoundedWork } from './styling-work.js';

/** A skeleton with its styles applied, cut at its marks; null when they cannot be applied. */
export type StyledSkeleton = string[] | null;

/** Applies the styles of a skeleton. */
export type ApplyStyles = (apart: HtmlSkeleton) => Promise<StyledSkeleton>;

/** Where the library comes from; reading it takes as long as everything else of a start together. */
type Load = () => Promise<StyleInliner>;

const loadLibrary: Load = async () => (await import('./juice-client.js')).createStyleInliner();

/**
 * Moves the rules of style blocks into the `style` attributes of the elements they apply to, because many mail programs
 * read nothing else. What an attribute cannot say (media queries, `:hover`, fonts) stays in the block, and so does a block
 * with the attribute `data-embed`. A document without style blocks is not touched, and one whose styles would take too long
 * to apply, or that is not well formed enough, stays as it is.
 *
 * Takes up to some hundred milliseconds for a document whose tags are new, which `apply` may spend elsewhere, and some ten
 * microseconds for the next ones that differ in their texts and addresses only, as the messages of one template do. Reads
 * nothing from files or the network.
 */
export const inlineStyles = styleInlining();

/** Makes an {@link inlineStyles} with a memory of its own. Documents of one kind that come together are styled once. */
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

/** Applies styles with the library, which is loaded when the first are met. */
export const applyStyles = styleApplying(loadLibrary);

function styleApplying(load: Load): ApplyStyles {
  let inliner: Promise<StyleInliner> | undefined;
  return async ({ skeleton }) => {
    inliner ??= load();
    const inline = await inliner;
    try {
      return cutAtMarks(inline(skeleton)) ?? null;
    } catch {
      // A style sheet may be anything, and the email matters more than its looks: the block is still in it.
      return null;
    }
  };
}
