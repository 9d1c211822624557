import type { Novu } from '@novu/api';
import { ErrorDto, TopicResponseDto, ValidationErrorDto } from '@novu/api/models/errors/index.js';
import { aSubscriber } from '../builders/subscriber.js';
import { aTopic } from '../builders/topic.js';
import { type OfficialClients, startWithOfficialClients } from './official-clients.js';

describe('the official client works with topics', () => {
  let test: OfficialClients;
  let novu: Novu;

  beforeAll(async () => {
    test = await startWithOfficialClients();
    novu = test.novu;
  });

  afterAll(() => test.close());

  const notFound = (message: string) => ({ constructor: ErrorDto, statusCode: 404, message });
  const invalid = (field: string) => ({
    constructor: ValidationErrorDto,
    errors: { [field]: { messages: expect.any(Array) } },
  });

  it('creates, updates by creating again, and retrieves', async () => {
    const request = aTopic({ name: 'Orders', data: { region: 'eu', labels: ['a'] } });
    const { result } = await novu.topics.create(request);
    expect(result).toMatchObject({ ...request, id: expect.any(String), createdAt: expect.any(String) });
    expect((await novu.topics.get(request.key)).result).toEqual(result);
    const again = await novu.topics.create({ key: request.key, name: 'Sales' });
    expect(again.result).toMatchObject({ id: result.id, name: 'Sales', data: request.data });
  });

  it('creates with as little as it can send, and with a key that paths have to encode', async () => {
    for (const key of ['only:key', 'ada+news@example.com']) {
      expect((await novu.topics.create({ key })).result).toMatchObject({ key });
      expect((await novu.topics.get(key)).result.key).toBe(key);
    }
  });

  it('gets the topic that exists with failIfExists', async () => {
    const request = aTopic({ name: 'Orders' });
    const { result } = await novu.topics.create(request, true);
    await expect(novu.topics.create(request, true)).rejects.toMatchObject({
      constructor: TopicResponseDto,
      statusCode: 409,
      id: result.id,
      key: request.key,
    });
  });

  it('lists', async () => {
    const keys = ['contract-list:1', 'contract-list:2', 'contract-list:3'];
    for (const key of keys) await novu.topics.create({ key, name: 'Listed' });
    const query = { key: 'contract-list', name: 'listed', orderBy: 'createdAt', orderDirection: 'ASC' as const };
    const first = (await novu.topics.list({ ...query, limit: 2 })).result;
    expect(first).toMatchObject({ previous: null, totalCount: 3, totalCountCapped: false });
    const second = (await novu.topics.list({ ...query, limit: 2, after: first.next!, includeCursor: false })).result;
    expect([...first.data, ...second.data].map(({ key }) => key)).toEqual(keys);
    expect(second.next).toBeNull();
    expect((await test.otherNovu.topics.list({})).result.data).toEqual([]);
  });

  it('updates and deletes', async () => {
    const { key } = (await novu.topics.create(aTopic({ data: { a: 'b' } }))).result;
    expect((await novu.topics.update({ name: 'Renamed', data: null }, key)).result).toMatchObject({ name: 'Renamed' });
    expect((await novu.topics.get(key)).result).not.toHaveProperty('data');
    expect((await novu.topics.delete(key)).result).toEqual({ acknowledged: true });
    await expect(novu.topics.get(key)).rejects.toMatchObject(notFound(`Topic '${key}' was not found`));
  });

  it('understands refusals', async () => {
    const { key } = (await novu.topics.create(aTopic())).result;
    await expect(novu.topics.create({ key: 'a b' })).rejects.toMatchObject(invalid('key'));
    await expect(novu.topics.update({ data: { a: {} } }, key)).rejects.toMatchObject(invalid('data'));
    await expect(novu.topics.list({ limit: 101 })).rejects.toMatchObject(invalid('limit'));
    const strangers = [
      () => test.otherNovu.topics.get(key),
      () => test.otherNovu.topics.update({ name: 'x' }, key),
      () => test.otherNovu.topics.delete(key),
    ];
    for (const call of strangers) await expect(call()).rejects.toMatchObject(notFound(`Topic '${key}' was not found`));
  });

  it('checks whether a subscriber is on a topic', async () => {
    const { subscriberId } = (await novu.subscribers.create(aSubscriber())).result;
    const { key } = aTopic();
    await novu.topics.subscriptions.create({ subscriptions: [subscriberId] }, key);
    expect((await novu.topics.subscribers.retrieve(subscriberId, key)).result).toMatchObject({
      topicKey: key,
      externalSubscriberId: subscriberId,
      topicId: expect.any(String),
    });
    await expect(novu.topics.subscribers.retrieve('nobody', key)).rejects.toMatchObject(
      notFound(`Subscriber 'nobody' of topic '${key}' was not found`),
    );
  });

  describe('the older one', () => {
    it('creates, lists, reads, renames and deletes', async () => {
      const { key } = aTopic();
      const created = await test.older.topics.create({ key, name: 'Orders' });
      expect(created).toMatchObject({ status: 201, data: { data: { _id: expect.any(String), key } } });
      expect((await test.older.topics.list({ page: 0, pageSize: 5, key })).data).toMatchObject({
        page: 0,
        pageSize: 5,
        totalCount: 1,
        data: [{ key }],
      });
      expect((await test.older.topics.get(key)).data.data).toMatchObject({ key, name: 'Orders', subscribers: [] });
      expect((await test.older.topics.rename(key, 'Sales')).data.data).toMatchObject({ key, name: 'Sales' });
      expect((await test.older.topics.delete(key)).status).toBe(204);
      await expect(test.older.topics.get(key)).rejects.toMatchObject({ response: { status: 404 } });
    });

    it('adds, looks up and removes subscribers', async () => {
      const { subscriberId } = (await novu.subscribers.create(aSubscriber())).result;
      const { key } = aTopic();
      await test.older.topics.create({ key, name: 'Orders' });
      const added = await test.older.topics.addSubscribers(key, { subscribers: [subscriberId, 'nobody'] });
      expect(added).toMatchObject({
        status: 200,
        data: { data: { succeeded: [subscriberId], failed: { notFound: ['nobody'] } } },
      });
      const member = { topicKey: key, externalSubscriberId: subscriberId };
      expect((await test.older.topics.getSubscriber(key, subscriberId)).data.data).toMatchObject(member);
      expect((await test.older.topics.checkSubscriber(key, subscriberId)).data.data).toMatchObject(member);
      await expect(test.older.topics.delete(key)).rejects.toMatchObject({ response: { status: 409 } });
      const removed = await test.older.topics.removeSubscribers(key, { subscribers: [subscriberId] });
      expect(removed.status).toBe(204);
      await expect(test.older.topics.checkSubscriber(key, subscriberId)).rejects.toMatchObject({
        response: { status: 404 },
      });
    });
  });
});
