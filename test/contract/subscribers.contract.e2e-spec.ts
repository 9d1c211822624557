import { getModelToken } from '@nestjs/mongoose';
import { type Model, Types } from 'mongoose';
import type { Novu } from '@novu/api';
import { ErrorDto, SubscriberResponseDto, ValidationErrorDto } from '@novu/api/models/errors/index.js';
import { Environment } from '../../src/auth/environment.schema.js';
import { Integration } from '../../src/integrations/integration.schema.js';
import { aFullSubscriber, aSubscriber } from '../builders/subscriber.js';
import { type OfficialClients, startWithOfficialClients } from './official-clients.js';

const NOT_FOUND = { constructor: ErrorDto, statusCode: 404 };
const INVALID = { constructor: ValidationErrorDto, statusCode: 422 };

describe('the official clients work with subscribers', () => {
  let test: OfficialClients;
  let novu: Novu;

  beforeAll(async () => {
    test = await startWithOfficialClients();
    novu = test.novu;
    const [environment] = await test.app
      .get<Model<Environment>>(getModelToken(Environment.name))
      .find()
      .sort({ _id: 1 })
      .limit(1);
    await test.app.get<Model<Integration>>(getModelToken(Integration.name)).create({
      _id: new Types.ObjectId(),
      environmentId: environment!._id,
      organizationId: environment!.organizationId,
      channel: 'push',
      providerId: 'fcm',
      identifier: 'fcm-1',
      name: 'FCM',
      active: true,
    });
  });

  afterAll(() => test.close());

  const created = async () => (await novu.subscribers.create(aFullSubscriber())).result;
  const fcm = (...deviceTokens: string[]) => ({ providerId: 'fcm' as const, credentials: { deviceTokens } });

  it('create, retrieve', async () => {
    const input = aFullSubscriber();
    const { result } = await novu.subscribers.create(input);
    expect(result).toMatchObject(input);
    expect((await novu.subscribers.retrieve(input.subscriberId)).result).toEqual(result);
    await expect(novu.subscribers.create(input, true)).rejects.toMatchObject({
      constructor: SubscriberResponseDto,
      subscriberId: input.subscriberId,
    });
    await expect(novu.subscribers.create({ subscriberId: '' })).rejects.toMatchObject(INVALID);
    await expect(novu.subscribers.retrieve('nobody')).rejects.toMatchObject(NOT_FOUND);
    await expect(test.otherNovu.subscribers.retrieve(input.subscriberId)).rejects.toMatchObject(NOT_FOUND);
  });

  it('search', async () => {
    const { subscriberId } = await created();
    const { result } = await novu.subscribers.search({ subscriberId, limit: 5, orderDirection: 'ASC' });
    expect(result).toMatchObject({ data: [{ subscriberId }], next: null, previous: null, totalCount: 1 });
    await expect(novu.subscribers.search({ limit: 1000 })).rejects.toMatchObject(INVALID);
  });

  it('patch', async () => {
    const { subscriberId } = await created();
    const { result } = await novu.subscribers.patch({ firstName: 'Augusta', data: null }, subscriberId);
    expect(result).toMatchObject({ firstName: 'Augusta', lastName: 'Lovelace' });
    expect(result.data).toBeUndefined();
    await expect(novu.subscribers.patch({}, 'nobody')).rejects.toMatchObject(NOT_FOUND);
    await expect(novu.subscribers.patch({ email: 'ada' }, subscriberId)).rejects.toMatchObject(INVALID);
  });

  it('createBulk', async () => {
    const { subscriberId: known } = await created();
    const [fresh, broken] = [aSubscriber(), aSubscriber({ email: 'ada' })];
    const subscribers = [fresh, { subscriberId: known }, broken];
    const { result } = await novu.subscribers.createBulk({ subscribers });
    expect(result).toMatchObject({
      created: [fresh],
      updated: [{ subscriberId: known }],
      failed: [{ subscriberId: broken.subscriberId, message: expect.any(String) }],
    });
    const many = Array.from({ length: 501 }, () => aSubscriber());
    await expect(novu.subscribers.createBulk({ subscribers: many })).rejects.toMatchObject(INVALID);
  });

  it('credentials.update, credentials.append, credentials.delete', async () => {
    const { subscriberId } = await created();
    const replaced = await novu.subscribers.credentials.update(fcm('a'), subscriberId);
    expect(replaced.result.channels).toMatchObject([fcm('a')]);
    const named = { ...fcm('b'), integrationIdentifier: 'fcm-1' };
    const added = await novu.subscribers.credentials.append(named, subscriberId);
    expect(added.result.channels).toMatchObject([{ ...fcm('a', 'b'), integrationIdentifier: 'fcm-1' }]);
    await novu.subscribers.credentials.delete(subscriberId, 'fcm');
    expect((await novu.subscribers.retrieve(subscriberId)).result.channels).toEqual([]);
    const none = { providerId: 'slack' as const, credentials: {} };
    for (const method of ['update', 'append'] as const) {
      await expect(novu.subscribers.credentials[method](fcm('a'), 'nobody')).rejects.toMatchObject(NOT_FOUND);
      await expect(novu.subscribers.credentials[method](none, subscriberId)).rejects.toMatchObject(INVALID);
    }
    await expect(novu.subscribers.credentials.delete('nobody', 'fcm')).rejects.toMatchObject(NOT_FOUND);
  });

  it('properties.updateOnlineFlag', async () => {
    const { subscriberId } = await created();
    const { result } = await novu.subscribers.properties.updateOnlineFlag({ isOnline: false }, subscriberId);
    expect(result).toMatchObject({ isOnline: false, lastOnlineAt: expect.any(String) });
    await expect(novu.subscribers.properties.updateOnlineFlag({ isOnline: true }, 'nobody')).rejects.toMatchObject(
      NOT_FOUND,
    );
  });

  it('delete', async () => {
    const { subscriberId } = await created();
    await expect(test.otherNovu.subscribers.delete(subscriberId)).rejects.toMatchObject(NOT_FOUND);
    const { result } = await novu.subscribers.delete(subscriberId);
    expect(result).toEqual({ acknowledged: true, status: 'deleted' });
    await expect(novu.subscribers.delete(subscriberId)).rejects.toMatchObject(NOT_FOUND);
  });

  it('trigger with channels of a recipient', async () => {
    const { result: workflow } = await novu.workflows.create({
      name: 'Hello',
      workflowId: 'hello',
      active: true,
      steps: [{ name: 'In-app', type: 'in_app', controlValues: { body: 'Hello' } }],
    });
    const to = aSubscriber({ channels: [fcm('a')] });
    const { result } = await novu.trigger({ workflowId: workflow.workflowId, to, payload: {} });
    expect(result).toMatchObject({ acknowledged: true, status: 'processed' });
  });

  describe('as the older client knows them', () => {
    // The answers of this client are untyped.
    const dataOf = async (answer: Promise<unknown>) => ((await answer) as { data: { data: unknown } }).data.data;
    const failure = (status: number) => ({ response: { status } });

    it('identify, get, update, delete', async () => {
      const { subscriberId, data: _nested, ...texts } = aFullSubscriber();
      const fields = { ...texts, data: { plan: 'pro' } };
      const identified = await dataOf(test.older.subscribers.identify(subscriberId, fields) as Promise<unknown>);
      expect(identified).toMatchObject({ subscriberId, ...fields });
      expect(await dataOf(test.older.subscribers.get(subscriberId))).toEqual(identified);
      const updated = await dataOf(test.older.subscribers.update(subscriberId, { firstName: 'Augusta' }));
      expect(updated).toMatchObject({ ...fields, firstName: 'Augusta' });
      const deleted = await dataOf(test.older.subscribers.delete(subscriberId));
      expect(deleted).toMatchObject({ acknowledged: true, status: 'deleted' });
      await expect(test.older.subscribers.get(subscriberId)).rejects.toMatchObject(failure(404));
      await expect(test.older.subscribers.update(subscriberId, {})).rejects.toMatchObject(failure(404));
      await expect(test.older.subscribers.delete(subscriberId)).rejects.toMatchObject(failure(404));
      await expect(test.older.subscribers.identify('', {})).rejects.toMatchObject(failure(422));
    });

    it('list', async () => {
      await created();
      const { data } = (await test.older.subscribers.list(0, 1)) as { data: object };
      expect(data).toMatchObject({ page: 0, pageSize: 1, totalCount: expect.any(Number), data: [{ deleted: false }] });
      await expect(test.older.subscribers.list(-1, 1)).rejects.toMatchObject(failure(422));
    });

    it('bulkCreate', async () => {
      const one = aSubscriber();
      expect(await dataOf(test.older.subscribers.bulkCreate([one]))).toEqual({
        created: [one],
        updated: [],
        failed: [],
      });
    });

    it('setCredentials, deleteCredentials', async () => {
      const { subscriberId } = await created();
      const set = test.older.subscribers.setCredentials(subscriberId, 'fcm', { deviceTokens: ['a'] }, 'fcm-1');
      expect(await dataOf(set as Promise<unknown>)).toMatchObject({ channels: [fcm('a')] });
      const { status } = (await test.older.subscribers.deleteCredentials(subscriberId, 'fcm')) as { status: number };
      expect(status).toBe(204);
    });

    it('updateOnlineStatus', async () => {
      const { subscriberId } = await created();
      const updated = await dataOf(test.older.subscribers.updateOnlineStatus(subscriberId, false));
      expect(updated).toMatchObject({ isOnline: false, lastOnlineAt: expect.any(String) });
    });
  });
});
