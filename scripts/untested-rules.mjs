/**
 * Looks for a test of every rule in docs/behaviour: its name, or its group's, begins with the rule's number (`T17, Z3: …`).
 * A rule that cannot be tested says so there, with "no test:" and the reason.
 *
 * Lists the rules without a test. Fails when one of them has no argument, when a rule is on the page of other letters, or
 * when a test names a number that no rule has.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { testTitles } from './test-titles.mjs';

const PAGES = 'docs/behaviour';
const FOLDERS = ['src', 'libs', 'test', 'console/src'];
const TEST_FILE = /[.-]spec\.ts$/;
const NUMBER = '[A-Z]{1,2}\\d+';
const HEADING = new RegExp(`^(${NUMBER})\n`);
const LEADING_NUMBERS = new RegExp(`^${NUMBER}(?:, ${NUMBER})*\\b`);
/** A file without this has no name that begins with a number, and need not be read closely. */
const QUOTED_NUMBER = new RegExp(`['"\`]${NUMBER}\\b`);

/**
 * The rules of a page in its order: sections whose heading is a number. `argument` is why one has no test.
 *
 * @param {string} markdown
 * @returns {{ number: string, argument?: string }[]}
 */
export function readRules(markdown) {
  return markdown.split(/^#+ /m).flatMap((section) => {
    const number = HEADING.exec(section)?.[1];
    if (number === undefined) return [];
    const argument = /(?<![a-z])no test:\s*([^*_]+)/i.exec(section)?.[1]?.replace(/\s+/g, ' ').trim();
    return [argument ? { number, argument } : { number }];
  });
}

/**
 * The numbers at the beginning of the name of any test, or of a group with tests, in a test file.
 *
 * @param {string} source
 * @returns {string[]}
 */
export function testedNumbers(source) {
  if (!QUOTED_NUMBER.test(source)) return [];
  const numbers = testTitles(source).flatMap((title) => LEADING_NUMBERS.exec(title)?.[0].split(', ') ?? []);
  return [...new Set(numbers)];
}

/**
 * Compares the rules with the names of all tests under `root`.
 *
 * - `untested`: rules with neither a test nor an argument
 * - `argued`: rules without a test that say why
 * - `outdated`: rules that say why they have no test, but have one
 * - `unknown`: numbers of tests that no rule has, although rules begin with their letters
 * - `misplaced`: rules on a page whose name begins with other letters
 *
 * @param {string} root
 */
export function checkRules(root) {
  const pages = readdirSync(join(root, PAGES)).map((page) => ({
    letters: page.split('-')[0].toUpperCase(),
    rules: readRules(readFileSync(join(root, PAGES, page), 'utf8')),
  }));
  const rules = pages.flatMap((page) => page.rules);
  const tested = new Set(testFiles(root).flatMap((file) => testedNumbers(readFileSync(file, 'utf8'))));
  const numbers = new Set(rules.map(({ number }) => number));
  const letters = new Set(rules.map(({ number }) => lettersOf(number)));
  return {
    rules,
    untested: rules.filter(({ number, argument }) => !argument && !tested.has(number)),
    argued: rules.filter(({ number, argument }) => argument && !tested.has(number)),
    outdated: rules.filter(({ number, argument }) => argument && tested.has(number)),
    unknown: [...tested].filter((number) => letters.has(lettersOf(number)) && !numbers.has(number)),
    misplaced: pages.flatMap((page) => page.rules.filter(({ number }) => lettersOf(number) !== page.letters)),
  };
}

function lettersOf(number) {
  return number.replace(/\d+$/, '');
}

function testFiles(root) {
  return FOLDERS.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && TEST_FILE.test(entry.name))
      .map((entry) => join(entry.parentPath ?? entry.path, entry.name)),
  );
}

function main() {
  const { rules, untested, argued, outdated, unknown, misplaced } = checkRules(join(import.meta.dirname, '..'));
  for (const { number } of untested) console.log(`${number} has no test`);
  for (const { number, argument } of argued) console.log(`${number} has no test: ${argument}`);
  for (const { number } of outdated) console.log(`${number} has a test, but ${PAGES} says that it has none`);
  for (const number of unknown) console.log(`${number} is in the name of a test, but not in ${PAGES}`);
  for (const { number } of misplaced)
    console.log(`${number} is on the page of other letters than ${lettersOf(number)}`);
  const tested = rules.length - untested.length - argued.length;
  console.log(`${rules.length} rules: ${tested} tested, ${argued.length} argued, ${untested.length} without a test`);
  if (untested.length + unknown.length + misplaced.length > 0) process.exitCode = 1;
}

if (import.meta.url === pathToFileURL(resolve(process.argv[1] ?? '')).href) main();
