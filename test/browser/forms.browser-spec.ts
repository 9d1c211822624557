import type { Page } from 'playwright-core';
import { ConsoleScene } from '../console/console-scene.js';
import { Keyboard } from '../console/keyboard.js';
import { eventually } from '../eventually.js';
import { axeProblems } from './axe.js';
import { describeInBrowser, screenshotPath } from './chromium.js';

const blocks = (...content: object[]) => JSON.stringify({ type: 'doc', content });

const STEPS = [
  { name: 'Wait', stepId: 'wait', type: 'delay', controlValues: { amount: 1, unit: 'hours', note: 'kept' } },
  { name: 'Collect', stepId: 'collect', type: 'digest', controlValues: { type: 'timed', cron: '0 8 * * 1' } },
  {
    name: 'Bell',
    stepId: 'bell',
    type: 'in_app',
    controlValues: { subject: 'Hi', body: 'Hello', primaryAction: { label: 'Go', redirect: { url: '#' } } },
  },
  {
    name: 'Mail',
    stepId: 'mail',
    type: 'email',
    controlValues: {
      subject: 'Hi',
      editorType: 'block',
      body: blocks(
        { type: 'paragraph', content: [{ type: 'text', text: 'Hello' }] },
        { type: 'button', attrs: { text: 'Track', url: '#' } },
      ),
    },
  },
];

const SCHEMA = {
  type: 'object',
  properties: {
    count: { type: 'integer' },
    urgent: { type: 'boolean' },
    plan: { type: 'string', enum: ['free', 'pro'] },
    at: { type: 'string', format: 'date-time' },
    tags: { type: 'array', items: { type: 'string' } },
  },
};

describeInBrowser('forms made for people', () => {
  let scene: ConsoleScene;
  let page: Page;

  beforeAll(async () => {
    scene = await ConsoleScene.start({ settings: { OUTBOX: 'on', DELIVER_TO: 'providers' } });
    page = await scene.newPage();
    await scene.signInAs(page, 'owner');
    const { api } = scene.test;
    await api.workflow({ workflowId: 'forms', name: 'Forms', active: false, payloadSchema: SCHEMA, steps: STEPS });
    await api.workflow({ workflowId: 'old-news', name: 'Old news' });
  });

  afterAll(() => scene?.close());

  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
  const field = (name: string) => page.getByRole('textbox', { name, exact: true });
  const choice = (name: string) => page.getByRole('combobox', { name, exact: true });
  const valuesOf = async (stepId: string) => {
    const { body } = await scene.test.api.get('/v2/workflows/forms');
    return body.data.steps.find((step: { stepId: string }) => step.stepId === stepId).controlValues;
  };
  const saved = () => page.getByText('Unsaved', { exact: true }).waitFor({ state: 'detached' });
  const focused = () => page.evaluate<string>("document.activeElement.getAttribute('aria-label') ?? ''");

  /** Looks at the screen in both schemes and at all widths. */
  async function look(name: string): Promise<void> {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      for (const width of [390, 860, 1280]) {
        await page.setViewportSize({ width, height: 900 });
        expect(await axeProblems(page)).toEqual([]);
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
        await page.screenshot({ path: screenshotPath(`forms-${name}-${width}-${colorScheme}`), fullPage: true });
      }
    }
    await page.emulateMedia({ colorScheme: 'light' });
  }

  it('Y8: a delay is a sentence, and what it says is in words below', async () => {
    await scene.open(page, '/workflows/forms?step=wait', 'Forms');
    await page.getByText('Waits 1 hour.').waitFor();
    await field('Amount').fill('2');
    await choice('Unit').selectOption('days');
    await field('Time of day').fill('09:00');
    await page.getByText("Waits 2 days, then until 9:00 in the subscriber's time zone.").waitFor();
    await look('delay');
    await choice('Type').selectOption('Scheduled');
    await choice('Repeats').selectOption('every weekday');
    await page.getByText("Waits until 9:00 on the next weekday in the subscriber's time zone.").waitFor();
    await choice('Type').selectOption('Fixed');
    await page.getByText('Waits 2 days, then until 9:00').waitFor();
    await button('Save').click();
    await saved();
    expect(await valuesOf('wait')).toEqual({ type: 'regular', amount: 2, unit: 'days', at: '09:00', note: 'kept' });
    await button('Edit as JSON').first().click();
    await page.getByRole('textbox', { name: 'Values as JSON' }).getByText('kept').waitFor();
    await button('Edit as form').first().click();
  });

  it('a digest is one, too', async () => {
    await scene.open(page, '/workflows/forms?step=collect', 'Forms');
    await page.getByText('Collects events until 8:00 on the next Monday').waitFor();
    await page.getByRole('checkbox', { name: 'Thursday' }).check();
    await field('Group by').fill('payload.plan');
    await look('digest');
    await button('Save').click();
    await saved();
    expect(await valuesOf('collect')).toEqual({ type: 'timed', cron: '0 8 * * 1,4', digestKey: 'payload.plan' });
  });

  it('conditions are rows, and need no mouse', async () => {
    const keyboard = new Keyboard(page);
    await scene.open(page, '/workflows/forms?step=bell', 'Forms');
    await look('in-app');
    await keyboard.use('button', 'Add condition');
    await eventually(async () => expect(await focused()).toBe('Variable 1'));
    await keyboard.write('Variable 1', 'payload.count', 'combobox');
    await keyboard.to('combobox', 'Comparison 1');
    await page.keyboard.type('>');
    await keyboard.write('Value 1', '5');
    await keyboard.use('button', 'Add group');
    await eventually(async () => expect(await focused()).toBe('Variable 2.1'));
    await keyboard.write('Variable 2.1', 'payload.urgent', 'combobox');
    await keyboard.to('combobox', 'Value 2.1');
    await page.keyboard.type('no');
    await keyboard.use('button', 'Add to the group');
    await keyboard.write('Variable 2.2', 'payload.tags', 'combobox');
    await keyboard.write('Value 2.2', 'vip');
    await look('conditions');
    await keyboard.press('Control+s');
    await saved();
    const group = { or: [{ '==': [{ var: 'payload.urgent' }, false] }, { in: ['vip', { var: 'payload.tags' }] }] };
    const skip = { and: [{ '>': [{ var: 'payload.count' }, 5] }, group] };
    expect((await valuesOf('bell')).skip).toEqual(skip);
    await keyboard.use('button', 'Remove group 2');
    await keyboard.press('Control+s');
    await saved();
    expect((await valuesOf('bell')).skip).toEqual({ '>': [{ var: 'payload.count' }, 5] });
  });

  it('a finding leads to its field, and to its block', async () => {
    await scene.open(page, '/workflows/forms?step=wait', 'Forms');
    await button('Check').click();
    const panel = page.getByRole('region', { name: 'Check' });
    await panel.getByRole('button', { name: 'bell, URL of the primary button' }).click();
    const marked = page.locator('[data-marked]');
    await marked.waitFor();
    expect(await marked.getAttribute('data-field')).toBe('primaryAction.redirect.url');
    await eventually(async () => expect(await focused()).toBe('URL'));
    await look('finding');
    await page.keyboard.press('Control+a');
    await page.keyboard.type('/orders');
    await panel.getByRole('button', { name: 'mail, body, block 2' }).click();
    await page.locator('[data-field="body"][data-marked]').waitFor();
    await page.locator('.ProseMirror-selectednode').getByText('Track').waitFor();
    // What the API refuses is shown in the same way.
    await page.getByRole('button', { name: /^Wait/ }).click();
    await field('Amount').fill('2000');
    await button('Save').click();
    await saved();
    await button('Check').click();
    await panel.getByRole('button', { name: 'wait, amount' }).click();
    await eventually(async () => expect(await focused()).toBe('Amount'));
  });

  it('P12: workflows are archived, and restored', async () => {
    await scene.open(page, '/workflows', 'Workflows');
    await button('Actions of Old news').click();
    await page.getByRole('menuitem', { name: 'Archive' }).click();
    await page.getByText('Old news was archived').waitFor();
    await page.getByRole('link', { name: 'Old news' }).waitFor({ state: 'detached' });
    await choice('Status').selectOption('Archived');
    await page.getByRole('checkbox', { name: 'Select Old news' }).check();
    await look('archived');
    await button('Restore').click();
    await page.getByText('No results').waitFor();
    await scene.open(page, '/workflows/old-news?tab=settings', 'Old news');
    await button('Archive workflow').click();
    await page.getByText('Archived', { exact: true }).waitFor();
    await button('Restore workflow').click();
    await page.getByText('Inactive', { exact: true }).waitFor();
  });

  it('CK20: tests are marked in the activity', async () => {
    const { api } = scene.test;
    const { subscriberId } = await api.subscriber();
    const { body } = await api.post('/v2/workflows/old-news/test', { subscriberIds: [subscriberId] });
    await scene.open(page, '/activity', 'Activity');
    await page.getByRole('table').getByText('Test · Old news', { exact: true }).waitFor();
    await scene.open(page, '/triggers', 'Triggers');
    await page.getByRole('table').getByText('Test', { exact: true }).waitFor();
    await page.goto(`${scene.url}/activity/${body.data.recipients[0].notificationId}`);
    await page.getByRole('region', { name: 'Result' }).getByText('Test', { exact: true }).waitFor();
  });

  it('breaks no policy', () => {
    expect(scene.failures).toEqual([]);
  });
});
