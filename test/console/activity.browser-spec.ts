import type { Page } from 'playwright-core';
import { describeInBrowser } from '../browser/chromium.js';
import { MessageServer } from '../delivery/sending/message-server.js';
import { ConsoleScene } from './console-scene.js';

describeInBrowser('activity in the console', () => {
  let scene: ConsoleScene;
  let page: Page;
  let mail: MessageServer;

  beforeAll(async () => {
    scene = await ConsoleScene.start({
      settings: { DELIVER_TO: 'providers', HTTP_PRIVATE_TARGETS: '127.0.0.1', OUTBOX: 'on' },
    });
    mail = await MessageServer.start();
    page = await scene.newPage();
    await scene.signInAs(page, 'author');
    const { api } = scene.test;
    const { body } = await api.post('/v1/integrations', mail.integration('email', 'Mail'));
    // Before the account of the outbox, which has the other messages.
    await api.post(`/v1/integrations/${body.data._id}/set-primary`, {});
    await api.subscriber({ subscriberId: 'ada', firstName: 'Ada', email: 'ada@example.com' });
    await workflow('code', 'Sign-in code', { type: 'sms', controlValues: { body: 'Code {{payload.code}}' } });
    await workflow('later', 'Reminder', { type: 'delay', controlValues: { type: 'regular', amount: 3, unit: 'days' } });
    const content = { subject: 'Invoice', editorType: 'html', body: '<p>Invoice</p>' };
    await workflow('invoice', 'Invoice', { type: 'email', controlValues: content });
  });

  afterAll(async () => {
    await scene?.close();
    await mail?.close();
  });

  const workflow = (workflowId: string, name: string, step: object) =>
    scene.test.api.post('/v2/workflows', { workflowId, name, active: true, steps: [{ name: 'The step', ...step }] });
  const trigger = (name: string, transactionId: string, to: unknown = 'ada') =>
    scene.test.api.post('/v1/events/trigger', { name, to, transactionId, payload: { code: 4711 } });
  const link = (name: string) => page.getByRole('link', { name, exact: true });
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const result = () => page.getByRole('region', { name: 'Result' });

  it('shows a run as soon as it begins, and says in words why somebody got nothing', async () => {
    await scene.open(page, '/activity', 'Activity');
    await page.getByText('No activity yet').waitFor();
    await page.getByRole('status').getByText('Live').waitFor();
    await trigger('code', 'code-1');
    await page.getByText('SMS: Ada has no phone number').waitFor();
    await link('Ada').click();
    await page.getByRole('heading', { level: 1, name: 'Sign-in code to Ada' }).waitFor();
    await result().getByText('Not delivered to Ada').waitFor();
    await result().getByText('SMS: Ada has no phone number, so there was nowhere to send it.').waitFor();
    await result().getByText('Add it to the subscriber').waitFor();
    await page.getByRole('row', { name: 'payload.code 4711' }).waitFor();
    await button('Trigger as curl').click();
    await page.getByLabel('Trigger as curl').getByText('"code": 4711').waitFor();
    await page.keyboard.press('Escape');
  });

  it('simulates the same trigger with what is stored today', async () => {
    await scene.test.api.patch('/v2/subscribers/ada', { phone: '+4915112345678' });
    await button('Re-run as simulation').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('The step').waitFor();
    expect(await dialog.getByText('no phone number').count()).toBe(0);
    await page.keyboard.press('Escape');
  });

  it('keeps the filters in the address, for others and under a name', async () => {
    await trigger('later', 'later-1');
    await scene.open(page, '/activity?status=skipped', 'Activity');
    await page.getByRole('cell').getByText('Sign-in code').waitFor();
    expect(await page.getByRole('cell').getByText('Reminder').count()).toBe(0);
    await button('Views').click();
    await page.getByRole('textbox', { name: 'View name' }).fill('Skipped');
    await button('Save').click();
    await link('Skipped').waitFor();
    await page.keyboard.press('Escape');
    await scene.open(page, '/activity', 'Activity');
    await page.getByRole('cell').getByText('Reminder').waitFor();
    await button('Views').click();
    await link('Skipped').click();
    await page.waitForURL(/status=skipped/);
  });

  it('stands still while it is paused', async () => {
    await scene.open(page, '/activity?paused=yes&transaction=later-2', 'Activity');
    await page.getByText('No results').waitFor();
    await trigger('later', 'later-2');
    await button('Resume').click();
    await page.getByRole('cell').getByText('Reminder').waitFor();
  });

  it('says a moment in UTC and what the sign of a step means, to the keyboard and the pointer', async () => {
    const hint = page.getByRole('tooltip');
    const moment = page.getByRole('cell').locator('time').first();
    await moment.focus();
    await hint.getByText(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC$/).waitFor();
    const sign = page.getByRole('cell').getByRole('img').first();
    await sign.hover();
    await hint.getByText((await sign.getAttribute('aria-label'))!, { exact: true }).waitFor();
    await moment.blur();
    await page.mouse.move(0, 0);
    await hint.waitFor({ state: 'detached' });
  });

  it('cancels what waits', async () => {
    await link('Ada').click();
    await result().getByText('In progress').waitFor();
    await button('Cancel the trigger').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel the trigger' }).click();
    await result().getByText('Canceled before everything was sent to Ada').waitFor();
  });

  it('sends again what a provider has refused', async () => {
    mail.status = () => 400;
    await trigger('invoice', 'invoice-1');
    await scene.open(page, '/activity?transaction=invoice-1&status=failed', 'Activity');
    await link('Ada').click();
    await result().getByText('email-webhook did not accept it: status 400').waitFor();
    mail.status = () => 200;
    await button('Retry Email').click();
    await result().getByText('Sent by email to Ada').waitFor();
  });

  it('V8: masks members of a payload that the environment names, and opens them with an entry in the audit trail', async () => {
    const { data } = (await scene.test.api.get('/v1/environments/me')).body;
    await scene.test.api.put(`/v1/environments/${data._id}`, { maskedPayloadKeys: ['code'] });
    await scene.signInAs(page, 'author');
    await scene.open(page, '/activity?transaction=code-1', 'Activity');
    await link('Ada').click();
    const input = page.getByRole('region', { name: 'Input' });
    await input.getByText('"code": "••••••••"').waitFor();
    const open = input.getByRole('button', { name: 'View masked values (this is logged)' });
    expect(await open.getAttribute('aria-disabled')).toBe('true');
    await page.getByRole('row', { name: 'payload.code ••••••••' }).waitFor();

    await scene.signInAs(page, 'support');
    await scene.open(page, '/activity?transaction=code-1', 'Activity');
    await link('Ada').click();
    await open.click();
    await input.getByText('"code": 4711').waitFor();
    const [entry] = (await scene.test.api.get('/v1/audit?limit=1')).body.data;
    expect(entry).toMatchObject({ kind: 'secret', operation: 'Content_get', actor: { type: 'person' } });
    await scene.test.api.put(`/v1/environments/${data._id}`, { maskedPayloadKeys: [] });
  });

  it('lets support send a failed message again, and shows support no screen that it may not see', async () => {
    mail.status = () => 400;
    await trigger('invoice', 'invoice-2');
    await scene.open(page, '/dead-letters', 'Failed messages');
    const screens = page.getByRole('navigation', { name: 'Screens' });
    expect(await screens.getByRole('link').allTextContents()).toEqual([
      'Overview',
      'Activity',
      'Triggers',
      'Waiting',
      'Failed messages',
      'Outbox',
      'Subscribers',
      'Suppressions',
      'Topics',
      'Contexts',
      'Tenants',
      'Environments',
      'Settings',
    ]);
    expect(await screens.getByRole('button').count()).toBe(0);
    mail.status = () => 200;
    await page.getByRole('row').filter({ hasText: 'ada' }).getByRole('button', { name: 'Retry' }).click();
    await page.getByText('No failed messages').waitFor();
    await scene.signInAs(page, 'author');
  });

  it('sends again what had no integration once there is one', async () => {
    const steps = [{ name: 'Tool', type: 'tool', controlValues: { body: 'Hello' } }];
    await scene.test.api.post('/v2/workflows', { workflowId: 'tool', name: 'Tool', active: true, steps });
    await trigger('tool', 'tool-1');
    await scene.open(page, '/activity?transaction=tool-1&status=failed', 'Activity');
    await link('Ada').click();
    await result().getByText('This environment has no active integration for').waitFor();
    await result().getByText('Add or activate one, then send it again.').waitFor();
    await page.getByRole('button', { name: /^Retry / }).waitFor();
  });

  it('says for a trigger what became of its recipients, and why there were none', async () => {
    await scene.open(page, '/triggers/code-1', 'Trigger');
    await page.getByText('The recipient was skipped').waitFor();
    await link('1 skipped').click();
    await page.getByRole('region', { name: 'Recipients' }).getByRole('link', { name: 'no address' }).waitFor();
    await trigger('code', 'nobody-1', [{ type: 'Topic', topicKey: 'no-such-topic' }]);
    // The list is read once.
    await scene.test.api.get('/v1/events/trigger/nobody-1?wait=30');
    await scene.open(page, '/triggers', 'Triggers');
    await page.getByText("Nothing was sent. Topic 'no-such-topic' does not exist.").waitFor();
  });

  it('calls nobody but this server, breaks no script, and keeps to its policy', () => {
    expect(scene.foreign).toEqual([]);
    expect(scene.failures).toEqual([]);
  });
});
