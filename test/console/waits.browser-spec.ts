import type { Page } from 'playwright-core';
import { describeInBrowser, screenshotPath } from '../browser/chromium.js';
import { eventually } from '../eventually.js';
import { axeProblems } from '../browser/axe.js';
import { ConsoleScene } from './console-scene.js';

describeInBrowser('the console for notifications that wait', () => {
  let scene: ConsoleScene;
  let page: Page;

  beforeAll(async () => {
    scene = await ConsoleScene.start();
    page = await scene.newPage();
    await scene.signInAs(page, 'owner');
    const steps = [
      { name: 'Wait', type: 'delay', controlValues: { amount: 1, unit: 'days' } },
      { name: 'Inbox', type: 'in_app', controlValues: { body: 'Hello' } },
    ];
    await scene.test.api.workflow({ workflowId: 'reminder', steps });
    for (const to of ['ada', 'grace', 'hedy']) await scene.test.api.trigger('reminder', { to });
    await eventually(async () => expect(await waits()).toHaveLength(3));
  });

  afterAll(() => scene?.close());

  const waits = async (): Promise<unknown[]> => (await scene.test.api.get('/v1/waits')).body.data;
  const rows = () => page.getByRole('table', { name: 'Waiting' }).getByRole('row');
  const button = (name: string) => page.getByRole('button', { name, exact: true });

  it('releases one, and cancels all that match after asking', async () => {
    await scene.open(page, '/waits', 'Waiting');
    await rows().filter({ hasText: 'ada' }).getByRole('button', { name: 'Release' }).click();
    expect(await axeProblems(page)).toEqual([]);
    await page.getByRole('dialog').getByRole('button', { name: 'Release' }).click();
    await page.getByText('1 notification released').waitFor();
    await eventually(async () => expect(await scene.test.api.inbox('ada')).toHaveLength(1));

    await page.getByRole('searchbox', { name: 'Workflow ID' }).fill('reminder');
    await button('Cancel all that match').click();
    await page.getByRole('dialog').getByText('This cannot be undone').waitFor();
    await page.screenshot({ path: screenshotPath('console-waits-cancel') });
    await button('Cancel sending').click();
    await page.getByText('2 notifications canceled').waitFor();
    await page.getByText('No results').waitFor();
    expect(await waits()).toEqual([]);
  });

  it('fits on a tablet, and says what a workflow does in quiet hours', async () => {
    await scene.test.api.trigger('reminder', { to: 'hedy' });
    await eventually(async () => expect(await waits()).toHaveLength(1));
    await page.setViewportSize({ width: 860, height: 900 });
    await scene.open(page, '/waits?workflowId=reminder', 'Waiting');
    await rows().filter({ hasText: 'hedy' }).waitFor();
    await page.screenshot({ path: screenshotPath('console-waits-light-860') });
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(860);
    await page.goto(`${scene.url}/workflows/reminder?tab=settings`);
    await page.getByRole('combobox', { name: 'Quiet hours' }).selectOption('hold');
    await page.screenshot({ path: screenshotPath('console-quiet-hours-860'), fullPage: true });
    await button('Save').click();
    await eventually(async () => {
      const { body } = await scene.test.api.get('/v2/workflows/reminder');
      expect(body.data.quietHours).toBe('hold');
    });
  });
});
