import { missingPackage } from '../../scripts/installed-packages.mjs';
import { refuseNodeVersion } from '../../scripts/node-version.mjs';
import { currentRuntime, hasSources, installState, markInstalled } from '../../scripts/install-state.mjs';
import { TemporaryProject } from './temporary-project.js';

const linux = { node: 20, platform: 'linux', arch: 'x64', libc: 'glibc' };
const lockfile = { packages: { '': {}, 'node_modules/a': { version: '1.0.0', integrity: 'sha512-a' } } };
const newerLockfile = { packages: { '': {}, 'node_modules/a': { version: '1.1.0', integrity: 'sha512-b' } } };

let project: TemporaryProject;
beforeEach(() => {
  project = new TemporaryProject();
});
afterEach(() => project.dispose());

describe('installed packages', () => {
  const reason = (runtime = linux) => {
    const state = installState(project.root, runtime);
    return state.fresh ? undefined : state.reason;
  };
  const install = (installed: unknown = lockfile) => {
    project.write('package-lock.json', lockfile);
    project.write('node_modules/.package-lock.json', installed);
  };

  it('are stale when node_modules is missing', () => {
    project.write('package-lock.json', lockfile);
    expect(reason()).toBe('node_modules is missing');
  });

  it('are fresh once marked', () => {
    install();
    markInstalled(project.root, linux);
    expect(installState(project.root, linux)).toEqual({ fresh: true, unmarked: false });
  });

  it('are accepted without a mark when npm has installed just what the lockfile says', () => {
    install();
    expect(installState(project.root, linux)).toEqual({ fresh: true, unmarked: true });
  });

  it('are stale when the lockfile asks for another version', () => {
    install();
    markInstalled(project.root, linux);
    project.write('package-lock.json', newerLockfile);
    expect(reason()).toBe('package-lock.json has changed: a is not installed as it says');
  });

  it('are accepted when npm itself has followed a change of the lockfile', () => {
    install();
    markInstalled(project.root, linux);
    project.write('package-lock.json', newerLockfile);
    project.write('node_modules/.package-lock.json', newerLockfile);
    expect(installState(project.root, linux)).toEqual({ fresh: true, unmarked: true });
  });

  it('are stale when npm was interrupted before it wrote its record', () => {
    install();
    project.remove('node_modules/.package-lock.json');
    project.write('node_modules/a/package.json', {});
    expect(reason()).toBe('the last installation did not finish');
  });

  it('are stale under another major version of Node', () => {
    install();
    markInstalled(project.root, linux);
    expect(reason({ ...linux, node: 22 })).toBe('packages were installed for Node 20, this is Node 22');
  });

  it.each([
    ['system', { ...linux, platform: 'darwin' }],
    ['processor', { ...linux, arch: 'arm64' }],
    ['C library', { ...linux, libc: 'musl' }],
  ])('are stale on another %s', (_, runtime) => {
    install();
    markInstalled(project.root, linux);
    expect(reason(runtime)).toMatch(/^packages were installed for linux-x64-glibc, this is /);
  });

  it('are checked by npm alone when the mark was cut off', () => {
    install();
    project.write('node_modules/.carillon-install.json', '{"node":2');
    expect(installState(project.root, linux)).toEqual({ fresh: true, unmarked: true });
  });
});

describe('missingPackage', () => {
  const native = { version: '1.0.0', optional: true, os: ['linux'], cpu: ['x64'], libc: ['glibc'] };
  const lock = (entry: object) => ({ packages: { 'node_modules/x/node_modules/@y/z': entry } });

  it('names the package by its own name, not by its place', () => {
    expect(missingPackage(lock({ version: '1.0.0' }), { packages: {} }, linux)).toBe('@y/z');
  });

  it('notices the same version with another content', () => {
    const wanted = lock({ version: '1.0.0', integrity: 'sha512-a' });
    expect(missingPackage(wanted, lock({ version: '1.0.0', integrity: 'sha512-b' }), linux)).toBe('@y/z');
  });

  it('asks for native code made for this system', () => {
    expect(missingPackage(lock(native), { packages: {} }, linux)).toBe('@y/z');
  });

  it.each([
    ['another system', { ...native, os: ['darwin'] }],
    ['another processor', { ...native, cpu: ['arm64'] }],
    ['the other C library', { ...native, libc: ['musl'] }],
    ['no system in particular', { version: '1.0.0', optional: true }],
  ])('does without an optional package made for %s', (_, entry) => {
    expect(missingPackage(lock(entry), { packages: {} }, linux)).toBeUndefined();
  });
});

it('knows a place without sources, such as a production image', () => {
  project.write('dist/src/main.js', '');
  expect(hasSources(project.root)).toBe(false);
});

it('describes the running Node', () => {
  expect(currentRuntime()).toMatchObject({ platform: process.platform, arch: process.arch });
});

describe('refuseNodeVersion', () => {
  it.each(['18.20.4', '20.18.3', '21.7.3', '22.11.0'])('refuses %s in one line', (version) => {
    expect(refuseNodeVersion(version)).toMatch(
      new RegExp(`^Carillon needs Node 20\\.19 .*this is Node ${version}\\.$`),
    );
  });

  it.each(['20.19.0', '20.20.2', '22.12.0', '22.23.3', '24.0.0'])('takes %s', (version) => {
    expect(refuseNodeVersion(version)).toBeUndefined();
  });
});
