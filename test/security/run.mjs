// The long form of what is tried on a running service, and a table of what held.
//
//   npm run security -- [--requests 30000] [--seed N] [--only NAME]
//
// On the embedded default, in processes of its own; some of test/security is about other users of the machine, and runs
// as root alone. NAME is a part of what the table calls an attack. Exits with 1 when something did not hold.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '30000' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 32)) },
    only: { type: 'string' },
  },
});
const FILES = ['test/security/', 'test/walk/foreign-environment', 'test/inbox-widget/foreign-sessions'];
const root = resolve(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'carillon-security-'));
const [report, results] = [join(folder, 'report'), join(folder, 'results.json')];
writeFileSync(report, '');
process.stdout.write(`Seed ${values.seed}\n`);

const jest = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning', 'node_modules/jest/bin/jest.js'];
const only = values.only === undefined ? [] : ['-t', values.only.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&')];
spawnSync(process.execPath, [...jest, '--runInBand', '--json', `--outputFile=${results}`, ...only, ...FILES], {
  cwd: root,
  // The results go to the file; what failed is said on standard error.
  stdio: ['ignore', 'ignore', 'inherit'],
  env: { ...process.env, SECURITY_REQUESTS: values.requests, SECURITY_SEED: values.seed, SECURITY_REPORT: report },
});

const notes = new Map(
  readFileSync(report, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))
    .map(({ attack, requests }) => [attack, requests]),
);
const { success = false, testResults = [] } = resultsOf(results);
const rows = testResults
  .flatMap(({ name, assertionResults, message }) =>
    assertionResults.length > 0 ? assertionResults : [{ title: name, fullName: name, status: 'failed', message }],
  )
  .filter(({ status }) => status === 'passed' || status === 'failed')
  .map(({ title, fullName, status }) => [
    fullName,
    String(notes.get(title) ?? ''),
    status === 'passed' ? 'held' : 'FAILED',
  ]);
const widths = [0, 1, 2].map((column) => Math.max(8, ...rows.map((row) => row[column].length)));
const line = (cells) => `| ${cells.map((cell, column) => cell.padEnd(widths[column])).join(' | ')} |\n`;
process.stdout.write(line(['Attack', 'Requests', 'Result']) + line(widths.map((width) => '-'.repeat(width))));
for (const row of rows) process.stdout.write(line(row));
process.stdout.write(`${rows.filter(([, , result]) => result === 'held').length} of ${rows.length} held\n`);
rmSync(folder, { recursive: true });
process.exit(success && rows.length > 0 ? 0 : 1);

function resultsOf(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return {};
  }
}
