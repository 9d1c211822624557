// The long form of what is tried on a running service, and a table of what held.
//
//   npm run security -- [--requests 30000] [--seed N] [--seconds 10] [--only NAME]
//
// On the embedded default, in processes of its own; some of test/security is about other users of the machine, and runs
// as root alone. The floods come last, each with what others wait meanwhile (latency.mjs); on a busy machine they may fail,
// and say so. NAME is a part of what the table calls an attack; `delays` are all floods. Exits with 1 when something did not
// hold.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { chosenNames } from './latency-attacks.mjs';

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '30000' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 32)) },
    seconds: { type: 'string', default: '10' },
    only: { type: 'string' },
  },
});
const FILES = ['test/security/', 'test/walk/foreign-environment', 'test/inbox/widget/foreign-sessions'];
const root = resolve(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'carillon-security-'));
const [report, results] = [join(folder, 'report'), join(folder, 'results.json')];
writeFileSync(report, '');
process.stdout.write(`Seed ${values.seed}\n`);

const floods = chosenNames('floods').filter((name) => titleOf(name).includes(values.only ?? ''));
const rows = [
  ...(values.only?.startsWith('delays') ? [] : rowsOfTests()),
  ...(floods.length === 0 ? [] : rowsOfFloods(floods)),
];
const widths = [0, 1, 2].map((column) => Math.max(8, ...rows.map((row) => row[column].length)));
const line = (cells) => `| ${cells.map((cell, column) => cell.padEnd(widths[column])).join(' | ')} |\n`;
process.stdout.write(line(['Attack', 'Requests', 'Result']) + line(widths.map((width) => '-'.repeat(width))));
for (const row of rows) process.stdout.write(line(row));
const held = rows.filter(([, , result]) => result.startsWith('held'));
process.stdout.write(`${held.length} of ${rows.length} held\n`);
rmSync(folder, { recursive: true });
process.exit(held.length === rows.length && rows.length > 0 ? 0 : 1);

function titleOf(flood) {
  return `delays of others: ${flood}`;
}

/** Attacks that are tests. */
function rowsOfTests() {
  const jest = 'node_modules/jest/bin/jest.js';
  const only = values.only === undefined ? [] : ['-t', values.only.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&')];
  spawnSync(process.execPath, [jest, '--runInBand', '--json', `--outputFile=${results}`, ...only, ...FILES], {
    cwd: root,
    // The results go to the file; what failed is said on standard error.
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, SECURITY_REQUESTS: values.requests, SECURITY_SEED: values.seed, SECURITY_REPORT: report },
  });
  const notes = new Map(reported().map(({ attack, requests }) => [attack, requests]));
  const { success = false, testResults = [] } = resultsOf(results);
  const tests = testResults
    .flatMap(({ name, assertionResults, message }) =>
      assertionResults.length > 0 ? assertionResults : [{ title: name, fullName: name, status: 'failed', message }],
    )
    .filter(({ status }) => status === 'passed' || status === 'failed')
    .map(({ title, fullName, status }) => [
      fullName,
      String(notes.get(title) ?? ''),
      status === 'passed' ? 'held' : 'FAILED',
    ]);
  const isWhole = success || tests.some(([, , result]) => result === 'FAILED');
  return isWhole ? tests : [...tests, ['the tests as a whole', '', 'FAILED']];
}

/** What others wait during floods. */
function rowsOfFloods(names) {
  writeFileSync(report, '');
  const program = [join(import.meta.dirname, 'latency.mjs'), '--check', '--report', report];
  spawnSync(process.execPath, [...program, '--seconds', values.seconds, '--only', names.join(',')], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const measured = new Map(reported().map((one) => [one.attack, one]));
  return names.map((name) => {
    const { held, requests = '', row } = measured.get(name) ?? {};
    const result = row?.held.replace(/^(yes|NO)/, held ? 'held' : 'FAILED') ?? 'FAILED: not measured';
    return [titleOf(name), String(requests), result];
  });
}

function reported() {
  const lines = readFileSync(report, 'utf8').split('\n');
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line));
}

function resultsOf(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return {};
  }
}
