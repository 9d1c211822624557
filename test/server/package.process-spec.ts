import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { eventually } from '../eventually.js';
import { CarillonProcess, clientOf } from './carillon-process.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const QUIETLY = ['--prefer-offline', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];

interface PackedFile {
  path: string;
}

describe('the package that `npm pack` makes, alone', () => {
  let folder: string;
  let work: string;
  let files: string[];
  let service: CarillonProcess | undefined;

  const npm = async (cwd: string, ...words: string[]): Promise<string> =>
    (await promisify(execFile)('npm', words, { cwd, maxBuffer: 2 ** 26 })).stdout;
  /** Runs the installed command in a folder that has nothing else of Carillon. */
  const carillon = async (words: string[], settings: Record<string, string> = {}): Promise<string> => {
    const env = { PATH: process.env.PATH, HOME: process.env.HOME, ...settings };
    const program = join(folder, 'node_modules/.bin/carillon');
    return (await promisify(execFile)(program, words, { cwd: work, env })).stdout;
  };

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'carillon-package-'));
    work = join(folder, 'work');
    await mkdir(work);
    const [packed] = JSON.parse(await npm(ROOT, 'pack', '--json', `--pack-destination=${folder}`, ...QUIETLY)) as {
      filename: string;
      files: PackedFile[];
    }[];
    files = packed!.files.map(({ path }) => path);
    await writeFile(join(folder, 'package.json'), '{ "private": true }');
    await npm(folder, 'install', `./${packed!.filename}`, ...QUIETLY);
  });

  afterAll(async () => {
    await service?.kill('SIGKILL');
    await eventually(() => rm(folder, { recursive: true, force: true }));
  });

  it('contains the program and its texts, and no packages of the console', async () => {
    const folders = new Set(files.map((path) => path.split('/').slice(0, path.includes('/') ? 1 : 0)[0] ?? path));
    expect([...folders].toSorted()).toEqual([
      'LICENSE',
      'README.md',
      'THIRD-PARTY-LICENSES.md',
      'bin',
      'dist',
      'package.json',
      'scripts',
    ]);
    expect(files.filter((path) => /\.(spec|test)\.|\.tsx?$|^scripts\/(?!node-version)/.test(path))).toEqual([]);
    expect(await readdir(join(folder, 'node_modules'))).not.toEqual(expect.arrayContaining(['react']));
  });

  it('plays the demo, and says its version', async () => {
    expect(await carillon(['--version'])).toBe(
      `${JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')).version}\n`,
    );
    expect(await carillon(['demo'])).toContain('That took');
  });

  it('runs the service on a folder of its own, and the commands on it', async () => {
    service = CarillonProcess.spawnWithin(['env', '-C', work], {}, [
      join(folder, 'node_modules/carillon/bin/carillon.mjs'),
      'start',
    ]);
    const url = await service.ready();
    expect((await stat(join(work, '.carillon/store'))).isDirectory()).toBe(true);
    expect((await fetch(`${url}/console`)).status).toBe(200);
    expect((await fetch(`${url}/docs`)).status).toBe(200);

    const key = (await carillon(['keys', 'show', '--env', 'Development'])).trim();
    await clientOf(url, key).workflow({ workflowId: 'order' });
    const settings = { CARILLON_API_KEY: key, CARILLON_URL: url };
    expect(await carillon(['workflows', 'pull', 'files', '--env', 'Development'], settings)).toContain('1 written');
    expect(await carillon(['workflows', 'push', 'files', '--env', 'Development'], settings)).toContain('1 unchanged');

    expect(await carillon(['pages'])).toContain('/console');
    expect(await carillon(['doctor'])).toContain('Nothing must be done');
    expect(await carillon(['backup', 'all.backup'])).toContain('Wrote');
    expect(await service.kill('SIGTERM')).toMatchObject({ code: 0, signal: null });
    expect(await carillon(['restore', 'all.backup'], { DATA_DIR: 'restored' })).toContain('Checked every document');
  });
});
