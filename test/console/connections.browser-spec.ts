import type { Page } from 'playwright-core';
import { MailServer } from '#libs/providers/testing/mail-server.js';
import { axeProblems } from '../browser/axe.js';
import { describeInBrowser, screenshotPath } from '../browser/chromium.js';
import { ConsoleScene } from './console-scene.js';

describeInBrowser('the console connects providers and environments', () => {
  let scene: ConsoleScene;
  let page: Page;
  let mail: MailServer;

  beforeAll(async () => {
    mail = await MailServer.start({ allowInsecureAuth: true, disabledCommands: ['STARTTLS'] });
    scene = await ConsoleScene.start({ settings: { DELIVER_TO: 'providers' } });
    page = await scene.newPage();
    await scene.signInAs(page, 'owner');
  });

  afterAll(async () => {
    await scene?.close();
    await mail?.close();
  });

  const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true });
  const field = (name: string) => page.getByRole('textbox', { name, exact: true });
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const link = (name: string) => page.getByRole('link', { name, exact: true });

  it('connects a provider from the catalogue, and shows what it says to a test', async () => {
    await scene.open(page, '/integrations', 'Integrations');
    await link('Connect a provider').first().click();
    await page.getByRole('searchbox', { name: 'Search providers' }).fill('smtp');
    await link('SMTP').click();
    await heading('Connect SMTP').waitFor();
    await button('Connect').click();
    for (const name of ['Host', 'Port', 'From', 'Sender name'])
      await page.getByText(`${name} is required`, { exact: true }).waitFor();
    expect(await field('Host').evaluate('document.activeElement.labels[0].textContent')).toMatch(/^Host/);
    await field('Name').fill('Relay');
    await field('Host').fill('127.0.0.1');
    await field('Port').fill(String(mail.port));
    await field('From').fill('shop@example.com');
    await field('Sender name').fill('Shop');
    await field('User name').fill(MailServer.LOGIN.user);
    await page.getByLabel('Password', { exact: true }).fill(MailServer.LOGIN.password);
    await button('Connect').click();
    await heading('Relay').waitFor();

    await field('Email address').fill('ada@example.com');
    await button('Send test').click();
    await page.getByText('Sent: the provider accepted the message').waitFor();
    expect(mail.received).toMatchObject([{ to: ['ada@example.com'] }]);
    mail.refuse = { recipient: () => [550, '5.1.1 nobody of that name here'] };
    await button('Send test').click();
    await page.getByText('5.1.1 nobody of that name here').waitFor();
    await page.getByText('Status 550').waitFor();
  });

  it('shows a secret never again, and keeps it unless another is entered', async () => {
    expect(await page.getByLabel('Password', { exact: true }).inputValue()).toBe('');
    expect(await page.content()).not.toContain(MailServer.LOGIN.password);
    await field('Sender name').fill('Bookshop');
    await button('Save').click();
    await page.getByText('Saved', { exact: true }).waitFor();
    const { body } = await scene.test.api.get('/v1/integrations');
    const relay = body.find(({ name }: { name: string }) => name === 'Relay');
    expect(relay.maskedCredentials).toMatchObject({ senderName: 'Bookshop', password: 'set' });
  });

  it('switches tracking on, and says why it has no effect', async () => {
    await page.getByRole('switch', { name: 'Track opens' }).check();
    await page.getByRole('switch', { name: 'Track clicks' }).check();
    await button('Save').click();
    await page.getByText('Tracking has no effect').waitFor();
    await page.getByText('PUBLIC_URL of this installation is not an https address').waitFor();
    const { body } = await scene.test.api.get('/v1/integrations');
    const relay = body.find(({ name }: { name: string }) => name === 'Relay');
    expect(relay.configurations).toEqual({ trackOpens: true, trackClicks: true });
  });

  it('gives an integration conditions, and shows the order in which they are tried', async () => {
    await button('Add group').click();
    await page.getByRole('combobox', { name: 'Variable 1.1' }).fill('subscriber.data.plan');
    await field('Value 1.1').fill('pro');
    await page.getByRole('combobox', { name: 'Match in group 1' }).selectOption('No condition matches');
    expect(await axeProblems(page)).toEqual([]);
    await page.screenshot({ path: screenshotPath('integration-conditions'), fullPage: true });
    await button('Save').click();
    await page.getByText('If not (subscriber.data.plan is pro)').waitFor();
    await link('Integrations').first().click();
    await page.getByText('Conditional #1').waitFor();
  });

  it('says that a mail server cannot be reached', async () => {
    const credentials = { host: '127.0.0.1', port: '9', from: 'shop@example.com', senderName: 'Shop' };
    const closed = { providerId: 'nodemailer', name: 'Closed', credentials };
    const { body } = await scene.test.api.post('/v1/integrations', closed);
    await scene.open(page, `/integrations/${body.data._id}`, 'Closed');
    await field('Email address').fill('ada@example.com');
    await button('Send test').click();
    await page.getByText('The provider could not be reached').waitFor();
  });

  it('says in Production that inbox widgets need a proof, and why they are empty without it', async () => {
    const inbox = async (environment: string, name: string) => {
      await scene.open(page, `/integrations?env=${environment}`, 'Integrations');
      await page.getByRole('link', { name }).first().click();
    };
    const { data } = (await scene.test.otherApi.get('/v1/environments/me')).body;
    await inbox(data.identifier, 'In-App');
    await page.getByText('Inbox widgets need a proof in Production').waitFor();
    await page.getByText('shows an empty inbox').waitFor();
  });

  it('compares two environments, and publishes what is picked after asking', async () => {
    const workflow = (workflowId: string, subject: string) => ({
      workflowId,
      name: `Workflow ${workflowId}`,
      steps: [{ name: 'Mail', type: 'email', controlValues: { subject, body: '<p>Hello</p>' } }],
    });
    const { api, otherApi } = scene.test;
    await api.post('/v2/workflows', workflow('changed', 'New subject'));
    await api.post('/v2/workflows', workflow('added', 'Hello'));
    await otherApi.post('/v2/workflows', workflow('changed', 'Old subject'));
    await otherApi.post('/v2/workflows', workflow('kept', 'Only there'));

    await scene.open(page, '/environments', 'Environments');
    await link('with Development').click();
    await page.getByText('2 of 3 differences').waitFor();
    await page.getByRole('button', { name: /^Workflow changed/ }).click();
    const diff = page.getByRole('region', { name: /subject$/ });
    expect(await diff.innerText()).toMatch(/−\s*Old subject\s+\+\s*New subject/);
    await page.getByText('2 errors in what you publish').waitFor();
    expect(await link('Workflow added · mail').getAttribute('href')).toMatch(/workflows\/added\?.*step=mail/);
    await page.getByText('Production has no active integration').first().waitFor();
    await page.getByRole('checkbox', { name: 'Publish the workflow Workflow added' }).uncheck();
    await page.getByText('1 error in what you publish').waitFor();
    await button('Publish 1 to Production').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('1 error keeps a step from being delivered as written').waitFor();
    await dialog.getByText('Replace the workflow Workflow changed').waitFor();
    await dialog.getByRole('button', { name: 'Publish' }).click();
    await page.getByText('1 of 1 published to Production').waitFor();
    expect((await otherApi.get('/v2/workflows/changed')).body.data.steps[0].controlValues.subject).toBe('New subject');
    expect((await otherApi.get('/v2/workflows/added')).status).toBe(404);
    expect((await otherApi.get('/v2/workflows/kept')).status).toBe(200);
  });

  it('deletes what only the target has when it is picked and its name is typed', async () => {
    await page.getByRole('checkbox', { name: 'Publish the workflow Workflow added' }).check();
    await page.getByRole('checkbox', { name: 'Publish the workflow Workflow kept' }).check();
    await page.getByRole('button', { name: /to Production$/ }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Delete the workflow Workflow kept').waitFor();
    expect(await dialog.getByRole('button', { name: 'Publish' }).isDisabled()).toBe(true);
    await dialog.getByRole('textbox').fill('Production');
    await dialog.getByRole('button', { name: 'Publish' }).click();
    await page.getByText('Production is the same as Development').waitFor();
    expect((await scene.test.otherApi.get('/v2/workflows/kept')).status).toBe(404);
  });

  it('creates a secret variable, sets it for Production, and shows neither value', async () => {
    await scene.open(page, '/create/variable', 'Create variable');
    await field('Key').fill('SHOP_TOKEN');
    await page.getByRole('checkbox', { name: 'Secret' }).check();
    await page.getByLabel('Value in Development').fill('for-development');
    await button('Create').click();
    await heading('SHOP_TOKEN').waitFor();
    await page.getByLabel('Production', { exact: true }).fill('for-production');
    await button('Save for Production').click();
    await page.getByText('Saved for Production', { exact: true }).waitFor();
    await link('Variables').first().click();
    await link('SHOP_TOKEN').waitFor();
    expect(await page.getByText('••••••••').count()).toBe(2);
    expect(await page.content()).not.toMatch(/for-(development|production)/);
  });

  it('creates a topic, and adds and removes a member', async () => {
    const { api } = scene.test;
    await api.subscriber({ subscriberId: 'ada', firstName: 'Ada' });
    await scene.open(page, '/create/topic', 'Create topic');
    await field('Key').fill('order-7');
    await field('Name').fill('Order 7');
    await button('Create').click();
    await heading('Order 7').waitFor();
    await field('Subscriber ID').fill('nobody');
    await button('Add').click();
    await page.getByText(/nobody.*not found|not found.*nobody/i).waitFor();
    await field('Subscriber ID').fill('ada');
    await button('Add').click();
    await link('Ada').waitFor();
    await button('Remove ada').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await page.getByText('No members yet').waitFor();
  });

  it('CS43: has the replies to keywords of an SMS provider that receives texts', async () => {
    await scene.open(page, '/create/integration?provider=twilio', 'Connect Twilio');
    await field('Account SID').fill('AC1');
    await page.getByLabel(/^Access token/).fill('secret');
    await field('From').fill('+15005550006');
    await page.getByRole('textbox', { name: 'Reply to STOP, all numbers' }).fill('Bye from the shop.');
    await button('Connect').click();
    await heading('Twilio').waitFor();
    await page.getByText('Inbound messages are not set up yet').waitFor();
    await button('Add replies for one number').click();
    await field('Sender number').fill('12345');
    await page.getByRole('switch', { name: 'Reply to keywords, 12345' }).uncheck();
    for (const [colorScheme, width] of [
      ['light', 390],
      ['dark', 860],
      ['light', 1280],
    ] as const) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme });
      await page.screenshot({ path: screenshotPath(`console-keywords-${colorScheme}-${width}`), fullPage: true });
      expect(await axeProblems(page)).toEqual([]);
    }
    await button('Save').click();
    await page.getByText('Saved', { exact: true }).first().waitFor();
    const { body } = await scene.test.api.get('/v1/integrations');
    const twilio = body.find(({ providerId }: { providerId: string }) => providerId === 'twilio');
    expect(twilio.configurations.smsKeywords).toEqual({
      answers: { stop: 'Bye from the shop.' },
      bySender: { '12345': { answer: false } },
    });
  });

  it('shows a viewer what a viewer may not do, and why', async () => {
    await scene.test.api.post('/v2/workflows', { workflowId: 'later', name: 'Later', steps: [] });
    await scene.signInAs(page, 'viewer');
    await scene.open(page, '/environments/compare', 'Compare environments');
    const publish = button('Publish 1 to Production');
    expect(await publish.getAttribute('aria-disabled')).toBe('true');
    await publish.focus();
    await page.getByRole('tooltip').getByText('Needs the role owner, admin or author').waitFor();
    await scene.open(page, '/integrations', 'Integrations');
    expect(await button('Connect a provider').first().getAttribute('aria-disabled')).toBe('true');
    await link('Relay').click();
    expect(await button('Send test').getAttribute('aria-disabled')).toBe('true');
    expect(await field('Host').getAttribute('readonly')).not.toBeNull();
  });

  it('calls nobody but this server, and breaks no script', () => {
    expect(scene.foreign).toEqual([]);
    expect(scene.failures).toEqual([]);
  });
});
