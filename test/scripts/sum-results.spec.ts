import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { readResult, sumResults } from '../../scripts/sum-results.mjs';
import { TemporaryProject } from './temporary-project.js';

const result = (numPassedTests: number, numFailedTests = 0, numRuntimeErrorTestSuites = 0) => ({
  success: numFailedTests + numRuntimeErrorTestSuites === 0,
  numPassedTests,
  numFailedTests,
  numRuntimeErrorTestSuites,
});

let project: TemporaryProject;
beforeEach(() => {
  project = new TemporaryProject();
});
afterEach(() => project.dispose());

describe('sumResults', () => {
  it('adds up several runs', () => {
    expect(sumResults([result(10), result(5, 2)])).toEqual({ passed: 15, failed: 2 });
  });

  it('counts a file that could not be run as one failure', () => {
    expect(sumResults([result(3, 1, 2)])).toEqual({ passed: 3, failed: 3 });
  });

  it('counts a run without success and without a named failure as one', () => {
    expect(sumResults([{ ...result(3), success: false }])).toEqual({ passed: 3, failed: 1 });
  });
});

describe('as a command', () => {
  const run = (...args: string[]) => {
    const script = join(import.meta.dirname, '../../scripts/sum-results.mjs');
    const { status, stdout } = spawnSync(process.execPath, [script, ...args], { cwd: project.root, encoding: 'utf8' });
    return { status, stdout };
  };

  it('prints one line and succeeds when nothing failed', () => {
    project.write('a.json', result(4));
    project.write('b.json', result(2));
    expect(run('--failed-steps', '0', 'a.json', 'b.json')).toEqual({ status: 0, stdout: '6 passed, 0 failed\n' });
  });

  it('counts steps that failed outside of Jest', () => {
    project.write('a.json', result(4));
    expect(run('--failed-steps', '2', 'a.json')).toEqual({ status: 1, stdout: '4 passed, 2 failed\n' });
  });

  it('counts a missing and a cut-off result as failures', () => {
    project.write('cut.json', '{"numPassedTests": 3');
    expect(run('cut.json', 'missing.json')).toEqual({ status: 1, stdout: '0 passed, 2 failed\n' });
  });
});

it('reads a result as Jest writes it', () => {
  project.write('a.json', { ...result(4), startTime: 1, testResults: [] });
  expect(readResult(project.path('a.json'))).toMatchObject(result(4));
});
