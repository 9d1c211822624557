import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConsoleFiles } from './console-files.js';

describe('the files of the console', () => {
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'console-files-'));
    await mkdir(join(folder, 'built/assets'), { recursive: true });
    const files = ['index.html', 'assets/a.js', 'assets/a.js.br', 'assets/a.js.gz', 'assets/b.css', 'assets/c.txt'];
    for (const file of files) await writeFile(join(folder, 'built', file), file);
    await writeFile(join(folder, 'secret.js'), 'secret');
  });

  afterAll(() => rm(folder, { recursive: true }));

  const asset = async (name: string, accepted?: string) => {
    const found = await new ConsoleFiles(join(folder, 'built')).asset(name, accepted);
    return found && [found.body.toString(), found.encoding];
  };

  it.each([
    ['a.js', 'gzip, br', ['assets/a.js.br', 'br']],
    ['a.js', 'gzip', ['assets/a.js.gz', 'gzip']],
    ['a.js', undefined, ['assets/a.js', 'identity']],
    ['b.css', 'gzip, br', ['assets/b.css', 'identity']],
  ])('%s is sent to who takes %p as it was built', async (name, accepted, expected) => {
    expect(await asset(name, accepted)).toEqual(expected);
  });

  it.each(['missing.js', 'a.js.br', 'c.txt', '../index.html', '../../secret.js', '', '.', 'toString'])(
    '%p is not one of them',
    async (name) => expect(await asset(name, 'br')).toBeUndefined(),
  );

  it('are missing where nothing was built, until it is', async () => {
    const files = new ConsoleFiles(join(folder, 'later'));
    expect([await files.page(), await files.asset('a.js', undefined)]).toEqual([undefined, undefined]);
    await mkdir(join(folder, 'later/assets'), { recursive: true });
    await writeFile(join(folder, 'later/index.html'), 'page');
    await writeFile(join(folder, 'later/assets/a.js'), 'a');
    expect(await files.page()).toBe('page');
    expect((await files.asset('a.js', undefined))?.body.toString()).toBe('a');
  });
});
