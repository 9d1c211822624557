import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { commitsToCheck, problemsOf } from '../../scripts/commit-form.mjs';
import { TemporaryProject } from './temporary-project.js';

const BODY = 'Topics\n\nBecause lists of subscribers change.';

describe('the form of a commit', () => {
  it.each([
    ['a subject and a body', BODY, ['src/a.ts'], []],
    ['a subject alone, when only pages change', 'Topics', ['docs/a.md'], []],
    ['72 characters', 'ä'.repeat(72), ['docs/a.md'], []],
    ['73 characters', 'ä'.repeat(73), ['docs/a.md'], [/subject of 73 characters: at most 72/]],
    ['src without a body', 'Topics', ['docs/a.md', 'src/a.ts'], [/without a body/]],
    ['libs without a body', 'Topics', ['libs/a.ts'], [/without a body/]],
    ['trailers instead of a body', 'Topics\n\nSigned-off-by: A <a@example.com>', ['src/a.ts'], [/without a body/]],
    ['no empty line', 'Topics\nBecause.', ['docs/a.md'], [/no empty line/]],
    ['nothing', '\n', ['docs/a.md'], [/no subject/]],
    ['words of the workplace', `${BODY}\n\nCloses issue #12.`, ['docs/a.md'], [/line 5: an issue by its number/]],
  ])('%s', (_name, message, files, problems) => {
    const found = problemsOf(message, files);
    expect(found).toHaveLength(problems.length);
    problems.forEach((problem, index) => expect(found[index]).toMatch(problem));
  });
});

describe('a repository', () => {
  let project: TemporaryProject;

  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.com', ...args], {
      cwd: project.root,
      encoding: 'utf8',
    });
  const commit = (message: string, file: string) => {
    project.write(file, `${message}\n`);
    git('add', '--all');
    git('commit', '--quiet', '--no-verify', '--message', message);
  };
  const subjects = () => commitsToCheck(project.root).map(({ message }) => message.split('\n')[0]);
  const check = (...args: string[]) => {
    const { status, stderr } = spawnSync(process.execPath, [project.path('scripts/commit-form.mjs'), ...args], {
      encoding: 'utf8',
    });
    return { status, stderr };
  };

  // Made once, and copied for each test: a start of git takes longer than a test.
  const template = new TemporaryProject();

  beforeAll(() => {
    project = template;
    git('init', '--quiet', '--initial-branch=main');
    commit('Before the check', 'src/before.ts');
    for (const file of ['commit-form.mjs', 'forbidden-words.mjs']) {
      cpSync(join(import.meta.dirname, '../../scripts', file), project.path(`scripts/${file}`));
    }
    commit('The check', 'docs/first.md');
  });
  beforeEach(() => {
    project = new TemporaryProject();
    cpSync(template.root, project.root, { recursive: true });
  });
  afterEach(() => project.dispose());
  afterAll(() => template.dispose());

  it('on main answers for all since the check exists', () => {
    commit('Second', 'docs/second.md');
    expect(subjects()).toEqual(['Second', 'The check']);
  });

  it('on a branch answers for the commits of the branch', () => {
    git('switch', '--quiet', '--create', 'branch');
    commit('Mine', 'src/mine.ts');
    expect(subjects()).toEqual(['Mine']);
    expect(check()).toEqual({
      status: 1,
      stderr: expect.stringMatching(/^[0-9a-f]{12} changes src or libs without a body/),
    });
  });

  it('leaves out merges, and branches that began before the check', () => {
    git('switch', '--quiet', '--create', 'old', 'HEAD~1');
    commit('Without the check', 'src/old.ts');
    git('switch', '--quiet', 'main');
    git('merge', '--quiet', '--no-edit', 'old');
    expect(subjects()).toEqual(['The check']);
    expect(check()).toEqual({ status: 0, stderr: '' });
  });

  it('says nothing about an archive', () => {
    project.remove('.git');
    expect(check()).toEqual({ status: 0, stderr: '' });
  });

  it('says nothing about a folder in another repository', () => {
    expect(commitsToCheck(project.path('scripts'))).toEqual([]);
  });

  it('says nothing about a shallow clone', () => {
    commit('Second', 'src/second.ts');
    git('clone', '--quiet', '--depth=1', `file://${project.root}`, 'shallow');
    expect(commitsToCheck(project.path('shallow'))).toEqual([]);
  });

  it.each([
    ['refuses a message', 'Topics', 1],
    ['accepts a message, with the comments of git', `${BODY}\n# A comment\n# --- >8 ---\n${'x'.repeat(90)}`, 0],
  ])('%s, as a hook', (_name, message, status) => {
    project.write('src/a.ts', 'a;');
    git('add', '--all');
    project.write('message', message);
    expect(check('--message', project.path('message')).status).toBe(status);
  });
});
