import { filesMarked, namedSpecs, planRun } from '../../scripts/test-plan.mjs';
import { FOR_MODULES, PARTS } from '../../scripts/parts.mjs';
import { TemporaryProject } from './temporary-project.js';

const project = new TemporaryProject();
afterAll(() => project.dispose());
project.write('src/platform/cache.spec.ts', '');
project.write('src/contexts/tenants/tenants.dto.spec.ts', '/** @runs-on build */');
project.write('test/events/bulk.e2e-spec.ts', '/** @runs-on redis */');
project.write('test/scripts/build.spec.ts', '');
project.write('test/server/keys.process-spec.ts', '');

const ALL = Object.keys(PARTS);
const QUICK = ['units', 'application'];

it.each([
  ['nothing', QUICK, [], { selected: QUICK, parts: ALL }],
  ['a unit spec', QUICK, ['platform/cache'], { selected: ['named'], parts: [] }],
  ['a unit spec in capital letters', QUICK, ['CACHE'], { selected: ['named'], parts: [] }],
  ['a unit spec that needs the build', QUICK, ['tenants'], { selected: QUICK, parts: FOR_MODULES }],
  ['a test of the application', QUICK, ['events/bulk'], { selected: QUICK, parts: FOR_MODULES }],
  ['both', QUICK, ['cache', 'bulk'], { selected: QUICK, parts: FOR_MODULES }],
  ['what does not exist', QUICK, ['nowhere'], { selected: QUICK, parts: ALL }],
  ['what starts processes', ['processes'], ['server/keys'], { selected: ['processes'], parts: ALL }],
])('a run that names %s', (_case, projects, patterns, expected) => {
  expect(planRun(project.root, projects, namedSpecs(project.root, patterns))).toEqual(expected);
});

it('finds the files that run on Redis by the comment that they begin with', () => {
  expect(filesMarked(project.root, 'redis')).toEqual(['test/events/bulk.e2e-spec.ts']);
});
