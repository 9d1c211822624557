/** The part of Jest's JSON result that is summed up. */
export interface JestResult {
  success: boolean;
  numPassedTests: number;
  numFailedTests: number;
  /** Files that could not be run at all. */
  numRuntimeErrorTestSuites: number;
}

export function sumResults(results: JestResult[]): { passed: number; failed: number };
export function readResult(path: string): JestResult;
