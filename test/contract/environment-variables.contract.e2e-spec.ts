import { randomBytes } from 'node:crypto';
import type { Novu } from '@novu/api';
import { ErrorDto, NovuError, ValidationErrorDto } from '@novu/api/models/errors/index.js';
import { anInAppStep, aWorkflow } from '../builders/workflow.js';
import { type OfficialClients, startWithOfficialClients } from './official-clients.js';

const MASK = '••••••••';

describe('the official client works with environment variables', () => {
  let test: OfficialClients;
  let novu: Novu;
  let environmentId: string;

  beforeAll(async () => {
    test = await startWithOfficialClients();
    novu = test.novu;
    environmentId = (await novu.environments.list()).result[0]!.id;
  });

  afterAll(() => test.close());

  const create = async (fields: object = {}) => {
    const key = `KEY_${randomBytes(4).toString('hex')}`;
    return (await novu.environmentVariables.create({ key, ...fields })).result;
  };

  it('creates and retrieves', async () => {
    const created = await create({ type: 'string', isSecret: false, values: [{ environmentId, value: 'a' }] });
    expect(created).toMatchObject({ type: 'string', isSecret: false, values: [{ environmentId, value: 'a' }] });
    expect((await novu.environmentVariables.retrieve(created.key)).result).toEqual(created);
    expect((await test.otherNovu.environmentVariables.retrieve(created.key)).result).toEqual(created);
  });

  it('sees secrets masked', async () => {
    const created = await create({ isSecret: true, values: [{ environmentId, value: 'hush' }] });
    expect(created).toMatchObject({ isSecret: true, values: [{ environmentId, value: MASK }] });
  });

  it('lists', async () => {
    const created = await create();
    expect((await novu.environmentVariables.list(created.key.toLowerCase())).result).toEqual([created]);
    expect((await novu.environmentVariables.list()).result).toContainEqual(created);
  });

  it('updates', async () => {
    const { key } = await create({ values: [{ environmentId, value: 'a' }] });
    const changes = { isSecret: true, values: [{ environmentId, value: 'b' }] };
    const { result } = await novu.environmentVariables.update(changes, key);
    expect(result).toMatchObject({ key, isSecret: true, values: [{ environmentId, value: MASK }] });
  });

  it('finds uses', async () => {
    const { key } = await create();
    const steps = [anInAppStep({ controlValues: { body: `{{env.${key}}}` } })];
    const { workflowId, name } = (await novu.workflows.create(aWorkflow({ steps }))).result;
    expect((await novu.environmentVariables.usage(key)).result).toEqual({ workflows: [{ name, workflowId }] });
  });

  it('deletes', async () => {
    const { key } = await create();
    await novu.environmentVariables.delete(key);
    expect((await novu.environmentVariables.list(key)).result).toEqual([]);
  });

  it('understands refusals', async () => {
    const { key } = await create({ isSecret: true, values: [{ environmentId, value: 'hush' }] });
    const masked = novu.environmentVariables.update({ values: [{ environmentId, value: MASK }] }, key);
    await expect(masked).rejects.toMatchObject({ constructor: ErrorDto, statusCode: 400 });
    const opened = novu.environmentVariables.update({ isSecret: false }, key);
    await expect(opened).rejects.toMatchObject({
      constructor: ValidationErrorDto,
      errors: { isSecret: { messages: [expect.any(String)] } },
    });
    await expect(novu.environmentVariables.create({ key: '1' })).rejects.toMatchObject({
      constructor: ValidationErrorDto,
      statusCode: 422,
    });
    const other = await create();
    const renamed = novu.environmentVariables.update({ key }, other.key);
    await expect(renamed).rejects.toMatchObject({ constructor: ErrorDto, statusCode: 409 });
  });

  it.each<[number, string, () => Promise<unknown>]>([
    [409, 'create', async () => novu.environmentVariables.create({ key: (await create()).key })],
    [404, 'retrieve', () => novu.environmentVariables.retrieve('NOBODY')],
    [404, 'update', () => novu.environmentVariables.update({}, 'NOBODY')],
    [404, 'delete', () => novu.environmentVariables.delete('NOBODY')],
    [404, 'usage', () => novu.environmentVariables.usage('NOBODY')],
  ])('is told %i by %s, whose body it does not read', async (statusCode, _operation, call) => {
    const error: unknown = await call().catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(NovuError);
    expect(error).toMatchObject({ statusCode });
  });
});
