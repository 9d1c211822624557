import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { Event } from '../../src/events/store/event.schema.js';
import { LegacyUser } from '../../src/legacy/applications/legacy-user.schema.js';
import { inApp } from '../delivery/engine-scene.js';
import { countCommands } from '../delivery/store-probe.js';
import { eventually } from '../eventually.js';
import { type Application, LegacyScene } from './legacy-scene.js';

const TEXT = inApp('{{legacy.text}}', { subject: '{{payload.name}}' });

describe('A12: a notification of the legacy API', () => {
  let scene: LegacyScene;
  let application: Application;
  let workflowId: string;

  beforeAll(async () => {
    scene = await LegacyScene.start({ settings: { WORKFLOW_CACHE_SECONDS: '60' } });
    application = await scene.application();
    workflowId = await scene.engine.workflow([TEXT]);
  });

  afterAll(() => scene.close());

  const inboxOf = async (subscriberId: string, count: number) =>
    eventually(async () => {
      const { status, body } = await scene.api.get(`/v2/subscribers/${subscriberId}/notifications?limit=100`);
      expect(status).toBe(200);
      expect(body.data).toHaveLength(count);
      return body.data;
    });

  it('is answered with every field, bare, and can be read again', async () => {
    const type = await scene.type(application, { workflowId, link: '/o/{{order}}', bundleSegment: 'order {{order}}' });
    const before = Date.now();
    const request = { type, externalId: '1020', metadata: { name: 'Ada', order: 7 } };
    const { status, body, headers } = await scene.send(application, request);
    const after = Date.now();
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        id: expect.stringMatching(/^\S+$/),
        appUser: 1020,
        isRead: false,
        createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        text: 'Hello Ada',
        link: '/o/7',
        bundleSegment: 'order 7',
      },
    });
    expect(headers['content-type']).toMatch(/^application\/json/);
    expect(Date.parse(body.createdAt)).toBeGreaterThanOrEqual(before);
    expect(Date.parse(body.createdAt)).toBeLessThanOrEqual(after);
    expect(await scene.get(application, body.id)).toMatchObject({ status: 200, body });
  });

  it('is sent by curl, too', async () => {
    const type = await scene.type(application, { workflowId });
    const { applicationId, secret } = application;
    const data = JSON.stringify({ type, externalId: '7', metadata: { name: 'Grace' } });
    const json = ['-H', 'Content-Type: application/json'];
    const call = ['-s', '-u', `${applicationId}:${secret}`, ...json, '-d', data, `${scene.url}/api/notification`];
    const { stdout } = await promisify(execFile)('curl', call);
    expect(JSON.parse(stdout)).toMatchObject({ appUser: 7, text: 'Hello Grace', link: '', bundleSegment: '' });
  });

  it('is delivered through all channels of the workflow, to a user it creates', async () => {
    await scene.engine.integration('email');
    const email = { type: 'email', controlValues: { subject: '{{legacy.text}}', body: 'x {{payload.name}}' } };
    const type = await scene.type(application, { workflowId: await scene.engine.workflow([TEXT, email]) });
    const externalId = scene.engine.newId();
    const known = await scene.engine.subscriber({ email: 'ada@example.com' });
    const { body: toNew } = await scene.send(application, { type, externalId, metadata: { name: 'Ada' } });
    const { body: toKnown } = await scene.send(application, { type, externalId: known, metadata: { name: 'Ada' } });
    expect((await inboxOf(externalId, 1))[0]).toMatchObject({ transactionId: toNew.id, body: 'Hello Ada' });
    await scene.engine.settled(toKnown.id);
    const sent = await scene.engine.sent(toKnown.id);
    expect(sent).toMatchObject([{ content: { channel: 'email', subject: 'Hello Ada' } }]);
    expect(await scene.engine.story(toNew.id)).toEqual(['completed: delivered', expect.stringContaining('skipped')]);
  });

  it('is read when its in-app message is, and unread again with it', async () => {
    const type = await scene.type(application, { workflowId });
    const externalId = scene.engine.newId();
    const { body } = await scene.send(application, { type, externalId });
    const isRead = async () => (await scene.get(application, body.id)).body.isRead;
    const [message] = await inboxOf(externalId, 1);
    expect(await isRead()).toBe(false);
    const path = `/v2/subscribers/${externalId}/notifications/${message.id}`;
    expect((await scene.api.patch(`${path}/read`)).status).toBe(200);
    expect(await isRead()).toBe(true);
    expect((await scene.api.patch(`${path}/unread`)).status).toBe(200);
    expect(await isRead()).toBe(false);
  });

  it('is never read without an in-app step, and is there before it is delivered', async () => {
    const wait = { type: 'delay', controlValues: { amount: 1, unit: 'hours' } };
    const type = await scene.type(application, { workflowId: await scene.engine.workflow([wait]) });
    const { body } = await scene.send(application, { type, externalId: '5' });
    expect((await scene.get(application, body.id)).body).toEqual(body);
    await scene.engine.settled(body.id);
    expect((await scene.get(application, body.id)).body).toEqual(body);
  });

  it('shows missing variables as nothing, and HTML in metadata as what cannot run', async () => {
    const type = await scene.type(application, { workflowId });
    const externalId = scene.engine.newId();
    const missing = await scene.send(application, { type, externalId });
    expect(missing.body.text).toBe('Hello ');
    const name = 'Ada<script>alert(1)</script><img src="x" onerror="alert(2)">';
    const hostile = await scene.send(application, { type, externalId: `${externalId}-2`, metadata: { name } });
    expect(hostile.body.text).toBe('Hello Ada<img src="x" />');
    const [message] = await inboxOf(`${externalId}-2`, 1);
    expect(message).toMatchObject({ subject: 'Ada<img src="x" />', body: 'Hello Ada<img src="x" />' });
  });

  it('numbers the users of an application, each once, however many requests see one first', async () => {
    const own = await scene.application();
    const type = await scene.type(own, { workflowId });
    const numberOf = async (externalId: string): Promise<unknown> =>
      (await scene.send(own, { type, externalId })).body.appUser;
    const together = await Promise.all(Array.from({ length: 10 }, () => numberOf('ada')));
    expect(new Set(together).size).toBe(1);
    const [ada, grace] = [await numberOf('ada'), await numberOf('grace')];
    expect(ada).toBe(together[0]);
    expect(ada).toEqual(expect.any(Number));
    expect(grace).toBeGreaterThan(ada as number);
    expect(await numberOf('9007199254740991')).toBe(9_007_199_254_740_991);
    expect(await numberOf('9007199254740993')).toBeLessThan(100);
    expect(await scene.engine.model(LegacyUser).countDocuments({ subscriberId: 'ada' })).toBe(1);
  });

  it('is one bundle with others of the same segment and user', async () => {
    const type = await scene.type(application, { workflowId, bundleSegment: '{{b}}' });
    const [ada, grace] = [scene.engine.newId(), scene.engine.newId()];
    for (const [externalId, b] of [
      [ada, 'x'],
      [ada, 'x'],
      [ada, 'y'],
      [ada, ''],
      [grace, 'x'],
    ] as const) {
      expect((await scene.send(application, { type, externalId, metadata: { b } })).body.bundleSegment).toBe(b);
    }
    const bundles = async (subscriberId: string, count: number) => {
      const shown = await inboxOf(subscriberId, count);
      return shown.map(({ data }: { data?: object }) => JSON.stringify(data ?? {})).toSorted();
    };
    const bundle = (bundleSegment: string, bundleCount: number) => JSON.stringify({ bundleSegment, bundleCount });
    expect(await bundles(ada, 4)).toEqual([bundle('x', 2), bundle('x', 2), bundle('y', 1), '{}']);
    expect(await bundles(grace, 1)).toEqual([bundle('x', 1)]);
    const first = (await inboxOf(ada, 4)).find(({ data }: { data?: { bundleSegment?: string } }) => {
      return data?.bundleSegment === 'x';
    });
    await scene.api.patch(`/v2/subscribers/${ada}/notifications/${first.id}/archive`);
    expect(await bundles(ada, 3)).toEqual([bundle('x', 1), bundle('y', 1), '{}']);
    const archive = await scene.api.get(`/v2/subscribers/${ada}/notifications?archived=true`);
    expect(archive.body.data).toMatchObject([{ id: first.id, data: { bundleSegment: 'x' } }]);
    expect(archive.body.data[0].data).not.toHaveProperty('bundleCount');
  });

  it('is gone, with the number of its user, when the user is deleted', async () => {
    const type = await scene.type(application, { workflowId });
    const externalId = scene.engine.newId();
    const { body } = await scene.send(application, { type, externalId });
    await inboxOf(externalId, 1);
    expect((await scene.get(application, body.id)).status).toBe(200);
    expect((await scene.api.delete(`/v2/subscribers/${externalId}`)).status).toBe(200);
    await eventually(async () => {
      expect((await scene.get(application, body.id)).status).toBe(404);
      expect(await scene.engine.model(LegacyUser).countDocuments({ subscriberId: externalId })).toBe(0);
    });
  });

  it('costs one store command for a user with a number, two for another one', async () => {
    const type = await scene.type(application, { workflowId });
    await scene.send(application, { type, externalId: 'known' });
    const { LegacyNotificationsService } = await import('../../src/legacy/sending/legacy-notifications.service.js');
    const { LegacyCredentials } = await import('../../src/legacy/applications/legacy-credentials.service.js');
    const { app } = scene.engine.carillon;
    const cost = (externalId: string) =>
      countCommands(async () => {
        const found = await app.get(LegacyCredentials).find(application.applicationId, application.secret);
        await app.get(LegacyNotificationsService).send(found!, { type, externalId });
      });
    expect(await cost('3')).toBe(1);
    expect(await cost('known')).toBe(2);
  });

  it('exists once for each of 200 answers', async () => {
    const type = await scene.type(application, { workflowId });
    const ids: string[] = [];
    let left = 200;
    const caller = async (): Promise<void> => {
      while (left-- > 0) {
        const externalId = String(100_000 + left);
        const { status, body } = await scene.send(application, { type, externalId, metadata: { name: externalId } });
        expect({ status, text: body.text }).toEqual({ status: 200, text: `Hello ${externalId}` });
        ids.push(body.id);
      }
    };
    await Promise.all(Array.from({ length: 50 }, caller));
    expect(new Set(ids).size).toBe(200);
    const events = await scene.engine
      .model(Event)
      .find({ transactionId: { $in: ids } })
      .lean();
    expect(events).toHaveLength(200);
    await eventually(async () => {
      const messages = await scene.engine.messages.find({ transactionId: { $in: ids } }, { transactionId: 1 }).lean();
      expect(messages).toHaveLength(200);
      expect(new Set(messages.map(({ transactionId }) => transactionId)).size).toBe(200);
    });
  });
});
