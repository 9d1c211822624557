import juice from 'juice/client.js';

/** Applies the style blocks of a document to its elements. Throws if that is too much work. */
export type StyleInliner = (html: string) => string;

/**
 * Maximum number of declarations applied in one document; a hundred elements have a few hundred. They are counted,
 * not timed, so that the same document always looks the same, however busy the machine is.
 */
const MAX_DECLARATIONS = 60_000;

/**
 * Declarations applied to the current document. There is one counter because the library has one list for all
 * documents.
 */
let applied = 0;

/**
 * This module is imported on first use, because loading the library takes as long as the rest of the start-up
 * together.
 */
export function createStyleInliner(): StyleInliner {
  // By default the library protects template syntax, in time that grows with the square of its occurrences.
  juice.codeBlocks = {};
  // It searches this list for each declaration of each rule of each element, so this is the place to count them.
  juice.excludedProperties = Object.assign(new Array<string>(), {
    indexOf: () => {
      applied += 1;
      if (applied > MAX_DECLARATIONS) throw new RangeError('The styles apply to too many elements');
      return -1;
    },
  });
  return (html) => {
    applied = 0;
    // Variables that refer to each other could grow without end; few email clients support them at all.
    return juice(html, { resolveCSSVariables: false });
  };
}
