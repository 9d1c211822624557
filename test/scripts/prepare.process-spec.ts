import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { TemporaryProject } from './temporary-project.js';

/** A project with one local package and a build that counts itself: real npm runs, without any network. */
const BUILD = `
  import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
  appendFileSync('builds', 'x');
  const source = readFileSync('src/main.ts', 'utf8');
  if (source.includes('broken')) { console.error('main.ts is broken'); process.exit(2); }
  mkdirSync('dist/src', { recursive: true });
  writeFileSync('dist/src/main.js', source);
`;

const PARTS = `export const PARTS = { all: { inputs: ['src'], after: [], command: ['build.mjs'] } };`;

let project: TemporaryProject;
beforeEach(() => {
  project = new TemporaryProject();
  project.copyScripts();
  const local = { name: 'local', version: '1.0.0' };
  const self = { name: 'sample', version: '1.0.0', dependencies: { local: 'file:local' } };
  project.write('local/package.json', local);
  project.write('package.json', { ...self, type: 'module' });
  project.write('scripts/parts.mjs', PARTS);
  project.write('package-lock.json', {
    ...self,
    lockfileVersion: 3,
    requires: true,
    packages: { '': self, local: { version: '1.0.0' }, 'node_modules/local': { resolved: 'local', link: true } },
  });
  project.write('build.mjs', BUILD);
  project.write('src/main.ts', 'first');
});
afterEach(() => project.dispose());

interface Outcome {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Runs the preparation; `onLine` sees what it says while it runs. `npm_config_loglevel` is what npm sets for its scripts. */
function prepare(onLine: (text: string) => unknown = () => undefined, logLevel = 'notice'): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const env = { ...process.env, npm_config_loglevel: logLevel };
    const child = spawn(process.execPath, ['scripts/prepare.mjs'], { cwd: project.root, env });
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => (stdout += chunk));
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
      stderr += chunk;
      onLine(chunk);
    });
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, stdout, stderr }));
  });
}

const builds = () => (existsSync(project.path('builds')) ? readFileSync(project.path('builds'), 'utf8').length : 0);

it('installs and builds a fresh clone, says why, and is silent the second time', async () => {
  const first = await prepare();
  expect(first).toMatchObject({ code: 0, stdout: '' });
  expect(first.stderr).toMatch(/Installing packages: node_modules is missing\.\n.*done in .*\n/);
  expect(first.stderr).toMatch(/Building all: there is no build yet; done in .*\n$/);
  expect(existsSync(project.path('node_modules/local'))).toBe(true);
  expect(readFileSync(project.path('dist/src/main.js'), 'utf8')).toBe('first');
  expect(await prepare()).toEqual({ code: 0, stdout: '', stderr: '' });
  expect(builds()).toBe(1);
});

it('builds once when two start at the same time', async () => {
  // The build of the first goes on until the second has said that it waits.
  project.write('build.mjs', `${BUILD}while (!existsSync('go')) await new Promise((again) => setTimeout(again, 20));`);
  const first = prepare((line) => line.includes('Installing packages: done') && startSecond());
  let startSecond = () => {};
  const second = new Promise<void>((resolve) => {
    startSecond = resolve;
  }).then(() => prepare((line) => line.includes('Another process') && project.write('go', '')));
  expect((await Promise.all([first, second])).map(({ code }) => code)).toEqual([0, 0]);
  expect((await second).stderr).toBe('Another process is preparing this folder; waiting for it.\n');
  expect(builds()).toBe(1);
});

it('shows what a failed build printed, ends with 1, and tries again the next time', async () => {
  await prepare();
  project.write('src/main.ts', 'broken');
  const failed = await prepare();
  expect(failed.code).toBe(1);
  expect(failed.stderr).toContain('main.ts is broken');
  project.write('src/main.ts', 'mended');
  expect(await prepare()).toMatchObject({ code: 0 });
  expect(readFileSync(project.path('dist/src/main.js'), 'utf8')).toBe('mended');
});

it.each(['notice', 'silent'])(
  'shows what npm printed when the installation fails, started by npm at %s',
  async (level) => {
    project.write('package-lock.json', { lockfileVersion: 3, packages: {} });
    const failed = await prepare(undefined, level);
    expect(failed.code).toBe(1);
    expect(failed.stderr).toMatch(/npm error[^]*Installing packages failed: npm ci .*ended with code 1/);
    expect(builds()).toBe(0);
  },
);

it('does nothing where there are no sources', async () => {
  project.remove('src');
  expect(await prepare()).toEqual({ code: 0, stdout: '', stderr: '' });
  expect(existsSync(project.path('node_modules'))).toBe(false);
});

it('builds nothing again after a build by hand', async () => {
  await prepare();
  project.write('src/main.ts', 'second');
  const child = spawn(process.execPath, ['scripts/build.mjs'], { cwd: project.root, stdio: 'ignore' });
  await new Promise((resolve) => child.once('close', resolve));
  expect(await prepare()).toEqual({ code: 0, stdout: '', stderr: '' });
  expect(builds()).toBe(2);
});
