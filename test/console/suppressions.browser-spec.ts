import type { Page } from 'playwright-core';
import { axeProblems } from '../browser/axe.js';
import { describeInBrowser, screenshotPath } from '../browser/chromium.js';
import { eventually } from '../eventually.js';
import { ConsoleScene } from './console-scene.js';

describeInBrowser('the console for suppressed addresses', () => {
  let scene: ConsoleScene;
  let page: Page;

  beforeAll(async () => {
    scene = await ConsoleScene.start();
    page = await scene.newPage();
    await scene.signInAs(page, 'owner');
  });

  afterAll(() => scene?.close());

  const listed = async (): Promise<{ address: string; source: object }[]> =>
    (await scene.test.api.get('/v1/suppressions')).body.data;
  const rows = () => page.getByRole('table', { name: 'Suppressions' }).getByRole('row');
  const button = (name: string) => page.getByRole('button', { name, exact: true });

  it('adds an address, finds it, and removes it with a reason', async () => {
    await scene.open(page, '/suppressions', 'Suppressions');
    await page.getByText('No suppressed addresses').waitFor();
    await page.getByRole('link', { name: 'Add an address' }).first().click();
    await page.getByRole('heading', { name: 'Add an address' }).waitFor();
    await page.getByLabel('Address').fill('ada');
    await button('Add').click();
    await page.getByText('must be one email address').waitFor();
    expect(await axeProblems(page)).toEqual([]);
    await page.screenshot({ path: screenshotPath('console-suppression-create') });
    await page.getByLabel('Address').fill('Ada@example.com');
    await page.getByLabel('Reason').selectOption('complaint');
    await button('Add').click();
    await rows().filter({ hasText: 'Ada@example.com' }).waitFor();
    expect(await listed()).toMatchObject([{ reason: 'complaint', source: { type: 'console' } }]);

    await page.getByRole('searchbox', { name: 'Search by address' }).fill('nobody');
    await page.getByText('No results').waitFor();
    await page.getByRole('searchbox', { name: 'Search by address' }).fill('ADA@');
    await button('Remove Ada@example.com').click();
    await page.getByRole('dialog').getByText('harms your').waitFor();
    expect(await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).isDisabled()).toBe(true);
    expect(await axeProblems(page)).toEqual([]);
    await page.getByLabel('Reason', { exact: false }).last().fill('It was a mistake');
    await page.screenshot({ path: screenshotPath('console-suppression-remove') });
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await eventually(async () => expect(await listed()).toEqual([]));
  });

  it('imports a file, says what was left out, and exports the list', async () => {
    await scene.open(page, '/suppressions', 'Suppressions');
    const buffer = Buffer.from('channel,address,reason\nemail,grace@example.com,bounce\nemail,nobody,bounce\n');
    const choosing = page.waitForEvent('filechooser');
    await button('Import').click();
    await (await choosing).setFiles({ name: 'list.csv', mimeType: 'text/csv', buffer });
    await page.getByText('1 added, 0 updated, 1 skipped').waitFor();
    await page.getByText('Line 3: address must be one email address').waitFor();
    await rows().filter({ hasText: 'grace@example.com' }).waitFor();
    const saving = page.waitForEvent('download');
    await button('Export').click();
    expect((await saving).suggestedFilename()).toBe('suppressions.csv');
  });

  it.each([390, 860, 1280])('fits on %d pixels', async (width) => {
    await page.setViewportSize({ width, height: 900 });
    await scene.open(page, '/suppressions?channel=email', 'Suppressions');
    await rows().filter({ hasText: 'grace@example.com' }).waitFor();
    await page.screenshot({ path: screenshotPath(`console-suppressions-${width}`) });
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
    const box = await button('Remove grace@example.com').boundingBox();
    expect(box!.x + box!.width).toBeLessThanOrEqual(width);
  });
});
