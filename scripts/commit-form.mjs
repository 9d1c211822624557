/**
 * Checks the form of commits: a subject of at most 72 characters, an empty line, and a body when files of src or libs
 * change. Merges are free. Part of `npm run check`, and a hook.
 *
 *   node scripts/commit-form.mjs                   the commits of this branch; on main, all since this check exists
 *   node scripts/commit-form.mjs --message FILE    the message in FILE for what is staged: scripts/hooks/commit-msg
 *
 * Says nothing without a history: in an archive, an image or a shallow clone.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { workplaceWordsIn } from './forbidden-words.mjs';

const MAX_SUBJECT = 72;
const TRAILER = /^[A-Z][\w-]+: /;
const THIS_FILE = 'scripts/commit-form.mjs';

/** What is wrong with a message, given the files that the commit changes. */
export function problemsOf(message, files) {
  const [subject = '', ...rest] = message.trim().split(/\r?\n/);
  const length = [...subject].length;
  const body = rest.filter((line) => line.trim() !== '' && !TRAILER.test(line));
  const problems = [];
  if (length === 0) problems.push('has no subject: say what changes');
  if (length > MAX_SUBJECT) problems.push(`has a subject of ${length} characters: at most ${MAX_SUBJECT}`);
  if (rest.length > 0 && rest[0].trim() !== '') problems.push('has no empty line after the subject: add one');
  if (body.length === 0 && files.some((file) => /^(src|libs)\//.test(file))) {
    problems.push('changes src or libs without a body: say why in a sentence after an empty line');
  }
  const words = workplaceWordsIn(new Map([['line ', message]])).map((place) => place.replace(' :', ' '));
  return [...problems, ...words.map((place) => `speaks of how the work was done (${place}): leave it out`)];
}

/** The commits to check in the repository at `root`, newest first; none without a history of its own. */
export function commitsToCheck(root) {
  const git = gitIn(root);
  if (!hasHistory(root, git)) return [];
  const start = git('log', '--diff-filter=A', '--format=%H', '--', THIS_FILE).split('\n').at(-1);
  if (!start) return [];
  // Commits without the check in their tree were made before it, also those of a branch that is merged later.
  const known = new Set([start, ...git('rev-list', '--ancestry-path', `${start}..HEAD`).split('\n')]);
  const log = git('log', '--no-merges', '--format=%x1e%H%x1f%B%x1f', '--name-only', ...rangeOf(git));
  return log
    .split('\x1e')
    .slice(1)
    .map((entry) => entry.split('\x1f'))
    .filter(([hash]) => known.has(hash))
    .map(([hash, message, files]) => ({ hash, message, files: files.trim().split('\n') }));
}

/** Only a branch's own commits are checked. */
function rangeOf(git) {
  for (const main of ['origin/main', 'main']) {
    try {
      const base = git('merge-base', main, 'HEAD');
      return base === git('rev-parse', 'HEAD') ? ['HEAD'] : [`${base}..HEAD`];
    } catch {
      // This repository does not have the branch.
    }
  }
  return ['HEAD'];
}

function hasHistory(root, git) {
  try {
    const [top, shallow] = git('rev-parse', '--show-toplevel', '--is-shallow-repository').split('\n');
    return realpathSync(top) === realpathSync(root) && shallow === 'false' && git('rev-parse', 'HEAD') !== '';
  } catch {
    return false;
  }
}

/** A message as git will keep it: without its comments. */
function messageIn(file) {
  const [text] = readFileSync(file, 'utf8').split(/^# -+ >8 -+$/m);
  return text
    .split('\n')
    .filter((line) => !line.startsWith('#'))
    .join('\n');
}

const gitIn =
  (root) =>
  (...args) =>
    execFileSync('git', args, {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      maxBuffer: 2 ** 28,
    }).trim();

function isMerging(git) {
  try {
    return git('rev-parse', '--verify', '--quiet', 'MERGE_HEAD') !== '';
  } catch {
    return false;
  }
}

function main(root, [option, file]) {
  const git = gitIn(root);
  if (option === '--message' && isMerging(git)) return [];
  const commits =
    option === '--message'
      ? [{ hash: 'The message', message: messageIn(file), files: git('diff', '--cached', '--name-only').split('\n') }]
      : commitsToCheck(root);
  return commits.flatMap(({ hash, message, files }) =>
    problemsOf(message, files).map((problem) => `${hash.slice(0, 12)} ${problem}\n  ${message.split('\n')[0]}`),
  );
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const problems = main(join(import.meta.dirname, '..'), process.argv.slice(2));
  for (const problem of problems) console.error(problem);
  process.exitCode = problems.length === 0 ? 0 : 1;
}
