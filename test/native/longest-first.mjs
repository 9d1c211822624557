import Sequencer from '@jest/test-sequencer';

/**
 * Jest begins with the files that took longest, and where it has no times, as on a new machine, with the largest ones. Those
 * that open pages are small and take longest, so that the last of them would run alone.
 */
export default class LongestFirst extends Sequencer {
  sort(tests) {
    return super.sort(tests).toSorted((a, b) => isOfPages(b) - isOfPages(a));
  }
}

function isOfPages({ path }) {
  return Number(path.endsWith('.browser-spec.ts'));
}
