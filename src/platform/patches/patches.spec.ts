import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../../..');
const FOLDER = 'src/platform/patches';

/** Paths below a package that it documents. */
const DOCUMENTED = /nodemailer\/lib\/|ajv\/dist\/20(19|20)\.js/;

/** What only files of this folder do. */
const CHANGES: readonly [what: string, RegExp][] = [
  [
    'loads an internal module of a package',
    /(?:from |import |import\(|require\(|\)\()'(?:@[\w-]+\/)?\w[\w.-]*\/(?:[\w./-]+\/)?(?:lib|dist|build|internal|constants)\b[^']*'/,
  ],
  ['changes a prototype', /[pP]rototype\.\w+ = |defineProperty\(\w*[pP]rototype/],
  ['replaces listeners', /\.removeAllListeners\(|\.listeners\(/],
  ['deletes what is not its own', /Reflect\.delete(?:Property|Metadata)\(/],
  ['reaches into an object by a cast', /as unknown as \{/],
];

/** Files that make such changes all the same. */
const EXCEPTIONS = [
  'libs/rendering/liquid-engine.ts deletes what is not its own',
  'src/platform/http/repeated-refusals.ts replaces listeners',
];

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

const filesOf = (folder: string) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(ts|mjs)$/.test(file) && !/\.spec\.ts$|(^|\/)testing\//.test(file))
    .map((file) => join(folder, file));

/** The rows of the table: the file, and the packages with the versions that it is written against. */
const rows = [...read(`${FOLDER}/README.md`).matchAll(/^\| `([\w.-]+\.ts)` \| ((?:\\\||[^|])+) \|/gm)].map(
  ([, file = '', against = '']) => ({ file, against: against.replaceAll('\\', '') }),
);

function installedVersion(name: string): string {
  if (name === 'node') return (JSON.parse(read('package.json')) as { engines: { node: string } }).engines.node;
  return (JSON.parse(read(`node_modules/${name}/package.json`)) as { version: string }).version;
}

describe('patches of the code of others', () => {
  it('stand in the table, each file of the folder', () => {
    const files = filesOf(FOLDER).map((file) => file.slice(FOLDER.length + 1));
    expect([...new Set(rows.map(({ file }) => file))].toSorted()).toEqual(files.toSorted());
  });

  it.each(rows)('$file is written against the installed version: $against', ({ against }) => {
    const names = [...against.matchAll(/`([^`]+)`/g)].map(([, name]) => name!);
    expect(names.map((name) => `\`${name}\` ${installedVersion(name)}`).join(', ')).toBe(against);
  });

  it('stand nowhere else', () => {
    const found = ['src', 'libs', 'bin']
      .flatMap(filesOf)
      .filter((file) => !file.startsWith(FOLDER))
      .flatMap((file) => {
        const lines = read(file)
          .split('\n')
          .filter((line) => !DOCUMENTED.test(line));
        return CHANGES.filter(([, change]) => lines.some((line) => change.test(line))).map(([what]) => `${file} ${what}`);
      });
    expect(found.toSorted()).toEqual(EXCEPTIONS);
  });
});
