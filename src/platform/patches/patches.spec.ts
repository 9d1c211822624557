import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../../..');
const FOLDER = 'src/platform/patches';

/** Paths below a package that it documents, or that its `exports` name one by one, with types. */
const PUBLIC = /nodemailer\/lib\/(mail-composer|dkim|mime-funcs)'|ajv\/dist\/20(19|20)\.js/;

/** What only files of the table do. */
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

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

const filesOf = (folder: string) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(ts|mjs)$/.test(file) && !/\.spec\.ts$|(^|\/)testing\//.test(file))
    .map((file) => join(folder, file));

/** The rows of the table: the file, the packages with the versions that it is written against, and its test. */
const rows = read(`${FOLDER}/README.md`)
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .map((line) => {
    const cells = line.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll('\\|', '|'));
    const [, file = '', against = '', , , , test = ''] = cells;
    return { file: located(file), against, test: located(test) };
  });

/** The path of what a cell names: beside this file, unless it names folders. */
function located(cell: string): string {
  const name = cell.replaceAll('`', '');
  return name.includes('/') ? name : `${FOLDER}/${name}`;
}

function installedVersion(name: string): string {
  if (name === 'node') return (JSON.parse(read('package.json')) as { engines: { node: string } }).engines.node;
  return (JSON.parse(read(`node_modules/${name}/package.json`)) as { version: string }).version;
}

describe('patches of the code of others', () => {
  it('stand in the table, each file of the folder', () => {
    const named = new Set(rows.map(({ file }) => file));
    expect(filesOf(FOLDER).filter((file) => !named.has(file))).toEqual([]);
  });

  it.each(rows)('$file and its test exist: $test', ({ file, test }) => {
    for (const path of [file, test]) expect(existsSync(join(ROOT, path)) ? '' : `${path} is missing`).toBe('');
  });

  it.each(rows)('$file is written against the installed version: $against', ({ against }) => {
    const names = [...against.matchAll(/`([^`]+)`/g)].map(([, name]) => name!);
    expect(names.map((name) => `\`${name}\` ${installedVersion(name)}`).join(', ')).toBe(against);
  });

  it('stand nowhere else', () => {
    const named = new Set(rows.map(({ file }) => file));
    const found = ['src', 'libs', 'bin']
      .flatMap(filesOf)
      .filter((file) => !named.has(file))
      .flatMap((file) => {
        const lines = read(file)
          .split('\n')
          .filter((line) => !PUBLIC.test(line));
        return CHANGES.filter(([, change]) => lines.some((line) => change.test(line))).map(
          ([what]) => `${file} ${what}`,
        );
      });
    expect(found).toEqual([]);
  });
});
