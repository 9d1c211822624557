import type { Novu } from '@novu/api';
import { ErrorDto, ValidationErrorDto } from '@novu/api/models/errors/index.js';
import { aForeignEnvironment } from '../builders/foreign-environment.js';
import { aWorkflow } from '../builders/workflow.js';
import { type OfficialClients, startWithOfficialClients } from './official-clients.js';

const NOWHERE = '6925a1f0c0ffee0123456789';

describe('the official client works with publishing', () => {
  let test: OfficialClients;
  let novu: Novu;
  let development: string;
  let production: string;

  beforeAll(async () => {
    test = await startWithOfficialClients();
    novu = test.novu;
    const { result } = await novu.environments.list();
    const idOf = (name: string) => result.find((one) => one.name === name)!.id;
    [development, production] = [idOf('Development'), idOf('Production')];
  });

  afterAll(() => test.close());

  const mail = (layoutId: string) => ({
    name: 'Mail',
    stepId: 'mail',
    type: 'email' as const,
    controlValues: { subject: 'Hi', body: '<p>Hi</p>', editorType: 'html' as const, layoutId },
  });
  const note = { name: 'Note', stepId: 'note', type: 'in_app' as const, controlValues: { body: 'Hi' } };

  async function aLayout(layoutId: string): Promise<void> {
    await novu.layouts.create({ layoutId, name: 'Brand' });
    const controlValues = { email: { body: '{{content}}', editorType: 'html' as const } };
    await novu.layouts.update({ name: 'Brand', controlValues }, layoutId);
  }

  it('compares and publishes', async () => {
    await aLayout('brand');
    const workflow = aWorkflow({ steps: [mail('brand'), note] });
    const { workflowId } = (await novu.workflows.create(workflow)).result;
    const compare = async () => (await novu.environments.diff({ sourceEnvironmentId: development }, production)).result;
    const publish = async (dryRun: boolean) =>
      (await test.otherNovu.environments.publish({ sourceEnvironmentId: development, dryRun }, production)).result;

    const added = await compare();
    expect(added).toMatchObject({
      sourceEnvironmentId: development,
      targetEnvironmentId: production,
      summary: { totalEntities: 2, totalChanges: 4, hasChanges: true },
    });
    expect(added.resources).toMatchObject([
      {
        sourceResource: { id: 'brand', updatedBy: { firstName: 'admin' }, updatedAt: expect.any(Date) },
        targetResource: null,
      },
      {
        resourceType: 'REGULAR',
        sourceResource: { id: workflowId, updatedBy: { id: expect.any(String), firstName: 'admin' } },
        summary: { added: 3, modified: 0, deleted: 0, unchanged: 0 },
        dependencies: [
          { resourceId: 'brand', resourceName: 'Brand', isBlocking: true, reason: 'LAYOUT_REQUIRED_FOR_WORKFLOW' },
        ],
      },
    ]);
    const synced = (resourceId: string, action: string) => ({ resourceId, action, resourceType: 'REGULAR' });
    const created = [
      { successful: [synced('brand', 'created')], totalProcessed: 1 },
      { successful: [synced(workflowId, 'created')], totalProcessed: 1 },
    ];
    const summary = { resources: 2, successful: 2, failed: 0, skipped: 0 };
    expect(await publish(true)).toMatchObject({ results: created, summary });
    expect(await publish(false)).toMatchObject({ results: created, summary });
    expect(await compare()).toMatchObject({ resources: [], summary: { hasChanges: false } });
    expect((await publish(false)).results[1]).toMatchObject({
      skipped: [{ resourceId: workflowId, reason: 'No changes' }],
    });

    await novu.workflows.update(
      { ...workflow, name: 'Renamed', steps: [note, mail('brand')], preferences: {} },
      workflowId,
    );
    const changed = await compare();
    expect(changed.resources).toMatchObject([
      {
        changes: [
          { action: 'modified', diffs: { previous: { name: 'Order shipped' }, new: { name: 'Renamed' } } },
          { action: 'moved', stepType: 'email', previousIndex: 0, newIndex: 1, sourceResource: { id: 'mail' } },
        ],
        summary: { added: 0, modified: 2, deleted: 0, unchanged: 1 },
        dependencies: [{ isBlocking: false, reason: 'LAYOUT_EXISTS_IN_TARGET' }],
      },
    ]);
    const { result } = await test.otherNovu.environments.publish(
      {
        resources: [
          { resourceType: 'REGULAR', resourceId: workflowId },
          { resourceType: 'ECHO', resourceId: 'nowhere' },
        ],
      },
      production,
    );
    expect(result.results).toMatchObject([
      { successful: [synced(workflowId, 'updated')], failed: [{ resourceId: 'nowhere', error: expect.any(String) }] },
    ]);

    await novu.workflows.delete(workflowId);
    expect((await compare()).resources).toMatchObject([
      { sourceResource: null, targetResource: { id: workflowId }, changes: [{ action: 'deleted' }, {}, {}] },
    ]);
    const deletion = { resources: [{ resourceType: 'REGULAR' as const, resourceId: workflowId }] };
    expect((await test.otherNovu.environments.publish(deletion, production)).result.results).toMatchObject([
      { successful: [synced(workflowId, 'deleted')] },
    ]);
  });

  it('understands that a protected environment takes a key of its own', async () => {
    const { workflowId } = (await novu.workflows.create(aWorkflow({ steps: [note] }))).result;
    const refused = { constructor: ErrorDto, statusCode: 403, message: expect.stringContaining('is protected') };
    await expect(novu.environments.publish({}, production)).rejects.toMatchObject(refused);
    await expect(novu.workflows.sync({ targetEnvironmentId: production }, workflowId)).rejects.toMatchObject(refused);
  });

  it('copies a workflow', async () => {
    const { workflowId } = (await novu.workflows.create(aWorkflow({ steps: [note] }))).result;
    await test.otherApi.put(`/v1/environments/${production}`, { protected: false });
    const { result } = await novu.workflows.sync({ targetEnvironmentId: production }, workflowId);
    expect(result).toMatchObject({ workflowId, origin: 'novu-cloud', steps: [{ stepId: 'note' }] });
    expect((await test.otherNovu.workflows.get(workflowId)).result).toEqual(result);
    expect((await novu.workflows.get(workflowId)).result).toMatchObject({
      lastPublishedAt: expect.any(String),
      lastPublishedBy: { firstName: 'admin' },
    });
  });

  describe('understands refusals of', () => {
    const copy = async (target: string) => {
      const { workflowId } = (await novu.workflows.create(aWorkflow())).result;
      return novu.workflows.sync({ targetEnvironmentId: target }, workflowId);
    };

    it.each<[string, (target: string) => Promise<unknown>]>([
      ['comparing', (target) => novu.environments.diff({}, target)],
      ['publishing', (target) => novu.environments.publish({}, target)],
      ['copying', copy],
    ])('%s', async (_operation, call) => {
      const foreign = (await aForeignEnvironment(test))._id.toHexString();
      for (const target of [NOWHERE, foreign]) {
        await expect(call(target)).rejects.toMatchObject({
          constructor: ErrorDto,
          statusCode: 404,
          message: `Environment '${target}' was not found`,
        });
      }
      await expect(call(development)).rejects.toMatchObject({ constructor: ErrorDto, statusCode: 400 });
    });

    it('an unknown workflow', async () => {
      await expect(novu.workflows.sync({ targetEnvironmentId: production }, 'nowhere')).rejects.toMatchObject({
        constructor: ErrorDto,
        statusCode: 404,
        message: "Workflow 'nowhere' was not found",
      });
    });

    it.each<[string, () => Promise<unknown>, string]>([
      [
        'comparing with an empty source',
        () => novu.environments.diff({ sourceEnvironmentId: '' }, production),
        'sourceEnvironmentId',
      ],
      [
        'publishing a resource without a name',
        () => novu.environments.publish({ resources: [{ resourceType: 'REGULAR', resourceId: '' }] }, production),
        'resources.0.resourceId',
      ],
      ['copying nowhere', () => copy(''), 'targetEnvironmentId'],
    ])('%s', async (_operation, call, field) => {
      await expect(call()).rejects.toMatchObject({
        constructor: ValidationErrorDto,
        statusCode: 422,
        errors: { [field]: { messages: [expect.any(String)] } },
      });
    });
  });
});
