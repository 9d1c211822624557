import { performance } from 'node:perf_hooks';
import juice from 'juice/client.js';

/** Applies the style blocks of a document to its elements. Throws for what takes too long. */
export type StyleInliner = (html: string) => string;

/** Milliseconds that the rules of one document may take to be applied. */
const LONGEST_MS = 300;

/** Imported when the first style block is met: reading the library takes as long as everything else of a start together. */
export function createStyleInliner(): StyleInliner {
  let until = Infinity;
  // By default the library keeps what looks like a template apart, in time that grows with the square of the number.
  juice.codeBlocks = {};
  // It asks this list for each declaration of each rule of each element, which is the place to look at the clock.
  juice.excludedProperties = Object.assign(new Array<string>(), {
    indexOf: () => {
      if (performance.now() > until) throw new RangeError('The styles take too long to apply');
      return -1;
    },
  });
  return (html) => {
    until = performance.now() + LONGEST_MS;
    // Variables that name each other could grow without end; few mail programs know them at all.
    return juice(html, { resolveCSSVariables: false });
  };
}
