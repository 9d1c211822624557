import type { Page } from 'playwright-core';
import { axeProblems } from '../browser/axe.js';
import { describeInBrowser, screenshotPath } from '../browser/chromium.js';
import { ConsoleScene } from './console-scene.js';

describeInBrowser('the console for checks, tests and templates', () => {
  let scene: ConsoleScene;
  let page: Page;

  beforeAll(async () => {
    scene = await ConsoleScene.start({ settings: { OUTBOX: 'on', DELIVER_TO: 'providers' } });
    page = await scene.newPage();
    await scene.signInAs(page, 'owner');
  });

  afterAll(() => scene?.close());

  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
  const field = (name: string) => page.getByRole('textbox', { name, exact: true });

  /** Looks at the screen in both schemes and at all widths. */
  async function look(name: string): Promise<void> {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      for (const width of [390, 860, 1280]) {
        await page.setViewportSize({ width, height: 900 });
        expect(await axeProblems(page)).toEqual([]);
        await page.screenshot({ path: screenshotPath(`${name}-${width}-${colorScheme}`), fullPage: true });
      }
    }
    await page.emulateMedia({ colorScheme: 'light' });
  }

  it('says on the overview what comes first, and how the inbox gets into an app', async () => {
    await scene.open(page, '/overview', 'Overview');
    const start = page.getByRole('region', { name: 'Getting started' });
    await start.getByText('Create a workflow (open)').waitFor();
    await start.getByRole('button', { name: 'Show code' }).click();
    await start.getByText('@novu/react').first().waitFor();
    await start.getByText('Vue', { exact: true }).click();
    await start.getByText('onMounted').first().waitFor();
    await look('getting-started');
    await start.getByRole('link', { name: 'Choose a template' }).click();
    await page.getByRole('heading', { level: 1, name: 'Create workflow' }).waitFor();
  });

  it('begins from a template, in three languages', async () => {
    await scene.open(page, '/create/workflow', 'Create workflow');
    await page.getByRole('button', { name: /^Order shipped/ }).click();
    await look('templates');
    expect(await field('ID').inputValue()).toBe('order-shipped');
    await button('Create').click();
    await page.getByRole('heading', { level: 1, name: 'Order shipped' }).waitFor();
    const { api } = scene.test;
    const { body } = await api.get('/v2/translations/group/workflow/order-shipped');
    expect(body.data).toMatchObject({ locales: expect.arrayContaining(['en_US', 'de_DE', 'es_ES']) });
    expect(body.data.missingKeys).toBeUndefined();
  });

  it('finds a dead link, leads to it, and is content when it is mended', async () => {
    const steps = [
      { name: 'Bell', stepId: 'bell', type: 'in_app', controlValues: { subject: 'Hi', body: 'Hello' } },
      {
        name: 'Mail',
        stepId: 'mail',
        type: 'email',
        controlValues: { subject: 'Hi', editorType: 'html', body: '<a href="#">Track</a>' },
      },
    ];
    await scene.test.api.workflow({ workflowId: 'dead-link', name: 'Dead link', active: false, steps });
    await scene.open(page, '/workflows/dead-link', 'Dead link');
    await button('Check').click();
    const panel = page.getByRole('region', { name: 'Check' });
    await panel.getByText('1 error').waitFor();
    await look('check');
    await panel.getByRole('button', { name: 'mail, body' }).click();
    await page.waitForURL(/step=mail/);
    await field('Body').fill('<a href="https://shop.de/track">Track</a>');
    await button('Check').click();
    await panel.getByText('No problems found').waitFor();
    // What is saved is checked, too.
    await field('Subject').fill('');
    await button('Save').click();
    await panel.getByText('Subject is required.').waitFor();
  });

  it('sends what is on the screen to the person who is signed in, and shows what the provider said', async () => {
    await scene.open(page, '/workflows/dead-link?tab=steps&step=mail', 'Dead link');
    await field('Subject').fill('Not saved');
    await button('Test').click();
    await button('Send to me').click();
    await page.getByText('Test sent as').waitFor();
    await page.getByText('delivered', { exact: true }).first().waitFor();
    await look('test-result');
    const outbox = JSON.stringify((await scene.test.api.get('/v1/outbox')).body.data);
    expect(outbox).toContain('Not saved');
    expect((await scene.test.api.get('/v2/workflows/dead-link')).body.data.active).toBe(false);
  });

  it('duplicates one workflow of the list, and activates and deletes several at once', async () => {
    await scene.open(page, '/workflows', 'Workflows');
    await button('Actions of Order shipped').click();
    await page.getByRole('menuitem', { name: 'Duplicate' }).click();
    await page.getByText('Copy of Order shipped was created').waitFor();
    await page.getByRole('checkbox', { name: 'Select Copy of Order shipped' }).check();
    await page.getByRole('checkbox', { name: 'Select Dead link' }).check();
    await look('workflow-list');
    await button('Delete').click();
    await page.getByRole('textbox', { name: 'Type 2 to confirm' }).fill('2');
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('2 workflows deleted').waitFor();
    expect((await scene.test.api.get('/v2/workflows')).body.data.totalCount).toBe(1);
  });

  it('asks nobody else, and breaks no policy', () => {
    expect(scene.foreign).toEqual([]);
    expect(scene.failures).toEqual([]);
  });
});
