import { mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LayoutDefinition, WorkflowDefinition } from '../definitions/definition.js';
import { readFolder, writeFolder } from './folder.js';

describe('a folder of definitions', () => {
  let dir: string;

  beforeEach(async () => {
    dir = await mkdtemp(join(tmpdir(), 'definitions-'));
  });

  afterEach(() => rm(dir, { recursive: true }));

  const aWorkflow = (workflowId: string, name = 'Name'): WorkflowDefinition => ({
    workflowId,
    name,
    tags: [],
    active: true,
    severity: 'none',
    validatePayload: false,
    isTranslationEnabled: false,
    preferences: {},
    steps: [],
    translations: {},
  });
  const aLayout = (layoutId: string): LayoutDefinition & { isDefault?: true } => ({
    layoutId,
    name: 'Frame',
    isTranslationEnabled: false,
    translations: {},
    isDefault: true,
  });

  it('gives back what was written', async () => {
    const changes = await writeFolder(dir, [aLayout('frame')], [aWorkflow('order'), aWorkflow('Order')]);
    expect(changes).toMatchObject({ written: { length: 3 }, removed: [], unchanged: 0 });
    const files = await readFolder(dir);
    expect(files.map(({ kind, content }) => [kind, content])).toEqual([
      ['layout', aLayout('frame')],
      ['workflow', aWorkflow('order')],
      ['workflow', aWorkflow('Order')],
    ]);
    expect(await readFile(join(dir, 'workflows', 'order.yaml'), 'utf8')).toMatch(/^workflowId: order\nname: Name\n/);
  });

  it('writes only what has changed, and removes what is gone', async () => {
    await writeFolder(dir, [], [aWorkflow('a'), aWorkflow('b'), aWorkflow('c')]);
    const before = await stat(join(dir, 'workflows', 'a.yaml'), { bigint: true });
    const changes = await writeFolder(dir, [], [aWorkflow('a'), aWorkflow('b', 'New')]);
    expect(changes).toEqual({
      written: [join(dir, 'workflows', 'b.yaml')],
      removed: [join(dir, 'workflows', 'c.yaml')],
      unchanged: 1,
    });
    expect((await stat(join(dir, 'workflows', 'a.yaml'), { bigint: true })).mtimeNs).toBe(before.mtimeNs);
  });

  it('keeps a resource in the file it is in, and other files alone', async () => {
    await writeFolder(dir, [], [aWorkflow('a')]);
    await rename(join(dir, 'workflows', 'a.yaml'), join(dir, 'workflows', 'mine.yml'));
    await writeFile(join(dir, 'workflows', 'README.md'), 'Read me');
    await writeFolder(dir, [], [aWorkflow('a', 'New')]);
    expect((await readdir(join(dir, 'workflows'))).toSorted()).toEqual(['README.md', 'mine.yml']);
    expect((await readFolder(dir))[0]).toMatchObject({ id: 'a', content: { name: 'New' } });
  });

  it('of a file written on Windows says the same', async () => {
    await writeFolder(dir, [], [aWorkflow('a', 'Two\nlines\n')]);
    const path = join(dir, 'workflows', 'a.yaml');
    await writeFile(path, (await readFile(path, 'utf8')).replaceAll('\n', '\r\n'));
    expect((await readFolder(dir))[0]?.content).toEqual(aWorkflow('a', 'Two\nlines\n'));
  });

  it.each([
    ['is no YAML', 'a: [', /broken\.yaml: .*line/],
    ['is no object', '- 1', /does not hold a workflow/],
    ['has no identifier', 'name: x', /workflowId is missing/],
    ['has another one of the same identifier', 'workflowId: a', /a\.yaml has the same identifier, 'a'/],
  ])('with a file that %s is refused as a whole', async (_case, text, reason) => {
    await writeFolder(dir, [], [aWorkflow('a')]);
    await writeFile(join(dir, 'workflows', 'broken.yaml'), text);
    await expect(readFolder(dir)).rejects.toThrow(reason);
    await expect(writeFolder(dir, [], [])).rejects.toThrow(reason);
    expect(await readdir(join(dir, 'workflows'))).toContain('a.yaml');
  });

  it('that is empty or not there holds nothing', async () => {
    expect(await readFolder(join(dir, 'nowhere'))).toEqual([]);
  });
});
