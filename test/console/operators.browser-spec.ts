import type { Page } from 'playwright-core';
import { ActivityCounter } from '../../src/notifications/activity/charts/activity-counter.service.js';
import { axeProblems } from '../browser/axe.js';
import { describeInBrowser, screenshotPath } from '../browser/chromium.js';
import { MessageServer } from '../delivery/sending/message-server.js';
import { eventually } from '../eventually.js';
import { ConsoleScene } from './console-scene.js';

const { CONSOLE_LOOKS } = process.env;
const WIDTHS = [390, 860, 1280];

describeInBrowser('what operators see in the console', () => {
  let scene: ConsoleScene;
  let page: Page;
  let mail: MessageServer;

  beforeAll(async () => {
    scene = await ConsoleScene.start({
      settings: { DELIVER_TO: 'providers', HTTP_PRIVATE_TARGETS: '127.0.0.1', OUTBOX: 'off' },
    });
    mail = await MessageServer.start();
    page = await scene.newPage();
    await scene.signInAs(page, 'owner');
    const { api } = scene.test;
    await api.subscriber({ subscriberId: 'ada', firstName: 'Ada', email: 'ada@example.com' });
    const controlValues = { subject: 'Invoice', editorType: 'html', body: '<p>Invoice</p>' };
    const steps = [{ name: 'Mail', type: 'email', controlValues }];
    await api.post('/v2/workflows', { workflowId: 'invoice', name: 'Invoice', active: true, steps });
  });

  afterAll(async () => {
    await scene?.close();
    await mail?.close();
  });

  const region = (name: string) => page.getByRole('region', { name, exact: true });
  const link = (name: string) => page.getByRole('link', { name, exact: true });
  const button = (name: string) => page.getByRole('button', { name, exact: true });

  async function send(transactionId: string, status: number): Promise<void> {
    mail.status = () => status;
    await scene.test.api.trigger('invoice', { to: 'ada', transactionId });
    await scene.test.api.get(`/v1/events/trigger/${transactionId}?wait=10`);
    await scene.test.app.get(ActivityCounter).flush();
  }

  /** The screen is clean for axe in both schemes and at each width; with `CONSOLE_LOOKS` it takes pictures. */
  async function look(name: string): Promise<void> {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 900 });
        if (CONSOLE_LOOKS !== undefined)
          await page.screenshot({ path: screenshotPath(`operators-${name}-${colorScheme}-${width}`), fullPage: true });
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
      }
      expect(await axeProblems(page)).toEqual([]);
    }
  }

  it('CH9: names a channel without a provider on the overview and in the editor', async () => {
    await send('invoice-1', 200);
    await scene.open(page, '/overview', 'Overview');
    const problems = region('Channel problems');
    await problems.getByText('No provider for email').waitFor();
    await problems.getByText('1 active workflow sends email').waitFor();
    await region('Failures by reason').getByRole('link', { name: /^1 / }).waitFor();
    await look('no-provider');
    await problems.getByRole('link', { name: 'Connect a provider' }).click();
    await page.waitForURL(/create\/integration\?.*channel=email/);
    await scene.open(page, '/workflows/invoice', 'Invoice');
    await problems.getByText('No provider for email').waitFor();
  });

  it('G18: retries the failed messages of a trigger when there is a provider', async () => {
    await scene.test.api.post('/v1/integrations', mail.integration('email', 'Mail'));
    await scene.open(page, '/triggers/invoice-1', 'Trigger');
    await button('Retry 1 failed').click();
    const dialog = page.getByRole('dialog', { name: 'Retry 1 message?' });
    await dialog.getByText('Every message of this trigger').waitFor();
    await dialog.getByRole('button', { name: 'Retry', exact: true }).click();
    await page.getByText('1 message retried.').waitFor();
    await eventually(async () => expect(mail.accepted).toHaveLength(1));
  });

  it('shows how an integration has worked, and the last errors in the words of its provider', async () => {
    await send('invoice-2', 400);
    await send('invoice-3', 200);
    await send('invoice-4', 401);
    await scene.open(page, '/integrations', 'Integrations');
    const problems = region('Channel problems');
    await problems.getByText('The provider refuses Mail').waitFor();
    await problems.getByText('status 401').waitFor();
    await look('refused');
    await problems.getByRole('link', { name: 'Open the integration' }).click();
    await page.getByRole('heading', { level: 1, name: 'Mail' }).waitFor();
    await region('Use').getByText('Primary #1').waitFor();
    // What is refused is tried again meanwhile.
    await region('Success rate')
      .getByText(/^[1-9][\d.]*%$/)
      .waitFor();
    await region('Requests per hour')
      .getByRole('link', { name: /^[2-9]\d* failed$/ })
      .waitFor();
    await region('Last errors')
      .getByRole('link', { name: /^status 400/ })
      .waitFor();
    await look('integration');
    await link('View and retry failed messages').click();
    await page.getByRole('heading', { level: 1, name: 'Failed messages' }).waitFor();
    await page.getByRole('searchbox', { name: 'Integration ID' }).waitFor();
    await page.getByRole('link', { name: /^status 400/ }).waitFor();
  });

  it('CH7: compares the last day with the day before, and each number leads to its list', async () => {
    const { connection } = scene.test;
    const counts = connection.collection('activitycounts');
    const [hour] = await counts.find({ interval: 'hour', workflowId: null }).sort({ at: -1 }).toArray();
    const DAY = 86_400_000;
    const at = (ms: number) => new Date(hour!.at.getTime() - ms);
    const email = { completed: { delivered: 30 }, failed: { send_failed: 2 } };
    const before = { steps: { email }, latency: { email: { 20: 30 } } };
    const earlier = (ms: number, own: object) => Object.assign({}, hour, own, { _id: `${ms}`, at: at(ms) });
    await counts.insertMany([earlier(2 * 3_600_000 + DAY, before), earlier(2 * 3_600_000, {})] as never);
    await scene.open(page, '/overview', 'Overview');
    await region('Sent').getByText(/less$/).waitFor();
    await region('Latency p50')
      .getByText(/slower|faster/)
      .waitFor();
    await page.getByText('Changes compare').waitFor();
    await look('overview');
    await page.getByRole('radiogroup', { name: 'Period' }).getByText('Last hour').click();
    await region('Failed').getByRole('link').click();
    await page.waitForURL(/activity\?.*status=failed/);
    await page.getByRole('heading', { level: 1, name: 'Activity' }).waitFor();
    expect(page.url()).toMatch(/since=/);
  });

  it('resends an invitation with another link', async () => {
    await scene.open(page, '/create/invitation', 'Invite member');
    await page.getByRole('textbox', { name: 'Email' }).fill('vera@example.com');
    await button('Send invitation').click();
    await page.getByRole('dialog', { name: 'Invitation link' }).getByRole('button', { name: 'Done' }).click();
    await button('Resend the invitation of vera@example.com').click();
    await page.getByText('The former link no longer works').waitFor();
    expect(scene.foreign).toEqual([]);
    expect(scene.failures).toEqual([]);
  });
});
