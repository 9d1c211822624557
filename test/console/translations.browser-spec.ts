import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { axeProblems } from '../browser/axe.js';
import { describeInBrowser, screenshotPath } from '../browser/chromium.js';
import { anInAppStep } from '../builders/workflow.js';
import { eventually } from '../eventually.js';
import { ConsoleScene } from './console-scene.js';

const PATH = '/translations/workflow/order-shipped';
const HEADING = 'Texts of Order shipped';

describeInBrowser('the table of texts', () => {
  let scene: ConsoleScene;
  let page: Page;

  beforeAll(async () => {
    scene = await ConsoleScene.start();
    const { api } = scene.test;
    const body = '{{t.order.title}} {{t.order.when}} {{t.hello}}';
    const steps = [anInAppStep({ controlValues: { body } })];
    await api.workflow({ workflowId: 'order-shipped', name: 'Order shipped', steps, isTranslationEnabled: true });
    await save('en_US', { hello: 'Hello {{subscriber.firstName}}', order: { title: 'On its way', when: 'Tomorrow' } });
    await save('de_DE', { hello: 'Hallo {{subscriber.firstName}}', order: { title: 'Unterwegs' } });
    await save('ar', { hello: 'مرحبا', order: { title: 'في الطريق', when: 'غدا' } });
    await save('en_US', { hello: 'Welcome', order: { title: 'On its way', when: 'Tomorrow' } });
    page = await scene.newPage();
    await scene.signInAs(page, 'owner');
  });

  afterAll(() => scene?.close());

  const save = (locale: string, content: object) =>
    scene.test.api.post('/v2/translations', { resourceType: 'workflow', resourceId: 'order-shipped', locale, content });
  const stored = async (locale: string) =>
    (await scene.test.api.get(`/v2/translations/workflow/order-shipped/${locale}`)).body.data.content;
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const cell = (locale: string, key: string) => page.locator(`[data-cell="${locale} ${key}"]`);
  const isFocused = (locale: string, key: string) =>
    eventually(async () =>
      expect(await page.evaluate<string>("document.activeElement?.getAttribute('data-cell') ?? ''")).toBe(
        `${locale} ${key}`,
      ),
    );

  it('shows what is missing and outdated, and finds texts', async () => {
    await scene.open(page, PATH, HEADING);
    await cell('de_DE', 'order.when').getByText('Missing').waitFor();
    await cell('de_DE', 'hello').getByText('Outdated').waitFor();
    expect(await cell('ar', 'hello').locator('[dir=rtl][lang=ar]').textContent()).toBe('مرحبا');
    await page.getByText('Missing (1)').click();
    await cell('ar', 'hello').waitFor({ state: 'detached' });
    await page.getByText('All', { exact: true }).click();
    await page.getByRole('searchbox', { name: 'Search keys and texts' }).fill('UNTERWEGS');
    await cell('ar', 'hello').waitFor({ state: 'detached' });
    await cell('de_DE', 'order.title').waitFor();
    await page.getByRole('searchbox', { name: 'Search keys and texts' }).fill('');
    await cell('ar', 'hello').waitFor();
  });

  it('is written with the keyboard, and saved as one operation', async () => {
    await cell('en_US', 'hello').focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await isFocused('de_DE', 'hello');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Control+A');
    await page.keyboard.type('Willkommen');
    await page.keyboard.press('Enter');
    await isFocused('de_DE', 'order.title');
    await page.keyboard.press('Enter');
    await page.keyboard.type('Nie');
    await page.keyboard.press('Escape');
    await isFocused('de_DE', 'order.title');
    expect(await cell('de_DE', 'order.title').innerText()).toBe('Unterwegs');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('F2');
    await page.keyboard.type('Morgen');
    await page.keyboard.press('Shift+Tab');
    await isFocused('ar', 'order.when');
    await page.getByText('2 texts not saved').waitFor();
    await button('Save').click();
    await page.getByText('Saved', { exact: true }).waitFor();
    expect(await stored('de_DE')).toEqual({ hello: 'Willkommen', order: { title: 'Unterwegs', when: 'Morgen' } });
    await page.getByText('Outdated (1)').waitFor();
    await button('Mark as up to date: hello, Arabic (ar)').click();
    await button('Save').click();
    await page.getByText('Outdated (0)').waitFor();
  });

  it('gets a key and a language, and loses them', async () => {
    await page.getByLabel('New key').fill('order.title.long');
    await button('Add').click();
    await cell('en_US', 'order.title.long').waitFor();
    await page.getByLabel('New key').fill('order');
    await button('Add').click();
    await page.getByText('This key has other keys below it').waitFor();
    await page.getByLabel('New key').fill('bye');
    await button('Add').click();
    await cell('en_US', 'bye').click();
    await page.keyboard.type('Good bye');
    await button('Add language').click();
    await page.getByRole('textbox', { name: 'Language' }).fill('pt-br');
    await page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click();
    await cell('pt_BR', 'bye').click();
    await page.keyboard.type('Tchau');
    await button('Save').click();
    await eventually(async () => expect(await stored('pt_BR')).toEqual({ bye: 'Tchau' }));
    await page.getByText(/^\d+ texts? not saved$/).waitFor({ state: 'detached' });
    await button('Remove bye').click();
    await button('Save').click();
    await eventually(async () => expect(await stored('en_US')).not.toHaveProperty('bye'));
    await button('Delete Brazilian Portuguese (pt_BR)').click();
    await page.getByLabel('Type pt_BR to confirm').fill('pt_BR');
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('were deleted').waitFor();
  });

  it('says when somebody else has saved, and keeps both texts', async () => {
    await scene.open(page, PATH, HEADING);
    await cell('de_DE', 'hello').click();
    await page.keyboard.press('Control+A');
    await page.keyboard.type('Servus');
    await save('de_DE', { hello: 'Moin', order: { title: 'Unterwegs', when: 'Morgen' } });
    await button('Save').click();
    await page.getByText('Another member has saved meanwhile').waitFor();
    await button('Load their texts, keep mine').click();
    await cell('de_DE', 'hello').getByText('Theirs: Moin').waitFor();
    expect(await axeProblems(page)).toEqual([]);
    await page.screenshot({ path: screenshotPath('translations-conflict') });
    await button('Save').click();
    await page.getByText(/^\d+ texts? not saved$/).waitFor({ state: 'detached' });
    expect(await stored('de_DE')).toMatchObject({ hello: 'Servus' });
  });

  it('exports a file, and shows what another changes before it is imported', async () => {
    const downloading = page.waitForEvent('download');
    await button('Export').click();
    await page.getByRole('menuitem', { name: 'CSV, for spreadsheets' }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toBe('order-shipped.csv');
    expect(readFileSync(await download.path(), 'utf8')).toContain('order.title,On its way,');
    await button('Import').click();
    const choosing = page.waitForEvent('filechooser');
    await button('Choose file').click();
    const buffer = Buffer.from('\ufeffkey;de_DE;Note;it\nhello;Hallo;x;Ciao\n', 'utf16le');
    await (await choosing).setFiles({ name: 'texts.csv', mimeType: 'text/csv', buffer });
    await page.getByText('Left out: these are not languages').waitFor();
    const changes = page.getByRole('table', { name: 'Changes' });
    await changes.getByText('Servus').waitFor();
    expect(await axeProblems(page)).toEqual([]);
    await page.screenshot({ path: screenshotPath('translations-import') });
    await page.getByRole('dialog').getByRole('button', { name: 'Import', exact: true }).click();
    await cell('it', 'hello').getByText('Ciao').waitFor();
    expect(await stored('de_DE')).toMatchObject({ hello: 'Hallo' });
  });

  it('takes the texts out of a workflow, which is undone before it is saved', async () => {
    const content = [{ type: 'heading', attrs: { level: 1 }, content: [{ type: 'text', text: 'Hello there' }] }];
    const controlValues = { subject: 'Welcome', body: JSON.stringify({ type: 'doc', content }), editorType: 'block' };
    const steps = [{ name: 'Mail', stepId: 'mail', type: 'email', controlValues }];
    await scene.test.api.workflow({ workflowId: 'welcome', name: 'Welcome', steps });
    const extract = async () => {
      await button('Extract texts').click();
      await page.getByRole('dialog').getByText('mail.heading').waitFor();
    };
    await scene.open(page, '/workflows/welcome?tab=settings', 'Welcome');
    await extract();
    expect(await axeProblems(page)).toEqual([]);
    await page.screenshot({ path: screenshotPath('extract-texts') });
    await button('Extract 2 texts').click();
    await page.getByText('2 texts extracted').waitFor();
    await button('Undo extraction').click();
    await page.getByText('Unsaved').waitFor({ state: 'detached' });
    await extract();
    await button('Extract 2 texts').click();
    await page.getByRole('tab', { name: 'Steps' }).click();
    await page.frameLocator('iframe').getByText('Hello there').waitFor();
    await button('Check').click();
    // That is the missing provider: the new keys are known.
    await page.getByRole('region', { name: 'Check' }).getByText('1 error', { exact: true }).waitFor();
    await button('Save').click();
    await page.getByText('Unsaved').waitFor({ state: 'detached' });
    const { body } = await scene.test.api.get('/v2/translations/workflow/welcome/en_US');
    expect(body.data.content).toEqual({ mail: { subject: 'Welcome', heading: 'Hello there' } });
    const saved = (await scene.test.api.get('/v2/workflows/welcome')).body.data;
    expect(saved).toMatchObject({ isTranslationEnabled: true });
    expect(saved.steps[0].controlValues.subject).toBe('{{t.mail.subject}}');
  });

  it.each([390, 860, 1280])('fits %i pixels, light and dark', async (width) => {
    await page.setViewportSize({ width, height: 900 });
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await scene.open(page, `${PATH}?locale=ar`, HEADING);
      await cell('en_US', 'hello').waitFor();
      expect(await axeProblems(page)).toEqual([]);
      expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
      await page.screenshot({ path: screenshotPath(`translations-${width}-${colorScheme}`) });
    }
  });

  it('asks nobody else, and breaks no script', () => {
    expect(scene.foreign).toEqual([]);
    expect(scene.failures).toEqual([]);
  });
});
