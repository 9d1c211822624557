import juice from 'juice/client.js';

/** Applies the style blocks of a document to its elements. Throws for what is too much work. */
export type StyleInliner = (html: string) => string;

/**
 * Declarations that are applied to elements, over all of one document; a hundred elements have some hundreds. Counted and
 * not timed, so that the same document always looks the same, however busy the machine is.
 */
const MAX_DECLARATIONS = 60_000;

/** Declarations applied to the present document: the library has one list for all, and so one count. */
let applied = 0;

/** Imported when the first style block is met: reading the library takes as long as everything else of a start together. */
export function createStyleInliner(): StyleInliner {
  // By default the library keeps what looks like a template apart, in time that grows with the square of the number.
  juice.codeBlocks = {};
  // It asks this list for each declaration of each rule of each element, which is the place to count them.
  juice.excludedProperties = Object.assign(new Array<string>(), {
    indexOf: () => {
      applied += 1;
      if (applied > MAX_DECLARATIONS) throw new RangeError('The styles apply to too many elements');
      return -1;
    },
  });
  return (html) => {
    applied = 0;
    // Variables that name each other could grow without end; few mail programs know them at all.
    return juice(html, { resolveCSSVariables: false });
  };
}
