import type { Page } from 'playwright-core';
import { describeInBrowser } from '../browser/chromium.js';
import { ConsoleScene } from './console-scene.js';

describeInBrowser('workflows, layouts and translations in the console', () => {
  let scene: ConsoleScene;
  let page: Page;

  beforeAll(async () => {
    scene = await ConsoleScene.start({ settings: { OUTBOX: 'on', DELIVER_TO: 'providers' } });
    page = await scene.newPage();
    await page.setViewportSize({ width: 1280, height: 900 });
    await scene.signInAs(page, 'owner');
    await scene.test.api.subscriber({ subscriberId: 'grace', firstName: 'Grace', email: 'g@example.com' });
  });

  afterAll(() => scene?.close());

  const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true });
  const field = (name: string) => page.getByRole('textbox', { name, exact: true });
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
  const tab = (name: string) => page.getByRole('tab', { name, exact: true });
  const saved = () => page.getByText('Saved', { exact: true }).first().waitFor();
  const workflow = async (id: string) => (await scene.test.api.get(`/v2/workflows/${id}`)).body.data;
  const email = () => page.frameLocator('iframe[title="Body of the email"]').locator('body');
  const outbox = async (): Promise<string> => JSON.stringify((await scene.test.api.get('/v1/outbox')).body.data);

  it('creates a workflow with an email, shows it while it is typed, simulates it and sends it', async () => {
    await scene.open(page, '/workflows', 'Workflows');
    await page.getByRole('link', { name: 'Create workflow' }).first().click();
    await field('Name').fill('Order shipped');
    await button('Create').click();
    await heading('Order shipped').waitFor();
    await button('Add the first step').click();
    await page.getByRole('menuitem', { name: /^Email/ }).click();
    await field('Subject').fill('Hello {{subscriber.firstName}}');
    await button('Write HTML instead').click();
    await field('Body').fill('<p style="color: rgb(1, 2, 3)">Parcel {{payload.orderId}}</p>');
    await page.getByRole('combobox', { name: 'Preview as', exact: true }).fill('Grace');
    await page.getByRole('option', { name: 'Grace (grace)' }).click();
    await page.getByText('Hello Grace').waitFor();
    await email().getByText('Parcel').waitFor();
    // Frames run no script, so what is applied is read from what they were given.
    expect(await page.locator('iframe[title="Body of the email"]').getAttribute('srcdoc')).toContain(
      '{ color: rgb(1, 2, 3) }',
    );

    // A broken template says so at once, and what was typed stays.
    await field('Subject').fill('Hello {{ subscriber.firstName');
    await page.getByText('The template cannot be rendered').waitFor();
    await field('Subject').fill('Hello {{subscriber.firstName}}, it is on its way');

    await page.getByRole('switch', { name: 'Active' }).click();
    await page.getByRole('link', { name: 'Workflows' }).first().click();
    await page.getByRole('dialog').getByText('Your unsaved changes will be lost').waitFor();
    await button('Stay').click();
    await button('Save').click();
    await saved();
    expect(await workflow('order-shipped')).toMatchObject({
      active: true,
      steps: [{ stepId: 'email-step', controlValues: { subject: 'Hello {{subscriber.firstName}}, it is on its way' } }],
    });

    await tab('Test').click();
    await field('Payload').fill('{ "orderId": "A-1" }');
    await button('Simulate').click();
    await page.getByText('Nothing was sent. A trigger would do this:').waitFor();
    await page.getByText('Hello Grace, it is on its way').waitFor();
    await email().getByText('Parcel A-1').waitFor();
    await button('Send to grace').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Send' }).click();
    await page.getByText('Test sent as').waitFor();
    await page.getByText('delivered', { exact: true }).waitFor();
    expect(await outbox()).toContain('Hello Grace, it is on its way');
    await tab('Code').click();
    for (const language of ['curl', 'Node', 'Python', 'PHP', 'Go']) {
      await page.getByText(language, { exact: true }).click();
      await page.getByText('/v1/events/trigger').waitFor();
    }
  });

  it('does the same by keyboard alone', async () => {
    await scene.open(page, '/create/workflow', 'Create workflow');
    await page.keyboard.type('By keyboard');
    await page.keyboard.press('Enter');
    await heading('By keyboard').waitFor();
    await button('Add the first step').focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: /^In-app/ }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await field('Subject').focus();
    await page.keyboard.type('Hi {{subscriber.fir');
    await page.getByRole('option', { name: /firstName/ }).waitFor();
    await page.keyboard.press('Tab');
    await page.getByText(/Subject: Hi \w+/).waitFor();
    await field('Body').focus();
    await page.keyboard.type('Hello there');
    await email().getByText('Hello there').waitFor();
    await page.getByRole('switch', { name: 'Active' }).focus();
    await page.keyboard.press('Space');
    await page.keyboard.press('Control+s');
    await saved();
    const { steps } = await workflow('by-keyboard');
    expect(steps[0].controlValues).toMatchObject({
      subject: 'Hi {{subscriber.firstName}}',
      body: expect.stringContaining('"text":"Hello there"'),
    });

    await button('Add a step at the end').focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: /^In-app/ }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: /^In-app/ }).focus();
    await page.keyboard.press('Alt+ArrowUp');
    await page.getByText('In-app is step 1 of 2 now').waitFor({ state: 'attached' });
    await page.keyboard.press('Control+s');
    await page.getByText('Unsaved', { exact: true }).waitFor({ state: 'detached' });
    expect((await workflow('by-keyboard')).steps.map(({ type }: { type: string }) => type)).toEqual([
      'in_app',
      'email',
    ]);
    await tab('Steps').focus();
    for (const _ of ['Settings', 'Payload', 'Preferences', 'Test']) await page.keyboard.press('ArrowRight');
    await button(/^Send to me/).focus();
    await page.keyboard.press('Enter');
    await page.getByText('Test sent as').waitFor();
  });

  it('shows issues where they are, and keeps a step from running by a condition', async () => {
    await scene.test.api.workflow({
      name: 'Broken',
      workflowId: 'broken',
      steps: [
        { name: 'Text', stepId: 'text', type: 'sms', controlValues: { body: '' } },
        { name: 'Wait', stepId: 'wait', type: 'delay', controlValues: { amount: 1, unit: 'hours' } },
      ],
    });
    await scene.open(page, '/workflows/broken', 'Broken');
    await page.getByText('Has errors').waitFor();
    await page.getByRole('img', { name: 'has errors' }).waitFor();
    await field('Body').fill('Hello');
    await button('Add condition').click();
    await page.getByRole('combobox', { name: 'Variable 1' }).fill('payload.urgent');
    await field('Value 1').fill('true');
    await button('Save').click();
    await saved();
    expect((await workflow('broken')).steps[0].controlValues).toEqual({
      body: 'Hello',
      skip: { '==': [{ var: 'payload.urgent' }, true] },
    });
    await page.getByRole('button', { name: 'Move Wait up' }).click();
    await button('Discard').click();
    await page.getByRole('button', { name: /^Wait/ }).click();
    await button('Remove step').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await button('Save').click();
    await page.getByRole('button', { name: /^Wait/ }).waitFor({ state: 'detached' });
  });

  it('tells of a change by somebody else before it is overwritten', async () => {
    await scene.open(page, '/workflows/broken?tab=settings', 'Broken');
    await field('Description').fill('Mine');
    await scene.test.api.patch('/v2/workflows/broken', { description: 'Theirs' });
    await button('Save').click();
    await page
      .getByText(/has saved this workflow since you opened it/)
      .first()
      .waitFor();
    expect(await field('Description').inputValue()).toBe('Mine');
    await button('Save').click();
    await saved();
    expect((await workflow('broken')).description).toBe('Mine');
    // Both are in its history, with what was there before, and there is a way back.
    await tab('History').click();
    const latest = page.getByRole('region', { name: 'Version 5' });
    await latest.getByText('Theirs').waitFor();
    await latest.getByText('Mine').waitFor();
    await page.getByRole('link', { name: /^Version 4/ }).click();
    await button('Restore to editor').click();
    await page.getByText('Unsaved', { exact: true }).waitFor();
    await button('Save').click();
    await page.getByText('Unsaved', { exact: true }).waitFor({ state: 'detached' });
    expect((await workflow('broken')).description).toBe('Theirs');
  });

  it('converts blocks to the HTML that they are sent as, after asking, and back until it is saved', async () => {
    const text = { type: 'text', text: 'Parcel {{payload.orderId}}' };
    const body = JSON.stringify({
      type: 'doc',
      content: [{ type: 'paragraph', content: [text] }, { type: 'carousel' }],
    });
    const steps = [{ name: 'Mail', type: 'email', controlValues: { subject: 'Hello', body, editorType: 'block' } }];
    await scene.test.api.post('/v2/workflows', { workflowId: 'blocks', name: 'Blocks', steps });
    const values = async () => (await workflow('blocks')).steps[0].controlValues;
    const convert = async () => {
      await button('Convert to HTML').click();
      await page.getByRole('dialog').getByRole('button', { name: 'Convert' }).click();
      await button('Back to the blocks').waitFor();
      await field('Body').getByText('<!doctype html>').waitFor();
    };
    await scene.open(page, '/workflows/blocks', 'Blocks');
    await convert();
    await page.getByText('Some of it had no effect, and is left out').waitFor();
    await email().getByText('Parcel').waitFor();
    await button('Back to the blocks').click();
    await button('Convert to HTML').waitFor();
    await page.getByText('Unsaved', { exact: true }).waitFor({ state: 'detached' });
    expect(await values()).toMatchObject({ body, editorType: 'block' });
    await convert();
    await button('Save').click();
    await page.getByText('Unsaved', { exact: true }).waitFor({ state: 'detached' });
    await button('Back to the blocks').waitFor({ state: 'detached' });
    const saved = await values();
    expect([saved.editorType, saved.body]).toEqual(['html', expect.stringContaining('Parcel {{payload.orderId}}')]);
  });

  it('writes a layout with its preview, and its texts in another language', async () => {
    await scene.open(page, '/create/layout', 'Create layout');
    await field('Name').fill('Shop frame');
    await field('ID').fill('shop-frame');
    await page.getByRole('radiogroup', { name: 'Editor' }).getByText('HTML').click();
    await button('Create').click();
    await heading('Shop frame').waitFor();
    await field('HTML').fill('<h1>{{t.shop}}</h1>{{content');
    await page.getByText(/line 1/).waitFor();
    await field('HTML').fill('<h1>{{t.shop}}</h1>{{content}}<p>Imprint</p>');
    await page.frameLocator('iframe').getByText('Imprint').waitFor();
    await page.getByRole('switch', { name: /Localization/ }).click();
    await button('Save').click();
    await page.getByRole('link', { name: 'Translations of this layout' }).click();
    await heading('Texts of Shop frame').waitFor();
    const cell = (locale: string) => page.locator(`[data-cell="${locale} shop"]`);
    await cell('en_US').getByText('Missing').waitFor();
    await cell('en_US').click();
    await page.keyboard.type('Our shop');
    await button('Save').click();
    await saved();
    await button('Add language').click();
    await page.getByRole('textbox', { name: 'Language', exact: true }).fill('de-DE');
    await page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click();
    await page.waitForURL(/locale=de_DE/);
    await cell('en_US').getByText('Our shop').waitFor();
    await cell('de_DE').click();
    await page.keyboard.type('Unser Laden');
    await button('Save').click();
    await button('Delete German (Germany) (de_DE)').waitFor();
    const german = await scene.test.api.get('/v2/translations/layout/shop-frame/de_DE');
    expect(german.body.data.content).toEqual({ shop: 'Unser Laden' });
    await scene.open(page, '/translations?type=layout', 'Translations');
    await page.getByText('de_DE', { exact: true }).waitFor();
    await scene.open(page, '/layouts/shop-frame', 'Shop frame');
    await page.getByRole('combobox', { name: 'Language', exact: true }).selectOption('de_DE');
    await page.frameLocator('iframe').getByText('Unser Laden').waitFor();
  });

  it('starts a layout in blocks, with the place of the email', async () => {
    await scene.open(page, '/create/layout', 'Create layout');
    await field('Name').fill('Block frame');
    await field('ID').fill('block-frame');
    await button('Create').click();
    await heading('Block frame').waitFor();
    await page.getByRole('textbox', { name: 'Blocks', exact: true }).getByText('content').waitFor();
    await page.frameLocator('iframe').getByText('Here is the content of the email').waitFor();
  });

  it('lets a viewer look at everything, and save nothing', async () => {
    await scene.signInAs(page, 'viewer');
    await scene.open(page, '/workflows/order-shipped', 'Order shipped');
    await email().getByText('Parcel').waitFor();
    const save = button('Save');
    expect(await save.getAttribute('aria-disabled')).toBe('true');
    await save.focus();
    await page.getByRole('tooltip').getByText('Needs the role owner, admin or author').waitFor();
    expect(await field('Subject').getAttribute('aria-readonly')).toBe('true');
    expect(await button('Add a step at the end').getAttribute('aria-disabled')).toBe('true');
    await scene.open(page, '/layouts/shop-frame', 'Shop frame');
    expect(await button('Save').getAttribute('aria-disabled')).toBe('true');
  });

  it('calls nobody but this server, breaks no script, and keeps to its policy', () => {
    expect(scene.foreign).toEqual([]);
    expect(scene.failures).toEqual([]);
  });
});
