import type { Page } from 'playwright-core';
import { BootstrapService } from '../../src/server/bootstrap/bootstrap.service.js';
import { describeInBrowser } from '../browser/chromium.js';
import { PASSWORD } from '../builders/account.js';
import { eventually } from '../eventually.js';
import { MessageServer } from '../delivery/sending/message-server.js';
import { ConsoleScene } from './console-scene.js';
import { Keyboard } from './keyboard.js';

describeInBrowser('the console by keyboard alone', () => {
  let scene: ConsoleScene;
  let page: Page;
  let keyboard: Keyboard;
  let service: MessageServer;

  beforeAll(async () => {
    service = await MessageServer.start();
    const settings = { OUTBOX: 'on', DELIVER_TO: 'providers', HTTP_PRIVATE_TARGETS: '127.0.0.1' };
    scene = await ConsoleScene.start({ settings });
    page = await scene.newPage();
    keyboard = new Keyboard(page);
  });

  afterAll(async () => {
    await scene?.close();
    await service?.close();
  });

  const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
  const dialog = () => page.getByRole('dialog');

  it('makes the first owner of a link', async () => {
    const token = scene.test.app.get(BootstrapService).setupToken!;
    await scene.open(page, `/accept#token=${token}`, 'Set up Carillon');
    await keyboard.write('Email', 'ada@example.com');
    await keyboard.write('New password', PASSWORD);
    await keyboard.press('Enter');
    await heading('Overview');
  });

  it('simulates and sends, finds the run, and reads why the SMS was skipped', async () => {
    const { api } = scene.test;
    await api.subscriber({ subscriberId: 'grace', firstName: 'Grace', email: 'g@example.com' });
    const steps = [{ name: 'Code', type: 'sms', controlValues: { body: 'Code {{payload.code}}' } }];
    await api.workflow({ workflowId: 'code', name: 'Sign-in code', steps });
    await keyboard.find('Sign-in code');
    await heading('Sign-in code');
    await keyboard.to('tab', 'Steps');
    for (const _ of ['Settings', 'Payload', 'Preferences', 'Test']) await keyboard.press('ArrowRight');
    await keyboard.write('Recipient', 'Grace', 'combobox');
    await page.getByRole('option', { name: 'Grace (grace)' }).waitFor();
    await keyboard.press('ArrowDown');
    await keyboard.press('Enter');
    await keyboard.use('button', 'Simulate');
    await page.getByText('Nothing was sent. A trigger would do this:').waitFor();
    await keyboard.use('button', 'Send to grace');
    await keyboard.use('button', 'Send', { within: dialog() });
    await page.getByText('Test sent as').waitFor();
    await keyboard.find('Activity', /^Activity/);
    await heading('Activity');
    await keyboard.use('link', 'Grace');
    await heading('Sign-in code to Grace');
    await page.getByText('Grace has no phone number').first().waitFor();
  });

  it('publishes to Production', async () => {
    await keyboard.find('Environments', /^Environments/);
    await heading('Environments');
    await keyboard.use('link', 'with Development');
    await keyboard.use('button', 'Publish 1 to Production');
    await keyboard.use('button', 'Publish', { within: dialog() });
    await page.getByText('1 of 1 published to Production').waitFor();
    expect((await scene.test.otherApi.get('/v2/workflows/code')).status).toBe(200);
  });

  it('retries a failed message', async () => {
    const { api } = scene.test;
    const { body } = await api.post('/v1/integrations', service.integration('email', 'Mail'));
    // Before the account of the outbox.
    await api.post(`/v1/integrations/${body.data._id}/set-primary`, {});
    service.status = () => 400;
    const steps = [{ name: 'Email', type: 'email', controlValues: { subject: 'Hello', body: '<p>Hi</p>' } }];
    await api.workflow({ workflowId: 'receipt', name: 'Receipt', steps });
    await api.trigger('receipt', { to: 'grace' });
    await eventually(async () => expect((await api.get('/v1/dead-letters')).body.totalCount).toBe(1));
    service.status = () => 200;
    await keyboard.find('Failed messages', /^Failed messages/);
    await heading('Failed messages');
    await keyboard.use('link', /status 400/);
    await heading('Email of receipt');
    await keyboard.use('button', 'Retry');
    await eventually(async () => expect(service.accepted).toHaveLength(1));
    await page.getByText('No failed messages').waitFor();
  });

  it('changes the order of the failover, and which integration is primary', async () => {
    const { api } = scene.test;
    for (const name of ['Second', 'Third']) await api.post('/v1/integrations', service.integration('email', name));
    // They are new to the console, which reads nothing again for ten seconds.
    await scene.open(page, '/integrations', 'Integrations');
    const row = (name: string) => page.getByRole('row', { name: new RegExp(`^${name} `) });
    const priorities = async () => {
      const { body } = await api.get('/v1/integrations');
      const ofName = (name: string) => body.find((one: { name: string }) => one.name === name);
      return ['Second', 'Third'].map((name) => ofName(name).priority ?? 0);
    };
    const [upper, lower] = (await row('Third').innerText()).includes('#2') ? ['Third', 'Second'] : ['Second', 'Third'];
    await row(lower).getByText('Failover').waitFor();
    await keyboard.use('button', `Move ${lower} up`);
    await page.getByText(new RegExp(`^${lower} is \\d of \\d now$`)).waitFor();
    const [second, third] = await priorities();
    expect(lower === 'Second' ? second! - third! : third! - second!).toBeGreaterThan(0);
    // The focus stays where it is pressed again.
    await keyboard.to('button', `Move ${lower} up`);
    await keyboard.use('button', `Make primary: ${upper}`);
    await keyboard.use('button', 'Make primary', { within: dialog() });
    await row(upper).getByText('Primary #1').waitFor();
  });

  it('revokes a key', async () => {
    const { key } = (await scene.test.api.post('/v1/api-keys', { name: 'Shop', permissions: 'read' })).body.data;
    await keyboard.find('API keys', /^API keys/);
    await heading('API keys');
    await keyboard.use('button', 'Revoke Shop');
    await keyboard.use('button', 'Revoke', { within: dialog() });
    await page.getByText('Shop was revoked').waitFor();
    const headers = { authorization: `ApiKey ${key}` };
    const used = await scene.test.anonymous.request({ method: 'GET', url: '/v1/environments/me', headers });
    expect(used.status).toBe(401);
  });

  it('keeps its place after a dialog, a refusal and a change', async () => {
    const hasFocus = (role: 'button' | 'textbox', name: string) =>
      page.getByRole(role, { name, exact: true }).and(page.locator(':focus')).waitFor();
    await keyboard.find('Brand', /^Brand/);
    await heading('Brand');
    await keyboard.use('button', 'Choose image');
    await dialog().getByText('No images yet').waitFor();
    await keyboard.press('Escape');
    await dialog().waitFor({ state: 'detached' });
    await hasFocus('button', 'Choose image');
    await keyboard.press('Control+k');
    await dialog().waitFor();
    await keyboard.press('Escape');
    await dialog().waitFor({ state: 'detached' });
    await hasFocus('button', 'Choose image');
    await keyboard.find('Topics', /^Topics/);
    await heading('Topics');
    await keyboard.use('link', 'Create topic');
    await heading('Create topic');
    await keyboard.use('button', 'Create');
    await page.getByText('This field is required').waitFor();
    await hasFocus('textbox', 'Key');
    const { body } = await scene.test.api.get('/v1/integrations');
    const mail = body.find(({ name }: { name: string }) => name === 'Mail');
    await scene.open(page, `/integrations/${mail._id}`, 'Mail');
    await keyboard.write('Email address', 'grace@example.com');
    await keyboard.use('button', 'Send test');
    await page.getByText('accepted the message').waitFor();
    await hasFocus('button', 'Send test');
    await page.setViewportSize({ width: 390, height: 900 });
    await keyboard.use('button', 'Open menu');
    await page.getByRole('button', { name: 'Close menu' }).waitFor();
    await keyboard.press('Escape');
    await hasFocus('button', 'Open menu');
    await page.setViewportSize({ width: 1280, height: 900 });
  });

  it('invites a viewer, who sees no secret and can change nothing', async () => {
    await keyboard.find('Team', /^Team/);
    await heading('Team');
    await keyboard.use('link', 'Invite member');
    await heading('Invite member');
    await keyboard.write('Email', 'vera@example.com');
    await keyboard.use('button', 'Send invitation');
    const link = (await dialog().locator('pre').textContent())!;
    await keyboard.use('button', 'Done', { within: dialog() });
    await page.getByRole('cell', { name: 'vera@example.com', exact: true }).waitFor();

    await scene.browser.clearCookies();
    await scene.open(page, `/accept${new URL(link).hash}`, 'Accept the invitation');
    await keyboard.write('New password', PASSWORD);
    await keyboard.press('Enter');
    await heading('Overview');
    await page.goto(`${scene.url}/api-keys`);
    await page.getByRole('alert').getByText('An owner or admin can change your role').waitFor();
    await keyboard.find('Grace', 'Grace');
    await heading('Grace');
    await keyboard.to('button', 'Erase');
    await page.getByRole('tooltip').getByText('Needs the role owner, admin or author').waitFor();
    await keyboard.press('Enter');
    expect(await dialog().count()).toBe(0);
  });

  it('calls nobody but this server, breaks no script, and keeps to its policy', () => {
    expect(scene.foreign).toEqual([]);
    expect(scene.failures).toEqual([]);
  });
});
