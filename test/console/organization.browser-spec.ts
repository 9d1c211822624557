import type { BrowserContext, Page } from 'playwright-core';
import { describeInBrowser, openBeside } from '../browser/chromium.js';
import { PASSWORD } from '../builders/account.js';
import { eventually } from '../eventually.js';
import { MessageServer } from '../delivery/sending/message-server.js';
import { ConsoleScene } from './console-scene.js';

describeInBrowser('the console for those who run an organization', () => {
  let scene: ConsoleScene;
  let page: Page;
  let mail: MessageServer;
  let other: BrowserContext;
  let owner: string;

  beforeAll(async () => {
    mail = await MessageServer.start();
    scene = await ConsoleScene.start({ settings: { DELIVER_TO: 'providers', HTTP_PRIVATE_TARGETS: '127.0.0.1' } });
    page = await scene.newPage();
    owner = await scene.signInAs(page, 'owner');
  });

  afterAll(async () => {
    await other?.close();
    await scene?.close();
    await mail.close();
  });

  const heading = (name: string, on = page) => on.getByRole('heading', { level: 1, name, exact: true });
  const field = (name: string) => page.getByRole('textbox', { name, exact: true });
  const button = (name: string | RegExp, on = page) => on.getByRole('button', { name, exact: true });
  const dialog = () => page.getByRole('dialog');

  it('invites a viewer with a link that another browser accepts, and who sees no secret and changes nothing', async () => {
    await scene.open(page, '/create/invitation', 'Invite member');
    await button('Send invitation').click();
    await page.getByText('This field is required').waitFor();
    await field('Email').fill('vera@example.com');
    // No key may invite, so that the command has the token of a person.
    await button('As curl').click();
    const command = page.getByRole('dialog', { name: 'As curl' }).locator('pre');
    expect(await command.textContent()).toMatch(/\/v1\/invitations'[^]*Bearer \$CARILLON_SESSION[^]*vera@example.com/);
    await page.keyboard.press('Escape');
    await button('Send invitation').click();
    const link = (await dialog().locator('pre').textContent())!;
    expect(link).toMatch(/\/console\/accept#token=/);
    await dialog().getByText('It was not sent').waitFor();
    await button('Done').click();
    await page.getByRole('cell', { name: 'vera@example.com', exact: true }).waitFor();

    other = await openBeside(scene.browser);
    const theirs = await other.newPage();
    theirs.setDefaultTimeout(60_000);
    await theirs.goto(`${scene.url}/accept${new URL(link).hash}`);
    await theirs.getByRole('textbox', { name: 'New password' }).fill(PASSWORD);
    await button('Sign in', theirs).click();
    await theirs.getByRole('navigation', { name: 'Screens' }).waitFor({ state: 'attached' });
    for (const path of ['/api-keys', '/audit', '/team']) {
      await theirs.goto(scene.url + path);
      await theirs.getByRole('alert').getByText('An owner or admin can change your role').waitFor();
    }
    await theirs.goto(`${scene.url}/create/api-key`);
    await heading('Create API key', theirs).waitFor();
    expect(await button('Create', theirs).getAttribute('aria-disabled')).toBe('true');
    expect(await theirs.locator('body').textContent()).not.toContain('whsec_');
  });

  it('gives a member another role in one environment, and removes the member', async () => {
    await scene.open(page, '/team', 'Team');
    await page.getByRole('link', { name: 'vera@example.com' }).click();
    await page.getByRole('combobox', { name: 'Development' }).selectOption('author');
    await button('Save').click();
    await page.getByText('Other roles count').waitFor();
    await page.getByRole('link', { name: 'Team' }).first().click();
    await page.getByText('viewer; author in Development').waitFor();
    await page.getByRole('link', { name: 'vera@example.com' }).click();
    await button('Remove').click();
    await dialog().getByRole('textbox').fill('vera@example.com');
    await dialog().getByRole('button', { name: 'Remove' }).click();
    await heading('Team').waitFor();
    await page.getByRole('link', { name: 'vera@example.com' }).waitFor({ state: 'detached' });
  });

  it('makes a key that is shown once, works, and is refused when it was revoked', async () => {
    await scene.open(page, '/create/api-key', 'Create API key');
    await field('Name').fill('Shop server');
    await button('Create').click();
    const key = (await dialog().locator('pre').textContent())!;
    expect(key).toMatch(/^[0-9a-z]{32,}$/i);
    const headers = { authorization: `ApiKey ${key}` };
    const payload = { name: 'none', to: 'ada' };
    const trigger = { method: 'POST', url: '/v1/events/trigger', headers, payload } as const;
    const status = async () => (await scene.test.anonymous.request(trigger)).status;
    expect(await status()).not.toBe(401);
    await button('Done').click();
    await page.getByRole('link', { name: 'Shop server' }).waitFor();
    expect(await page.locator('body').textContent()).not.toContain(key);

    await button('Revoke Shop server').click();
    await dialog().getByRole('button', { name: 'Revoke' }).click();
    await page.getByText('Shop server was revoked').waitFor();
    expect(await status()).toBe(401);
  });

  it('shows in the audit trail who revoked the key, with a link to the very entry', async () => {
    await scene.open(page, '/audit?resource=api-keys', 'Audit log');
    // The heading is there before the entries: what is read of the row is waited for.
    const revoked = page.getByRole('row').filter({ hasText: 'Delete an API key' }).first();
    expect(await revoked.textContent()).toContain(owner);
    await page.getByRole('link', { name: 'Create an API key' }).click();
    await page.waitForURL(/entry=\d+/);
    await dialog().getByText('Shop server').first().waitFor();
    await page.reload();
    await dialog().getByText('Changes').waitFor();
    const entries = await page.getByText(/^\d+ entries$/).textContent();
    await dialog().getByRole('button', { name: 'Close' }).click();
    await page.getByRole('combobox', { name: 'Type' }).selectOption('session');
    await page.waitForURL(/kind=session/);
    await page.getByText('No results').waitFor();
    expect(entries).toBe('2 entries');
    const download = page.waitForEvent('download');
    await button('Export').click();
    expect((await download).suggestedFilename()).toBe('audit.jsonl');
  });

  it('retries a failed message, and all of them with progress', async () => {
    const { api } = scene.test;
    await api.post('/v1/integrations', mail.integration('email', 'Mail'));
    mail.status = () => 400;
    const steps = [{ name: 'Email', type: 'email', controlValues: { subject: 'Hello', body: '<p>Hi</p>' } }];
    await api.workflow({ workflowId: 'receipt', name: 'Receipt', steps });
    const to = ['one', 'two', 'three'].map((subscriberId) => ({ subscriberId, email: `${subscriberId}@example.com` }));
    await api.trigger('receipt', { to });
    const dead = async () => (await api.get('/v1/dead-letters')).body.totalCount as number;
    await eventually(async () => expect(await dead()).toBe(3));

    mail.status = () => 200;
    await scene.open(page, '/dead-letters?workflowId=receipt', 'Failed messages');
    await page.getByText('3 failed messages').waitFor();
    await page.getByRole('row').filter({ hasText: 'one' }).getByRole('link').first().click();
    await heading('Email of receipt').waitFor();
    await page.getByText('the content is not accepted').waitFor();
    await button('Retry').click();
    await page.getByText('2 failed messages').waitFor();

    await button('Retry all 2').click();
    await dialog().getByRole('button', { name: 'Retry' }).click();
    await page.getByText('2 messages retried').waitFor();
    await page.getByText('No failed messages').waitFor();
    await eventually(async () => expect(mail.accepted).toHaveLength(3));
  });

  it('creates a webhook, sends it a test event and once more, and shows its secret', async () => {
    mail.status = () => 200;
    await scene.open(page, '/create/webhook', 'Create webhook');
    await field('Endpoint URL').fill('no address');
    await button('Create').click();
    await page.getByRole('alert').or(page.locator('.mantine-TextInput-error')).first().waitFor();
    const address = `${mail.address}/hook`;
    await field('Endpoint URL').fill(address);
    await page.getByRole('checkbox', { name: 'message.failed' }).check();
    await button('Create').click();
    await heading(address).waitFor();
    await button('Show secret').click();
    await page.getByText(/^whsec_/).waitFor();
    await button('Send test event').click();
    await heading('webhook.test').waitFor();
    await page.getByText('delivered', { exact: true }).waitFor();
    await button('Replay').click();
    await page.getByRole('cell', { name: '200' }).nth(1).waitFor();
    expect(mail.requests.filter(({ path }) => path === '/hook')).toHaveLength(2);
  });

  it('changes the settings of an environment, and deletes one only with its name typed', async () => {
    await scene.open(page, '/settings', 'Settings');
    await page.getByRole('switch', { name: 'Failover' }).uncheck();
    await field('Name').fill('Trials');
    await page.getByRole('spinbutton', { name: 'Message content retention (days)' }).fill('7');
    await button('Save').click();
    await button('Environment: Trials').waitFor();
    const { data } = (await scene.test.api.get('/v1/environments/me')).body;
    expect(data).toMatchObject({ name: 'Trials', failover: false, contentRetentionDays: 7 });
    await button('Delete this environment').click();
    expect(await dialog().getByRole('button', { name: 'Delete' }).isDisabled()).toBe(true);
    await dialog().getByRole('button', { name: 'Cancel' }).click();
  });

  it('creates an environment, which is chosen then', async () => {
    await scene.open(page, '/environments', 'Environments');
    await page.getByRole('link', { name: 'Create environment' }).click();
    await field('Name').fill('Staging');
    await page.getByRole('combobox', { name: 'Receives from' }).click();
    await page.getByRole('option', { name: 'Trials' }).click();
    await button('Create').click();
    await button('Environment: Staging').waitFor();
    await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
  });

  it('calls nobody but this server, breaks no script, and keeps to its policy', () => {
    expect(scene.foreign).toEqual([]);
    expect(scene.failures).toEqual([]);
  });
});
