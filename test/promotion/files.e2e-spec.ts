import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from '../../src/promotion/files/run.js';
import { EXIT } from '../../src/promotion/files/task.js';
import { anInAppStep } from '../builders/workflow.js';
import { expectSuccess, PromotionScene } from './promotion-scene.js';

describe('workflows as files', () => {
  let scene: PromotionScene;
  let url: string;
  let dir: string;

  beforeAll(async () => {
    scene = await PromotionScene.start();
    await scene.carillon.app.listen(0, '127.0.0.1');
    url = await scene.carillon.app.getUrl();
  });

  beforeEach(async () => {
    dir = await mkdtemp(join(tmpdir(), 'workflows-'));
    await scene.layout('alpha', '{{content}}');
    await scene.layout('brand', '<b>{{content}}</b>');
    await scene.workflow({ workflowId: 'order', name: 'Order', steps: [anInAppStep({ stepId: 'note' })] });
    await scene.workflow({ workflowId: 'Order', tags: ['x'] });
    await scene.translation('workflow', 'order', 'de', { hello: 'Hallo\nWelt' });
  });

  afterEach(async () => {
    await scene.empty();
    await rm(dir, { recursive: true });
  });

  afterAll(() => scene.close());

  /** Runs a command; returns its exit code and what it prints. */
  async function program(
    command: 'pull' | 'diff' | 'push' | 'check',
    { environment = 'Development', apiKey = '', deletes = false, allowsIssues = false, at = url, folder = dir } = {},
  ) {
    const lines: string[] = [];
    // No other key may write to Production.
    const own = (environment === 'Production' ? scene.otherApi : scene.api).apiKey!;
    const given = { kind: command, dir: folder, environment, url: at, apiKey: apiKey || own, deletes, allowsIssues };
    const code = await run(given, (line) => lines.push(line.replaceAll(dir, 'DIR')));
    return { code, lines };
  }

  const workflowFile = () => join(dir, 'workflows', 'order.yaml');

  async function edit(from: string, to: string): Promise<void> {
    await writeFile(workflowFile(), (await readFile(workflowFile(), 'utf8')).replace(from, to));
  }

  it('CK1: check finds what is wrong with the workflows of a folder, and stores nothing', async () => {
    await program('pull');
    expect(await program('check')).toEqual({ code: EXIT.fine, lines: ['2 checked, 0 errors, 0 warnings'] });
    await edit('body: Hello', "body: 'Hello'\n      redirect: { url: '#' }");
    const { code, lines } = await program('check');
    expect(code).toBe(EXIT.issues);
    expect(lines.join('\n')).toMatch(/error\s+order\s+note\s+redirect\.url\s+A link leads to a place/);
    expect(lines.at(-1)).toBe('2 checked, 1 errors, 0 warnings');
    // A workflow that the environment does not have yet is checked, too.
    await scene.api.delete('/v2/workflows/order');
    expect((await program('check')).code).toBe(EXIT.issues);
  });

  it('push of what was pulled changes nothing', async () => {
    expect(await program('pull')).toEqual({
      code: EXIT.fine,
      lines: [
        'wrote DIR/layouts/alpha.yaml',
        'wrote DIR/layouts/brand.yaml',
        expect.stringMatching(/^wrote DIR\/workflows\/order~[0-9a-f]{12}\.yaml$/),
        'wrote DIR/workflows/order.yaml',
        '4 written, 0 removed, 0 unchanged',
      ],
    });
    const before = [
      await scene.stored('workflows', scene.development),
      await scene.stored('layouts', scene.development),
    ];
    expect(await program('diff')).toEqual({ code: EXIT.fine, lines: ['No changes'] });
    expect(await program('push')).toEqual({ code: EXIT.fine, lines: ['0 changed, 4 unchanged, 0 failed'] });
    expect([
      await scene.stored('workflows', scene.development),
      await scene.stored('layouts', scene.development),
    ]).toEqual(before);
    expect((await program('pull')).lines).toEqual(['0 written, 0 removed, 4 unchanged']);
  });

  it('push into an empty environment makes the same of it, the default layout included', async () => {
    await program('pull');
    expect(await program('push', { environment: 'Production' })).toEqual({
      code: EXIT.fine,
      lines: [
        'created layout alpha',
        'created layout brand',
        'created workflow order',
        'created workflow Order',
        '4 changed, 0 unchanged, 0 failed',
      ],
    });
    expect(await scene.definitions(scene.production)).toEqual(await scene.definitions(scene.development));
  });

  it('diff shows what push changes', async () => {
    await program('pull');
    await edit('name: Order', 'name: Renamed');
    await edit('body: Hello', 'body: Bye');
    expect(await program('diff')).toEqual({
      code: EXIT.differs,
      lines: [
        '~ workflow order',
        '    - name: Order',
        '    + name: Renamed',
        '  ~ step note (in_app)',
        '      - controlValues:',
        '      -   body: Hello',
        '      + controlValues:',
        '      +   body: Bye',
      ],
    });
    expect((await program('push')).lines).toEqual(['updated workflow order', '1 changed, 3 unchanged, 0 failed']);
    const workflow = expectSuccess(await scene.api.get('/v2/workflows/order'));
    expect(workflow).toMatchObject({ name: 'Renamed', steps: [{ controlValues: { body: 'Bye' } }] });
    expect((await program('diff')).code).toBe(EXIT.fine);
  });

  it('what the folder lacks stays, unless --delete', async () => {
    await program('pull');
    await rm(workflowFile());
    expect(await program('diff')).toEqual({ code: EXIT.fine, lines: ['No changes'] });
    expect((await program('push')).lines).toEqual(['0 changed, 3 unchanged, 0 failed']);
    expect(await program('diff', { deletes: true })).toEqual({
      code: EXIT.differs,
      lines: ['- workflow order', '  - step note (in_app)'],
    });
    expect((await program('push', { deletes: true })).lines[0]).toBe('deleted workflow order');
    expect((await scene.api.get('/v2/workflows/order')).status).toBe(404);
  });

  it('push of a workflow with an issue that blocks it says which, and ends with 1 unless --allow-issues', async () => {
    await program('pull');
    await edit('body: Hello', 'body: "{{ payload.x | "');
    const table = [
      expect.stringMatching(/^ +workflow +step +control +issue$/),
      expect.stringMatching(/^error +order +note +body +\S.*/),
    ];
    const hint = expect.stringMatching(/--allow-issues/);
    expect(await program('push')).toEqual({
      code: EXIT.issues,
      lines: ['updated workflow order', '1 changed, 3 unchanged, 0 failed', ...table, hint],
    });
    // What is stored already is no better.
    expect(await program('push')).toEqual({
      code: EXIT.issues,
      lines: ['0 changed, 4 unchanged, 0 failed', ...table, hint],
    });
    expect(await program('push', { allowsIssues: true })).toEqual({
      code: EXIT.fine,
      lines: ['0 changed, 4 unchanged, 0 failed', ...table],
    });
    expect((await program('diff')).code).toBe(EXIT.fine);
    expect((await program('pull')).code).toBe(EXIT.fine);
  });

  it('push of a workflow whose channel has no integration in the environment says so', async () => {
    await scene.workflow({ workflowId: 'text', steps: [{ name: 'Text', type: 'sms', controlValues: { body: 'Hi' } }] });
    await program('pull');
    const { code, lines } = await program('push', { environment: 'Production' });
    expect({ code, lines }).toEqual({
      code: EXIT.issues,
      lines: expect.arrayContaining([expect.stringMatching(/^error +text +\S+ +- +.*no active integration for sms$/)]),
    });
  });

  it.each([
    ['a field that no workflow has', 'tags:', 'labels:', /^failed workflow order: labels is not a known field/],
    [
      'a field that no object in it has',
      'severity: none',
      'severity: none\nexpiresIn:\n  amount: 1\n  unit: hours\n  units: days',
      /^failed workflow order: expiresIn\.units is unknown: .*Did you mean 'unit'/,
    ],
    ['a value that breaks a rule', 'severity: none', 'severity: huge', /^failed workflow order: severity must /],
    ['a step of an unknown kind', 'type: in_app', 'type: fax', /^failed workflow order: steps\.0\.type: /],
    [
      'a language twice',
      '  de:',
      '  DE:\n    title: Hallo\n  de:',
      /^failed workflow order: translations\.\S+ is the language de once more/,
    ],
    [
      'a language that is none',
      '  de:',
      '  german language:',
      /^failed workflow order: translations\.german language /,
    ],
  ])('a file with %s fails alone', async (_case, from, to, reason) => {
    await program('pull');
    await edit(from, to);
    const { code, lines } = await program('push', { environment: 'Production' });
    expect({ code, lines }).toEqual({
      code: EXIT.failed,
      lines: expect.arrayContaining([expect.stringMatching(reason), 'created workflow Order']) as string[],
    });
    expect((await program('diff', { environment: 'Production' })).code).toBe(EXIT.failed);
    expect((await scene.otherApi.get('/v2/workflows/order')).status).toBe(404);
  });

  it.each([
    ['a key that is wrong', { apiKey: '0'.repeat(32) }, /does not accept the API key/],
    [
      'an environment that is not there',
      { environment: 'Nowhere' },
      /no environment 'Nowhere'; there are 'Development'/,
    ],
    ['a server that is not there', { at: 'http://127.0.0.1:9' }, /127\.0\.0\.1:9 cannot be reached: /],
    ['a folder that is not there', { folder: '/no/such/folder' }, /\/no\/such\/folder is not a folder/],
  ])('push with %s says so', async (_case, options, reason) => {
    await expect(program('push', options)).rejects.toThrow(reason);
  });

  describe('over HTTP', () => {
    const path = () => `/v2/environments/${scene.development}/definitions`;

    it('the definitions of an environment of another organization are not found', async () => {
      const foreign = `/v2/environments/${scene.foreign}/definitions`;
      const answers = [
        await scene.api.get(foreign),
        await scene.api.put(foreign, {}),
        await scene.api.post(`${foreign}/diff`, {}),
      ];
      expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
    });

    it('a dry run does nothing', async () => {
      const { workflows } = await scene.definitions(scene.development);
      const changed = workflows.map((one: object) => ({ ...one, name: 'Changed' }));
      const answer = await scene.api.put(path(), { workflows: changed, dryRun: true });
      expect(scene.outcomes(answer)).toEqual(['updated workflow Order', 'updated workflow order']);
      expect(await scene.definitions(scene.development)).toMatchObject({ workflows });
    });

    it('a layout that a step names by its internal id is the same as by its identifier', async () => {
      const { _id } = expectSuccess(await scene.api.get('/v2/layouts/brand'));
      const { workflows } = await scene.definitions(scene.development);
      const withLayout = (layoutId: string) => ({
        workflows: [
          { ...workflows[0], steps: [{ name: 'Mail', type: 'email', controlValues: { subject: 'S', layoutId } }] },
        ],
      });
      expect(scene.outcomes(await scene.api.put(path(), withLayout(_id)))).toEqual(['updated workflow Order']);
      expect(scene.outcomes(await scene.api.put(path(), withLayout('brand')))).toEqual([
        'skipped workflow Order: No changes',
      ]);
    });

    it('a definition that is given twice fails the second time', async () => {
      const { workflows } = await scene.definitions(scene.development);
      const answer = await scene.api.put(path(), { workflows: [workflows[0], workflows[0]] });
      expect(scene.outcomes(answer)).toEqual([
        'failed workflow Order: It is given more than once',
        'skipped workflow Order: No changes',
      ]);
    });

    it.each<[string, object, string]>([
      ['workflows that are no list', { workflows: {} }, 'workflows'],
      ['null for workflows', { workflows: null }, 'workflows'],
      ['a workflow that is no object', { workflows: [1] }, 'workflows'],
      ['layouts that are no list', { layouts: 'x' }, 'layouts'],
      ['a layout that is no object', { layouts: [null] }, 'layouts'],
      ['too many workflows', { workflows: Array.from({ length: 1001 }, () => ({})) }, 'workflows'],
      ['an empty default layout', { defaultLayoutId: '' }, 'defaultLayoutId'],
      [
        'a deletion of an unknown kind',
        { deleted: [{ resourceType: 'x', resourceId: 'y' }] },
        'deleted.0.resourceType',
      ],
      ['a dryRun that is no boolean', { dryRun: 1 }, 'dryRun'],
    ])('%s are refused', async (_case, request, field) => {
      const { status, body } = await scene.api.put(path(), request);
      expect({ status, fields: Object.keys(body.errors ?? {}) }).toEqual({
        status: 422,
        fields: expect.arrayContaining([field]),
      });
    });
  });
});
