import type { Page } from 'playwright-core';
import { buildOpenApiDocument } from '../../src/server/openapi/openapi.js';
import { describeInBrowser } from '../browser/chromium.js';
import { eventually } from '../eventually.js';
import { MessageServer } from '../delivery/sending/message-server.js';
import { makeThings, type Things } from '../walk/things.js';
import { ConsoleScene } from './console-scene.js';
import { HostileBodies, MARK, PAYLOAD } from './hostile-bodies.js';
import { SCREENS } from './screens.js';

/** As text, or as what an input holds. */
const SHOWS_MARK = `[document.body.textContent, ...[...document.querySelectorAll('input, textarea')].map(({ value }) => value)]
  .some((text) => text.includes(${JSON.stringify(MARK)}))`;

/** What does not show it by then never will, however busy the machine is. */
const PATIENCE_MS = 30_000;

/** What was taken for HTML, and what has run. */
const TRACES = `[...document.querySelectorAll('img[src*=hostile], [onerror], [onload], a[href^="javascript:"]')]
  .map(({ outerHTML }) => outerHTML).concat(window.owned ? ['ran'] : [], document.title === 'owned' ? ['title'] : [])`;

describeInBrowser('hostile text in the console', () => {
  let scene: ConsoleScene;
  let page: Page;
  let service: MessageServer;
  let things: Things;
  const troubles: string[] = [];

  beforeAll(async () => {
    service = await MessageServer.start();
    const settings = { OUTBOX: 'on', DELIVER_TO: 'providers', HTTP_PRIVATE_TARGETS: '127.0.0.1' };
    scene = await ConsoleScene.start({ settings });
    things = await makeThings(scene.test.api);
    page = await scene.newPage();
    page.on('dialog', (dialog) => {
      troubles.push(`asks: ${dialog.message()}`);
      void dialog.dismiss();
    });
    page.on('request', (request) => {
      if (new URL(request.url()).pathname === '/hostile') troubles.push('asks for the picture');
    });
    await scene.signInAs(page, 'owner');
  });

  afterAll(async () => {
    await scene?.close();
    await service?.close();
  });

  const data = async (path: string) => (await scene.test.api.get(path)).body.data;

  /** What has gone wrong on a screen that is there. */
  async function note(path: string): Promise<void> {
    const traces = await page.evaluate<string[]>(TRACES);
    troubles.push(...[...traces, ...scene.failures.splice(0)].map((trouble) => `${path}: ${trouble}`));
  }

  it('is taken by text fields all over the API', async () => {
    const bodies = new HostileBodies(buildOpenApiDocument(scene.test.app), scene.test.api, { ...things, slack: [] });
    const taken = await bodies.store();
    expect(taken.size).toBeGreaterThan(35);
    expect(taken.get('PATCH /v2/subscribers/:subscriberId')).toEqual(
      expect.arrayContaining(['firstName', 'lastName', 'avatar', 'data.free']),
    );
    expect(taken.get('PUT /v2/workflows/:workflowId')).toEqual(
      expect.arrayContaining(['name', 'steps.0.controlValues.body', 'steps.1.controlValues.subject', 'steps.10.name']),
    );
  });

  it('is said by providers, receivers of webhooks and triggers', async () => {
    const { api } = scene.test;
    service.status = () => 400;
    service.response = PAYLOAD;
    const { identifier } = (await api.post('/v1/integrations', service.integration('email', PAYLOAD))).body.data;
    const content = { subject: '{{payload.text}}', body: '<p>{{payload.text}}</p>', editorType: 'html' };
    const steps = [{ name: PAYLOAD, type: 'email', controlValues: content }];
    await api.workflow({ workflowId: 'hostile', name: PAYLOAD, steps });
    const trigger = (transactionId: string, overrides: object) =>
      api.post('/v1/events/trigger', {
        name: 'hostile',
        to: { subscriberId: 'hostile', firstName: PAYLOAD, email: 'h@example.com' },
        payload: { text: PAYLOAD, [MARK]: MARK },
        transactionId,
        overrides,
      });
    await trigger('refused', { email: { integrationIdentifier: identifier } });
    expect((await trigger(MARK, {})).status).toBe(201);
    const hook = await api.post('/v1/webhooks', { url: `${service.address}/hook`, description: PAYLOAD });
    things['webhookId'] = [hook.body.data._id];
    things['deliveryId'] = [(await api.post(`/v1/webhooks/${hook.body.data._id}/test`, {})).body.data._id];
    await eventually(async () => {
      expect(await data('/v1/dead-letters?transactionId=refused')).toHaveLength(1);
      expect(await data(`/v1/outbox?transactionId=${encodeURIComponent(MARK)}`)).toHaveLength(1);
      expect(service.requests.filter(({ path }) => path === '/hook')).not.toEqual([]);
    });
  });

  it('stands there as text on the screens of what has it', async () => {
    const one = (name: string) => encodeURIComponent(things[name]![0]!);
    const [deadLetter] = await data('/v1/dead-letters?transactionId=refused');
    const [message] = await data(`/v1/outbox?transactionId=${encodeURIComponent(MARK)}`);
    const [run] = await data('/v1/notifications?transactionId=refused');
    const [entry] = await data('/v1/audit?operation=Topics_update');
    const hostile = (list: Record<string, string>[], id: string) =>
      encodeURIComponent(list.map((item) => item[id]!).find((text) => text.startsWith(MARK))!);
    const subscriberId = hostile(await data('/v2/subscribers?limit=100'), 'subscriberId');
    const layoutId = hostile((await data('/v2/layouts?limit=100')).layouts, 'layoutId');
    const { steps } = await data(`/v2/workflows/${one('workflowId')}`);
    const workflow = `/workflows/${one('workflowId')}`;
    for (const path of [
      '/subscribers',
      `/subscribers/${one('subscriberId')}`,
      `/subscribers/${subscriberId}`,
      '/workflows',
      ...steps.map(({ stepId }: { stepId: string }) => `${workflow}?step=${stepId}`),
      ...['settings', 'payload', 'test', 'code'].map((tab) => `${workflow}?tab=${tab}`),
      '/layouts',
      `/layouts/${one('layoutId')}`,
      `/layouts/${layoutId}`,
      `/translations/workflow/${one('resourceId')}?locale=en_US`,
      `/translations/workflow/${one('resourceId')}?locale=de_DE`,
      '/topics',
      `/topics/${one('topicKey')}`,
      `/contexts/tenant/${encodeURIComponent(things['/v2/contexts/:type/:id']![0]!)}`,
      '/integrations',
      `/integrations/${one('integrationId')}`,
      '/webhooks',
      `/webhooks/${one('webhookId')}?tab=settings`,
      `/webhooks/${one('webhookId')}/deliveries/${one('deliveryId')}`,
      '/api-keys',
      `/api-keys/${one('keyId')}`,
      `/dead-letters/${deadLetter.id}`,
      '/outbox',
      `/outbox/${message._id}`,
      '/activity',
      `/activity/${run._id}`,
      '/triggers',
      `/triggers/${encodeURIComponent(MARK)}`,
      `/audit?resource=topics&operation=Topics_update&entry=${entry.sequence}`,
      '/environments/compare',
    ]) {
      await scene.lead(page, path);
      const isThere = async () => expect(await page.evaluate(SHOWS_MARK)).toBe(true);
      await eventually(isThere, PATIENCE_MS).catch(() => troubles.push(`${path} does not show it`));
      await note(path);
    }
    expect(troubles).toEqual([]);
  });

  it('runs on no screen', async () => {
    for (const { prepare } of SCREENS) await prepare?.(scene.test);
    for (const screen of SCREENS) {
      await scene.show(page, screen);
      await note(screen.path);
    }
    expect(troubles).toEqual([]);
    expect(scene.foreign).toEqual([]);
  });
});
