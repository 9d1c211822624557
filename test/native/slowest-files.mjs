import { relative } from 'node:path';

const SHOWN = 10;

/** Ends the report of a long run with the files that took longest, so that nobody makes the tests slow unseen. */
export default class SlowestFiles {
  onRunComplete(_contexts, { testResults }) {
    if (testResults.length <= SHOWN) return;
    const slowest = testResults
      .map(({ testFilePath, perfStats }) => ({ file: relative('.', testFilePath), seconds: perfStats.runtime / 1000 }))
      .toSorted((one, other) => other.seconds - one.seconds)
      .slice(0, SHOWN);
    const lines = slowest.map(({ file, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${file}`);
    process.stderr.write(`\nSlowest files:\n${lines.join('\n')}\n`);
  }
}
