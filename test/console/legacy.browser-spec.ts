import type { Page } from 'playwright-core';
import { createLegacyApp } from '../../src/server/legacy-app.js';
import { axeProblems } from '../browser/axe.js';
import { describeInBrowser, screenshotPath } from '../browser/chromium.js';
import { ConsoleScene } from './console-scene.js';

describeInBrowser('legacy applications and tenants in the console', () => {
  let scene: ConsoleScene;
  let page: Page;
  let legacy: Awaited<ReturnType<typeof createLegacyApp>>;

  beforeAll(async () => {
    scene = await ConsoleScene.start();
    legacy = await createLegacyApp(scene.test.app);
    await legacy.listen(0, '127.0.0.1');
    page = await scene.newPage();
    await scene.signInAs(page, 'owner');
    const steps = [{ name: 'Inbox', type: 'in_app', controlValues: { body: '{{legacy.text}}' } }];
    await scene.test.api.workflow({ workflowId: 'old-news', name: 'Old news', steps });
  });

  afterAll(async () => {
    await legacy?.close();
    await scene?.close();
  });

  const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true });
  const field = (name: string) => page.getByRole('textbox', { name, exact: true });
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const link = (name: string) => page.getByRole('link', { name, exact: true });
  const dialog = () => page.getByRole('dialog');
  const shown = async (title: string) => dialog().getByLabel(title).innerText();
  const send = (credentials: string) =>
    legacy.inject({
      method: 'POST',
      url: '/api/notification',
      headers: { authorization: `Basic ${Buffer.from(credentials).toString('base64')}` },
      payload: { type: 'order-shipped', externalId: 'ada', metadata: { order: 'A-1' } },
    });
  let credentials: string;

  it('creates an application whose credentials are shown once, and a type that it can send', async () => {
    await scene.open(page, '/legacy', 'Legacy applications');
    await link('Create application').first().click();
    await field('Name').fill('Old shop');
    await button('Create').click();
    credentials = await shown('The credentials of Old shop');
    await button('Done').click();
    await heading('Old shop').waitFor();
    expect(await page.content()).not.toContain(credentials.split(':')[1]);

    await link('Create type').click();
    await field('Identifier').fill('order-shipped');
    await page.getByRole('combobox', { name: 'Workflow' }).fill('old');
    await page.getByRole('option', { name: 'old-news' }).click();
    await field('Text').fill('Order {{order}} is on its way');
    await button('Create').click();
    await heading('order-shipped').waitFor();
    await page.getByLabel('Command').getByText('"order": "a value for order"').waitFor();
    expect(await page.getByLabel('Command').innerText()).toContain(':3001/api/notification');
    expect((await send(credentials)).json()).toMatchObject({ text: 'Order A-1 is on its way' });
  });

  it('changes the text of a type', async () => {
    await field('Text').fill('');
    await button('Save').click();
    await page.getByText('This field is required').waitFor();
    await field('Text').fill('{{order}} is coming');
    await button('Save').click();
    await page.getByText('Saved', { exact: true }).waitFor();
    const types = `/v1/legacy/applications/${credentials.split(':')[0]}/types/order-shipped`;
    expect((await scene.test.api.get(types)).body.data.text).toBe('{{order}} is coming');
  });

  it('rotates the secret after asking, and says how long the former one is accepted', async () => {
    await link('The application').click();
    await heading('Old shop').waitFor();
    await button('Rotate secret').click();
    await dialog().getByLabel('Current secret expires after').selectOption('1 hour');
    await dialog().getByRole('button', { name: 'Rotate' }).click();
    const next = await shown('The credentials of Old shop');
    await button('Done').click();
    await page.getByText('The former secret is accepted until').waitFor();
    expect(next).not.toBe(credentials);
    expect((await send(next)).statusCode).toBe(200);
    expect((await send(credentials)).statusCode).toBe(200);
    for (const [scheme, width] of [
      ['light', 1280],
      ['dark', 390],
    ] as const) {
      await page.emulateMedia({ colorScheme: scheme });
      await page.setViewportSize({ width, height: 900 });
      expect(await axeProblems(page)).toEqual([]);
      await page.screenshot({ path: screenshotPath(`console-legacy-application-${scheme}-${width}`), fullPage: true });
    }
    await page.setViewportSize({ width: 1280, height: 900 });
  });

  it('deletes a type and the application after asking', async () => {
    await link('order-shipped').click();
    await button('Delete').click();
    await dialog().getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No notification types yet').waitFor();
    await button('Delete').click();
    await dialog().getByRole('textbox').fill('Old shop');
    await dialog().getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No legacy applications').waitFor();
    expect((await send(credentials)).statusCode).toBe(401);
  });

  it('creates, finds, renames and deletes a tenant', async () => {
    const { api } = scene.test;
    await scene.open(page, '/tenants', 'Tenants');
    await link('Create tenant').first().click();
    await field('Identifier').fill('acme');
    await field('Data').fill('{ "plan": "pro" ');
    await button('Create').click();
    await page.getByText('This is not valid JSON').waitFor();
    await field('Data').fill('{ "plan": "pro" }');
    await button('Create').click();
    await heading('acme').waitFor();
    await field('Name').fill('Acme Inc.');
    await field('Identifier').fill('acme-inc');
    await button('Save').click();
    await heading('Acme Inc.').waitFor();
    expect((await api.get('/v1/tenants/acme-inc')).body.data).toMatchObject({
      name: 'Acme Inc.',
      data: { plan: 'pro' },
    });
    await api.post('/v1/tenants', { identifier: 'globex', name: 'Globex' });
    await scene.open(page, '/tenants?text=ACME%20inc', 'Tenants');
    await link('Acme Inc.').waitFor();
    expect(await link('Globex').count()).toBe(0);
    await link('Acme Inc.').click();
    await button('Delete').click();
    await dialog().getByRole('textbox').fill('acme-inc');
    await dialog().getByRole('button', { name: 'Delete' }).click();
    await heading('Tenants').waitFor();
    await link('Globex').waitFor();
    expect((await api.get('/v1/tenants/acme-inc')).status).toBe(404);
  });

  it('shows a viewer both, and who may change them', async () => {
    await scene.test.api.post('/v1/legacy/applications', { name: 'Till' });
    await scene.signInAs(page, 'viewer');
    await scene.open(page, '/legacy', 'Legacy applications');
    await link('Till').click();
    await heading('Till').waitFor();
    for (const name of ['Rotate secret', 'Delete', 'Create type'])
      expect(await button(name).getAttribute('aria-disabled')).toBe('true');
    await button('Rotate secret').hover();
    await page.getByRole('tooltip').getByText('Needs the role owner or admin').waitFor();
    await scene.open(page, '/tenants/globex', 'Globex');
    expect(await button('Save').getAttribute('aria-disabled')).toBe('true');
  });

  it('calls nobody but this server, and breaks no script', () => {
    expect(scene.foreign).toEqual([]);
    expect(scene.failures).toEqual([]);
  });
});

describeInBrowser('the console of a server without the legacy API', () => {
  it('says that it is switched off, and how it is switched on', async () => {
    const scene = await ConsoleScene.start({ settings: { LEGACY_API: 'false' } });
    try {
      const page = await scene.newPage();
      await scene.signInAs(page, 'owner');
      await scene.open(page, '/legacy', 'Legacy applications');
      await page.getByText('The legacy API is switched off on this server').waitFor();
      await page.getByText('LEGACY_API=true').waitFor();
    } finally {
      await scene.close();
    }
  });
});
