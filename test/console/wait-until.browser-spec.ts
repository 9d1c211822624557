import type { Page } from 'playwright-core';
import { axeProblems } from '../browser/axe.js';
import { describeInBrowser, screenshotPath } from '../browser/chromium.js';
import { eventually } from '../eventually.js';
import { ConsoleScene } from './console-scene.js';

describeInBrowser('the console for steps that wait for something', () => {
  let scene: ConsoleScene;
  let page: Page;

  beforeAll(async () => {
    scene = await ConsoleScene.start();
    page = await scene.newPage();
    await scene.signInAs(page, 'owner');
    const until = [{ status: 'read', stepId: 'inbox' }];
    const timeout = { amount: 10, unit: 'minutes' };
    const timedOut = { '==': [{ var: 'steps.wait.outcome' }, 'timeout'] };
    const steps = [
      { name: 'Inbox', stepId: 'inbox', type: 'in_app', controlValues: { body: 'Hello' } },
      { name: 'Wait', stepId: 'wait', type: 'wait_until', controlValues: { until, timeout } },
      { name: 'Again', stepId: 'again', type: 'in_app', controlValues: { body: 'Again', skip: timedOut } },
    ];
    await scene.test.api.workflow({ workflowId: 'invoice', steps });
  });

  afterAll(() => scene?.close());

  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const saved = async () => (await scene.test.api.get('/v2/workflows/invoice')).body.data.steps[1].controlValues;

  it('CS70: edits what a step waits for', async () => {
    await page.goto(`${scene.url}/workflows/invoice?step=wait`);
    const form = page.getByRole('region', { name: 'Step Wait' });
    await form.getByRole('combobox', { name: 'Step: 1' }).waitFor();
    await form.getByRole('combobox', { name: 'What ends the wait: 1' }).selectOption('seen');
    await button('Add an event').click();
    await form.getByRole('textbox', { name: 'Name of the event: 2' }).fill('order.paid');
    await form.getByRole('textbox', { name: 'Amount' }).fill('20');
    for (const [width, scheme] of [
      [1280, 'light'],
      [860, 'dark'],
      [390, 'light'],
    ] as const) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme: scheme });
      await page.screenshot({ path: screenshotPath(`console-wait-until-${scheme}-${width}`), fullPage: true });
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
    }
    expect(await axeProblems(page)).toEqual([]);
    await page.setViewportSize({ width: 1280, height: 900 });
    await button('Save').click();
    await eventually(async () =>
      expect(await saved()).toEqual({
        until: [{ status: 'seen', stepId: 'inbox' }, { event: 'order.paid' }],
        timeout: { amount: 20, unit: 'minutes' },
      }),
    );
  });

  it('CS76: simulates both ways', async () => {
    await page.goto(`${scene.url}/workflows/invoice?tab=test`);
    await button('Simulate').click();
    const result = page.getByRole('region', { name: 'Result' });
    await result.getByText('wait until timeout').waitFor();
    await page.getByRole('combobox', { name: 'Waits for a status or an event end' }).selectOption('first');
    await button('Simulate').click();
    await result.getByText('wait until status').waitFor();
    await result.getByText('condition false').waitFor();
  });

  it('shows what a run waits for, until an event ends it', async () => {
    const { transactionId } = await scene.test.api.trigger('invoice', { to: 'ada' });
    const find = async () =>
      (await scene.test.api.get(`/v1/notifications?transactionId=${transactionId}`)).body.data[0];
    await eventually(async () => expect((await find()).status).toBe('waiting'));
    const { _id } = await find();
    await page.goto(`${scene.url}/activity/${_id}`);
    await page.getByText('It waits for seen of inbox, or event order.paid, at the latest until').first().waitFor();
    await scene.test.api.post('/v1/waits/events', { name: 'order.paid', transactionId });
    await eventually(async () => expect((await find()).status).toBe('completed'));
    expect(scene.failures).toEqual([]);
  });
});
