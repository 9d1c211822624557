/**
 * Adds up the JSON results of several Jest runs.
 *
 * As a command: `node scripts/sum-results.mjs --failed-steps N RESULT.json...` prints one line, `N passed, N failed`, and
 * exits with 1 when anything failed. A step that failed outside of Jest counts as one failure. So does a result file that
 * is missing or broken, because its run was interrupted.
 */
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

/**
 * Sums parsed Jest results. A file that cannot run counts as one failure. So does a run that Jest calls unsuccessful
 * without naming a failed test.
 */
export function sumResults(results) {
  let passed = 0;
  let failed = 0;
  for (const result of results) {
    const named = result.numFailedTests + result.numRuntimeErrorTestSuites;
    passed += result.numPassedTests;
    failed += named === 0 && !result.success ? 1 : named;
  }
  return { passed, failed };
}

/** Reads a Jest result file; what is missing or no such file counts as a run without any success. */
export function readResult(path) {
  const broken = { success: false, numPassedTests: 0, numFailedTests: 0, numRuntimeErrorTestSuites: 0 };
  try {
    const result = JSON.parse(readFileSync(path, 'utf8'));
    return typeof result?.numPassedTests === 'number' ? result : broken;
  } catch {
    return broken;
  }
}

function main(args) {
  const failedSteps = args[0] === '--failed-steps' ? Number(args[1]) : 0;
  const files = args[0] === '--failed-steps' ? args.slice(2) : args;
  const sum = sumResults(files.map(readResult));
  const failed = sum.failed + failedSteps;
  console.log(`${sum.passed} passed, ${failed} failed`);
  process.exitCode = failed === 0 ? 0 : 1;
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  main(process.argv.slice(2));
}
