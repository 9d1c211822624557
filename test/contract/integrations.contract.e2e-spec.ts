import type { Novu } from '@novu/api';
import { ProvidersIdEnum } from '@novu/api/models/components/providersidenum.js';
import { ErrorDto, SDKError, ValidationErrorDto } from '@novu/api/models/errors/index.js';
import { OWN_PROVIDER_IDS } from '../../src/platform/http/official-client.js';
import { PROVIDERS } from '../../src/integrations/catalogue.js';
import { aCondition, anEmailIntegration, SENDGRID_CREDENTIALS } from '../builders/integration.js';
import { type OfficialClients, startWithOfficialClients } from './official-clients.js';

const UNKNOWN_ID = '6925a1f0c0ffee0123456789';

let test: OfficialClients;
let novu: Novu;

beforeAll(async () => {
  test = await startWithOfficialClients();
  novu = test.novu;
});

afterAll(() => test.close());

const create = async (fields: object = {}) => (await novu.integrations.create(anEmailIntegration(fields))).result;

describe('the official client works with integrations', () => {
  it('knows the providers of the catalogue, all but our own', () => {
    const ids = Object.values(PROVIDERS)
      .flatMap((providers) => Object.keys(providers))
      .filter((id) => !OWN_PROVIDER_IDS.includes(id));
    expect(new Set(ids)).toEqual(new Set<string>(Object.values(ProvidersIdEnum)));
  });

  it('creates with everything it can send', async () => {
    const other = (await novu.environments.create({ name: 'Staging', color: '#33aa77' })).result.id;
    const request = anEmailIntegration({
      name: 'Mail',
      kind: 'delivery' as const,
      environmentId: other,
      check: true,
      conditions: [aCondition()],
      configurations: {},
    });
    const { result } = await novu.integrations.create(request);
    expect(result).toEqual({
      id: expect.any(String),
      environmentId: other,
      organizationId: expect.any(String),
      name: 'Mail',
      identifier: request.identifier,
      providerId: 'sendgrid',
      channel: 'email',
      kind: 'delivery',
      credentials: {},
      configurations: {},
      active: true,
      deleted: false,
      primary: false,
      conditions: [aCondition()],
    });
  });

  it('creates agents', async () => {
    const { result } = await novu.integrations.create({ providerId: 'anthropic', kind: 'agent' });
    expect(result).toMatchObject({ kind: 'agent', name: 'Anthropic', active: false });
  });

  it('lists', async () => {
    const { id } = await create();
    const { result } = await novu.integrations.list();
    expect(result.map((one) => one.id)).toContain(id);
    expect(result.filter(({ channel }) => channel === 'in_app')).toHaveLength(3);
  });

  it('lists those that are active', async () => {
    const [active, inactive] = [await create(), await create({ active: false })];
    const ids = (await novu.integrations.listActive()).result.map(({ id }) => id);
    expect(ids).toContain(active.id);
    expect(ids).not.toContain(inactive.id);
  });

  it('updates, and understands conditions on context and workflow', async () => {
    const { id } = await create();
    const [condition] = [aCondition()];
    const child = { on: 'payload' as const, field: 'context.tenant.id', operator: 'EQUAL' as const, value: 'acme' };
    const conditions = [{ ...condition, children: [child] }];
    const { result } = await novu.integrations.update({ name: 'Renamed', conditions, check: false }, id!);
    expect(result).toMatchObject({ id, name: 'Renamed', conditions, primary: false });
  });

  it('sets the primary one', async () => {
    const [first, second] = [await create(), await create()];
    expect((await novu.integrations.setAsPrimary(first.id!)).result).toMatchObject({ id: first.id, primary: true });
    expect((await novu.integrations.setAsPrimary(second.id!)).result).toMatchObject({ id: second.id, primary: true });
  });

  it('deletes and gets what is left', async () => {
    const { id } = await create();
    const { result } = await novu.integrations.delete(id!);
    expect(result).toEqual((await novu.integrations.list()).result);
    expect(result.map((one) => one.id)).not.toContain(id);
  });
});

describe('the official client understands', () => {
  const refused = (constructor: unknown, statusCode: number) => ({ constructor, statusCode });

  it('400 of a second inbox, of incomplete credentials, of nothing to change and of a channel without primary', async () => {
    const inbox = { providerId: 'novu', channel: 'in_app' as const };
    const { id } = await create();
    const push = (await novu.integrations.create({ providerId: 'expo', channel: 'push' })).result;
    for (const refusedCall of [
      () => novu.integrations.create(inbox),
      () => novu.integrations.create(anEmailIntegration({ credentials: {} })),
      () => novu.integrations.update({}, id!),
      () => novu.integrations.setAsPrimary(push.id!),
    ]) {
      await expect(refusedCall()).rejects.toMatchObject(refused(ErrorDto, 400));
    }
  });

  it('404 of an unknown integration', async () => {
    const message = `Integration '${UNKNOWN_ID}' was not found`;
    await expect(novu.integrations.delete(UNKNOWN_ID)).rejects.toMatchObject({ ...refused(ErrorDto, 404), message });
    // The client does not parse this status of the other two.
    const unparsed = { ...refused(SDKError, 404), body: expect.stringContaining(message) };
    await expect(novu.integrations.update({ name: 'x' }, UNKNOWN_ID)).rejects.toMatchObject(unparsed);
    await expect(novu.integrations.setAsPrimary(UNKNOWN_ID)).rejects.toMatchObject(unparsed);
  });

  it('409 of an identifier that is taken', async () => {
    const { identifier } = await create();
    const { id } = await create();
    await expect(create({ identifier })).rejects.toMatchObject(refused(ErrorDto, 409));
    await expect(novu.integrations.update({ identifier }, id!)).rejects.toMatchObject(refused(ErrorDto, 409));
  });

  it('422 of broken rules', async () => {
    const { id } = await create();
    await expect(create({ providerId: 'pigeon' })).rejects.toMatchObject({
      ...refused(ValidationErrorDto, 422),
      errors: { providerId: { messages: [expect.any(String)] } },
    });
    await expect(novu.integrations.update({ name: ' ' }, id!)).rejects.toMatchObject({
      ...refused(ValidationErrorDto, 422),
      errors: { name: { messages: [expect.any(String)] } },
    });
  });
});

describe('the older client works with integrations', () => {
  it('creates, lists, updates, chooses and deletes', async () => {
    const { integrations } = test.older;
    const { providerId, ...fields } = anEmailIntegration({ check: true, credentials: SENDGRID_CREDENTIALS });
    // The client names channels by an enum of a package that it does not share.
    const data: object = fields;
    const created = await integrations.create(providerId, data as Parameters<typeof integrations.create>[1]);
    expect(created).toMatchObject({ status: 201, data: { data: { providerId, identifier: fields.identifier } } });
    const { _id } = created.data.data;
    expect((await integrations.getAll()).data[0]).toMatchObject({ _id });
    expect((await integrations.getActive()).data[0]).toMatchObject({ _id });
    const changes = { active: true, check: false, credentials: {} };
    expect((await integrations.update(_id, changes)).data.data).toMatchObject({ _id, active: true });
    expect((await integrations.setIntegrationAsPrimary(_id)).data.data).toMatchObject({ _id, primary: true });
    expect((await integrations.getWebhookProviderStatus(providerId)).data).toEqual({
      data: false,
    });
    expect((await integrations.getInAppStatus()).data).toEqual({ data: { active: true } });
    expect((await integrations.delete(_id)).data.data).toHaveLength((await integrations.getAll()).data.length);
  });
});
