import { mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { isSameJson, type LayoutDefinition, type WorkflowDefinition } from '../definition.js';
import { fileNameOf, fromYaml, readFolder, toYaml, writeFolder } from './folder.js';

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
    ['is not YAML', 'a: [', /broken\.yaml: .*line/],
    ['is not an object', '- 1', /does not hold a workflow/],
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

function aDefinition(controlValues: Record<string, unknown>): WorkflowDefinition {
  return {
    workflowId: 'order-shipped',
    name: 'Order shipped',
    tags: ['orders'],
    active: true,
    severity: 'none',
    validatePayload: false,
    isTranslationEnabled: true,
    preferences: {},
    steps: [{ stepId: 'mail', name: 'Mail', type: 'email', controlValues }],
    translations: { de: { hello: 'Hallo' } },
  };
}

describe('a definition as YAML', () => {
  it('has its fields in their order and keys of the author in alphabetical order', () => {
    expect(toYaml(aDefinition({ subject: 'Hi', body: '<p>\n  {{payload.x}}\n</p>\n' }))).toBe(
      [
        'workflowId: order-shipped',
        'name: Order shipped',
        'tags:',
        '  - orders',
        'active: true',
        'severity: none',
        'validatePayload: false',
        'isTranslationEnabled: true',
        'preferences: {}',
        'steps:',
        '  - stepId: mail',
        '    name: Mail',
        '    type: email',
        '    controlValues:',
        '      body: |',
        '        <p>',
        '          {{payload.x}}',
        '        </p>',
        '      subject: Hi',
        'translations:',
        '  de:',
        '    hello: Hallo',
        '',
      ].join('\n'),
    );
  });

  it.each([
    'yes',
    'null',
    '~',
    '0x10',
    '1e3',
    '2024-01-01',
    ' led by a space',
    'ends with one ',
    'a\r\nb',
    '\n\nx\n\n',
    '\ttab\n  indented\n',
    ' \n',
    '\n  \n \n',
    '\n',
    '# no comment',
    '- no list',
    '{{ payload.x }}: {% if a %}b{% endif %}',
    'it\'s "quoted"',
    '\u2028\u0085\u0000\u001b',
    '😀',
    '<<',
    '',
    'x'.repeat(5000),
  ])('keeps the text %j, as a value and as a key', (text) => {
    const definition = aDefinition({ text, [text]: { [text]: [text] } });
    expect(fromYaml(toYaml(definition))).toEqual(definition);
  });

  it('keeps any JSON', () => {
    const anything = fc.dictionary(fc.string({ unit: 'grapheme' }), fc.jsonValue({ stringUnit: 'grapheme' }));
    fc.assert(
      fc.property(anything, (controlValues) => {
        const definition = aDefinition(controlValues);
        expect(isSameJson(fromYaml(toYaml(definition)), definition)).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  it('is the same text for the same definition', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (values) => {
        const turned = Object.fromEntries(Object.entries(values).toReversed());
        expect(toYaml(aDefinition(turned))).toBe(toYaml(aDefinition(values)));
      }),
    );
  });

  it.each([
    ['a: [1', /line 1, column 6/],
    ['a: 1\na: 2', /unique.* at line 2, column 1/i],
    ['a: &x [1]\nb: *x', /aliases/],
    ['a: .inf', /not a number/],
    ['a: 1\n---\nb: 2', /line/],
  ])('%j is refused', (text, reason) => {
    expect(() => fromYaml(text)).toThrow(reason);
  });
});

describe('the file of a resource', () => {
  it.each([
    ['order-shipped', 'order-shipped.yaml'],
    ['a', 'a.yaml'],
    ['2024_report', '2024_report.yaml'],
  ])('%s is %s', (id, name) => {
    expect(fileNameOf(id)).toBe(name);
  });

  it.each([
    ['with a capital', 'Order', /^order~[0-9a-f]{12}\.yaml$/],
    ['of a Windows device', 'con', /^con~[0-9a-f]{12}\.yaml$/],
    ['that leads elsewhere', '../../etc/passwd', /^etc-passwd~[0-9a-f]{12}\.yaml$/],
    ['with a dot at its end', 'orders.', /^orders~[0-9a-f]{12}\.yaml$/],
    ['of another script', 'заказ', /^x~[0-9a-f]{12}\.yaml$/],
    ['that is too long', 'a'.repeat(256), /^a{60}~[0-9a-f]{12}\.yaml$/],
  ])('an identifier %s is marked by a checksum', (_kind, id, name) => {
    expect(fileNameOf(id)).toMatch(name);
  });

  it('is another one for another identifier, also where capitals do not count', () => {
    const similar = fc.stringMatching(/^[aAbB ._~-]{1,6}$/);
    fc.assert(
      fc.property(similar, similar, (one, other) => {
        fc.pre(one !== other);
        expect(fileNameOf(one).toLowerCase()).not.toBe(fileNameOf(other).toLowerCase());
      }),
    );
  });

  it('is a file name everywhere', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 1, maxLength: 256 }), (id) => {
        expect(fileNameOf(id)).toMatch(/^[a-z0-9_-][a-z0-9_~-]{0,120}\.yaml$/);
      }),
    );
  });
});
