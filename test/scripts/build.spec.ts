import { utimesSync } from 'node:fs';
import { buildParts, staleParts } from '../../scripts/build.mjs';
import { PARTS } from '../../scripts/parts.mjs';
import { TemporaryProject } from './temporary-project.js';

let project: TemporaryProject;
const said: string[] = [];
beforeAll(async () => {
  project = new TemporaryProject();
  project.write('package.json', { type: 'module' });
  for (const { command } of Object.values(PARTS)) project.write(command[0]!, "console.log('built');");
  project.write('src/main.ts', 'start();');
  project.write('src/workflows/kinds.ts', 'kinds();');
  project.write('console/src/main.tsx', 'show();');
  await build();
});
afterAll(() => project.dispose());
beforeEach(() => (said.length = 0));

const build = (parts = Object.keys(PARTS)) => buildParts(project.root, parts, (line) => said.push(line));
const stale = () => staleParts(project.root, Object.keys(PARTS)).map(({ name }) => name);

it('makes all parts, and none again', async () => {
  expect(stale()).toEqual([]);
  await build();
  expect(said).toEqual([]);
});

it('is fresh whatever the times of the files say', () => {
  utimesSync(project.path('src/main.ts'), new Date(), new Date(Date.now() + 60_000));
  expect(stale()).toEqual([]);
});

it.each([
  ['console/src/main.tsx', ['console']],
  ['console/src/more.tsx', ['console']],
  ['src/main.ts', ['modules', 'bundle']],
  ['src/more.ts', ['modules', 'bundle']],
  ['src/workflows/kinds.ts', ['modules', 'bundle', 'console']],
  ['src/pages/inbox-frame/browser/frame.ts', ['modules', 'frame', 'bundle']],
  ['tsconfig.json', ['modules', 'bundle']],
  ['nest-cli.json', ['modules', 'bundle']],
  ['package-lock.json', Object.keys(PARTS)],
  ['src/main.spec.ts', []],
  ['libs/a/b.e2e-spec.ts', []],
  ['README.md', ['guide']],
  ['docs/steps.md', ['guide']],
  ['ARCHITECTURE.md', []],
])('after a change of %s these are stale: %j', (file, parts) => {
  const restore = project.change(file, 'changed');
  expect(stale().toSorted()).toEqual(parts.toSorted());
  restore();
  expect(stale()).toEqual([]);
});

it('a part of which a source was removed or renamed is stale', () => {
  const restore = project.change('src/main.ts', undefined);
  expect(stale()).toEqual(['modules', 'bundle']);
  const restoreOther = project.change('src/other.ts', 'start();');
  expect(stale()).toEqual(['modules', 'bundle']);
  restoreOther();
  restore();
  expect(stale()).toEqual([]);
});

it('builds before a part what it reads, and nothing else', async () => {
  project.write('src/workflows/kinds.ts', 'changed');
  await build(['console']);
  expect(said.map((line) => line.split(' ')[1])).toEqual(['modules:', 'console:']);
  expect(stale()).toEqual(['bundle']);
});

it('a source that is saved during a build makes it stale, and a failed part is tried again', async () => {
  const [script] = PARTS.modules!.command;
  project.write(script!, "import { writeFileSync } from 'node:fs'; writeFileSync('src/main.ts', 'saved meanwhile');");
  await build(['modules']);
  expect(stale()).toEqual(['modules', 'bundle']);
  project.write(script!, "console.error('main.ts is broken'); process.exit(2);");
  await expect(build()).rejects.toThrow(/main\.ts is broken\nBuilding modules failed: node .* ended with code 2/);
  expect(said).toHaveLength(1);
  expect(stale()).toEqual(['modules', 'bundle']);
});
