import type { Novu } from '@novu/api';
import { ErrorDto, ValidationErrorDto } from '@novu/api/models/errors/index.js';
import { aLayout, layoutValues } from '../builders/layout.js';
import { aWorkflow } from '../builders/workflow.js';
import { type OfficialClients, startWithOfficialClients } from './official-clients.js';

const NOBODY = 'no-such-layout';

describe('the official client works with layouts', () => {
  let test: OfficialClients;
  let novu: Novu;

  beforeAll(async () => {
    test = await startWithOfficialClients();
    novu = test.novu;
    // The default, so that the others can be deleted.
    await novu.layouts.create(aLayout({ name: 'Standard' }));
  });

  afterAll(() => test.close());

  const created = async (fields: object = {}) => (await novu.layouts.create(aLayout(fields))).result;

  it('creates, updates and retrieves', async () => {
    const request = aLayout({ name: 'Shop frame', isTranslationEnabled: true });
    const { result } = await novu.layouts.create(request);
    expect(result).toMatchObject({
      ...request,
      slug: expect.stringMatching(/^shop-frame_lyt_/),
      isDefault: false,
      origin: 'novu-cloud',
      type: 'REGULAR',
      updatedBy: { id: expect.any(String), firstName: 'admin', lastName: null, externalId: null },
      controls: {
        dataSchema: { type: 'object' },
        uiSchema: { group: 'LAYOUT', properties: { email: { component: 'LAYOUT_EMAIL' } } },
        values: {},
      },
      variables: { type: 'object' },
    });
    const update = { name: 'Frame', isTranslationEnabled: false, controlValues: layoutValues() };
    const updated = (await novu.layouts.update(update, request.layoutId)).result;
    expect(updated).toMatchObject({ name: 'Frame', controls: { values: layoutValues() } });
    expect((await novu.layouts.retrieve(updated.slug)).result).toEqual(updated);
    const cleared = (await novu.layouts.update({ name: 'Frame', controlValues: null }, updated.id)).result;
    expect(cleared.controls.values).toEqual({});
  });

  it('lists', async () => {
    const { layoutId } = await created();
    const { result } = await novu.layouts.list({
      limit: 10,
      offset: 0,
      orderBy: 'name',
      orderDirection: 'ASC',
      query: layoutId,
    });
    expect(result).toMatchObject({ totalCount: 1, layouts: [{ layoutId }] });
    expect((await novu.layouts.list({})).result.totalCount).toBeGreaterThan(1);
  });

  it('duplicates', async () => {
    const { layoutId } = await created();
    await novu.layouts.update({ name: 'Frame', controlValues: layoutValues() }, layoutId);
    const { result } = await novu.layouts.duplicate({ name: 'Winter frame' }, layoutId);
    expect(result).toMatchObject({ layoutId: 'winter-frame', controls: { values: layoutValues() } });
  });

  it('previews', async () => {
    const { layoutId } = await created();
    const { result } = await novu.layouts.generatePreview(
      {
        controlValues: layoutValues('Hello {{subscriber.firstName}}{{content}}'),
        previewPayload: { subscriber: { firstName: 'Bo', data: { plan: 'pro' } } },
      },
      layoutId,
    );
    expect(result).toMatchObject({
      previewPayloadExample: { subscriber: { firstName: 'Bo', data: { plan: 'pro' } } },
      result: { type: 'email', preview: { body: expect.stringMatching(/^Hello Bo<p>/) } },
      schema: { type: 'object' },
    });
    expect((await novu.layouts.generatePreview({}, layoutId)).result.previewPayloadExample.subscriber).toMatchObject({
      firstName: 'Ada',
    });
  });

  it('tells the usage, and deletes what is not used', async () => {
    const { layoutId } = await created();
    const steps = [{ name: 'Mail', type: 'email' as const, controlValues: { subject: 'S', layoutId } }];
    const { workflowId, name } = (await novu.workflows.create(aWorkflow({ steps }))).result;
    expect((await novu.layouts.usage(layoutId)).result).toEqual({ workflows: [{ name, workflowId }] });
    await expect(novu.layouts.delete(layoutId)).rejects.toMatchObject({ constructor: ErrorDto, statusCode: 409 });
    await novu.workflows.delete(workflowId);
    await novu.layouts.delete(layoutId);
    await expect(novu.layouts.retrieve(layoutId)).rejects.toMatchObject({
      constructor: ErrorDto,
      statusCode: 404,
      message: `Layout '${layoutId}' was not found`,
    });
  });

  it.each<[string, (client: Novu, layoutId: string) => Promise<unknown>]>([
    ['retrieve', (client, id) => client.layouts.retrieve(id)],
    ['update', (client, id) => client.layouts.update({ name: 'x' }, id)],
    ['delete', (client, id) => client.layouts.delete(id)],
    ['duplicate', (client, id) => client.layouts.duplicate({ name: 'x' }, id)],
    ['preview', (client, id) => client.layouts.generatePreview({}, id)],
    ['usage', (client, id) => client.layouts.usage(id)],
  ])('%s: what is not there, or elsewhere, is 404', async (_operation, call) => {
    const { layoutId } = await created();
    for (const [client, id] of [
      [novu, NOBODY],
      [test.otherNovu, layoutId],
    ] as const) {
      await expect(call(client, id)).rejects.toMatchObject({ constructor: ErrorDto, statusCode: 404 });
    }
  });

  it.each<[string, (client: Novu, layoutId: string) => Promise<unknown>, number]>([
    ['a name that is blank', (client) => client.layouts.create(aLayout({ name: ' ' })), 422],
    ['an identifier like an id', (client) => client.layouts.create(aLayout({ layoutId: 'a'.repeat(24) })), 422],
    ['an identifier that is taken', (client, layoutId) => client.layouts.create(aLayout({ layoutId })), 409],
    ['another order', (client) => client.layouts.list({ limit: 1000 }), 422],
    ['a blank name', (client, id) => client.layouts.update({ name: ' ' }, id), 422],
    ['a broken body', (client, id) => client.layouts.update({ name: 'x', controlValues: layoutValues('{{') }, id), 422],
    [
      'a body without a place',
      (client, id) => client.layouts.update({ name: 'x', controlValues: layoutValues('x') }, id),
      400,
    ],
    ['a copy of a blank name', (client, id) => client.layouts.duplicate({ name: ' ' }, id), 422],
    ['a copy that is taken', (client, layoutId) => client.layouts.duplicate({ name: 'x', layoutId }, layoutId), 409],
    [
      'a preview of a broken body',
      (client, id) => client.layouts.generatePreview({ controlValues: layoutValues('{{') }, id),
      422,
    ],
  ])('understands the refusal of %s', async (_case, call, statusCode) => {
    const { layoutId } = await created();
    const constructor = statusCode === 422 ? ValidationErrorDto : ErrorDto;
    await expect(call(novu, layoutId)).rejects.toMatchObject({ constructor, statusCode });
  });
});
