import { completeLockfile } from '../../scripts/complete-lockfile.mjs';

const locked = (optionalDependencies: Record<string, string>, more: object = {}) => ({
  packages: { 'node_modules/parent': { version: '1.0.0', optionalDependencies, ...more } } as Parameters<
    typeof completeLockfile
  >[0]['packages'],
});

it('adds the native packages of other systems in the version their parent names', () => {
  const lockfile = locked({ '@x/core-darwin-arm64': '1.2.3', '@x/core-linux-x64-musl': '1.2.3' }, { dev: true });
  expect(completeLockfile(lockfile)).toEqual({
    added: ['@x/core-darwin-arm64', '@x/core-linux-x64-musl'],
    unclear: [],
  });
  expect(lockfile.packages).toMatchObject({
    'node_modules/@x/core-darwin-arm64': {
      version: '1.2.3',
      os: ['darwin'],
      cpu: ['arm64'],
      optional: true,
      dev: true,
    },
    'node_modules/@x/core-linux-x64-musl': { version: '1.2.3', os: ['linux'], cpu: ['x64'], libc: ['musl'] },
  });
});

it('leaves what is there as it is, beside its parent or on top', () => {
  const lockfile = locked({ 'a-win32-x64': '2.0.0', 'b-win32-x64': '2.0.0' });
  lockfile.packages['node_modules/a-win32-x64'] = { version: '2.0.0' };
  lockfile.packages['node_modules/parent/node_modules/b-win32-x64'] = { version: '2.0.0' };
  const before = structuredClone(lockfile);
  expect(completeLockfile(lockfile)).toEqual({ added: [], unclear: [] });
  expect(lockfile).toEqual(before);
});

it('adds nothing it would have to guess', () => {
  const lockfile = locked({ 'c-darwin-x64': '^1.0.0', fsevents: '2.3.3' });
  expect(completeLockfile(lockfile)).toEqual({ added: [], unclear: ['c-darwin-x64', 'fsevents'] });
});
