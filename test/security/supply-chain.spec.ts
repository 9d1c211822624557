import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isForeign, productionPackages } from '../../scripts/docs/licences-page.mjs';
import { repositoryRoot } from '../deploy/compose-file.js';

interface LockedPackage {
  version: string;
  resolved?: string;
  integrity?: string;
  hasInstallScript?: boolean;
  optional?: boolean;
  dev?: boolean;
  os?: string[];
}

const read = (file: string) => readFileSync(join(repositoryRoot, file), 'utf8');
const lockfile = JSON.parse(read('package-lock.json')) as { packages: Record<string, LockedPackage> };
const packages = Object.entries(lockfile.packages).filter(([path]) => isForeign(path, lockfile));
const namesOf = (found: typeof packages) =>
  found.map(([path]) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)).toSorted();

describe('an installation', () => {
  it('runs no script of any package', () => {
    expect(read('.npmrc').split('\n')).toContain('ignore-scripts=true');
    // npm then runs no `pre` and `post` scripts of ours either, so that there must be none.
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
    const names = Object.keys(scripts);
    expect(names.filter((name) => names.includes(name.replace(/^(pre|post)/, '')) && /^(pre|post)/.test(name))).toEqual(
      [],
    );
  });

  // Their scripts compile what their packages for each system bring along: nothing is lost without.
  it('has no packages with scripts but those that have compiled code for each system', () => {
    expect(namesOf(packages.filter(([, { hasInstallScript }]) => hasInstallScript))).toEqual([
      '@parcel/watcher',
      '@swc/core',
      'esbuild',
      'lmdb',
      'msgpackr-extract',
    ]);
  });

  it('has no package that reports installations', () => {
    expect(namesOf(packages).filter((name) => /scarf|swagger-ui/.test(name))).toEqual(['swagger-ui-dist']);
    const [[, stand] = []] = packages.filter(([path]) => path.endsWith('/swagger-ui-dist'));
    expect(stand).toMatchObject({ name: 'dry-uninstall' });
  });

  it('takes packages from the registry alone, by exact version', () => {
    const elsewhere = packages.filter(
      ([, { resolved }]) => resolved !== undefined && !resolved.startsWith('https://registry.npmjs.org/'),
    );
    expect(namesOf(elsewhere)).toEqual([]);
    const wanted = ['package.json', 'console/package.json'].flatMap((file) => {
      const manifest = JSON.parse(read(file)) as Record<string, Record<string, string>>;
      return Object.entries({ ...manifest.dependencies, ...manifest.devDependencies });
    });
    expect(wanted.filter(([, version]) => !/^(npm:[\w-]+@)?\d+\.\d+\.\d+$/.test(version))).toEqual([]);
    expect(packages.filter(([, { version }]) => !/^\d+\.\d+\.\d+/.test(version))).toEqual([]);
  });

  it('checks the content of every package that it needs on this system', () => {
    const unchecked = packages.filter(([, { integrity }]) => !integrity?.startsWith('sha512-'));
    // Compiled code for other systems, which scripts/complete-lockfile.mjs adds by name.
    expect(unchecked.filter(([, { optional, os }]) => !optional || !os)).toEqual([]);
    const ofProduction = unchecked.filter(([, { dev }]) => !dev);
    expect(namesOf(ofProduction).filter((name) => !name.startsWith('@msgpackr-extract/'))).toEqual([]);
  });
});

describe('the licences of production packages', () => {
  const production = productionPackages(lockfile);
  /** Those that ask for no more than their text to be kept, and why others may be there. */
  const ALLOWED = ['MIT', 'MIT-0', 'ISC', '0BSD', 'BSD-2-Clause', 'BSD-3-Clause', 'Apache-2.0', 'BlueOak-1.0.0'];
  const EXCEPTIONS: Record<string, string> = {
    // One may choose.
    'type-fest': '(MIT OR CC0-1.0)',
    // The licence of the Python it was translated from, as permissive.
    argparse: 'Python-2.0',
    // In the public domain.
    isbot: 'Unlicense',
    // Asks that changes to its own files are published: they are used as they are.
    'web-push': 'MPL-2.0',
  };

  it('are all known and allowed', () => {
    expect(production.length).toBeGreaterThan(200);
    const refused = production.filter(
      ({ name, licence }) => !ALLOWED.includes(licence) && EXCEPTIONS[name] !== licence,
    );
    expect(refused).toEqual([]);
  });

  it('would show a package whose licence is unknown or new', () => {
    const found = productionPackages({
      packages: { '': {}, 'node_modules/a': { version: '1.0.0' }, 'node_modules/b': { version: '1.0.0', dev: true } },
    });
    expect(found).toEqual([{ name: 'a', version: '1.0.0', licence: 'unknown' }]);
  });
});
