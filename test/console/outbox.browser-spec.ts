import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { axeProblems } from '../browser/axe.js';
import { describeInBrowser, screenshotPath } from '../browser/chromium.js';
import { pageToken } from '../page-token.js';
import { ConsoleScene } from './console-scene.js';

describeInBrowser('the outbox in the console', () => {
  let scene: ConsoleScene;
  let page: Page;
  /** The address without /console. */
  let origin: string;
  /** What the browser has asked a stranger for. */
  let stranger: Server;
  const fetched: string[] = [];

  beforeAll(async () => {
    stranger = createServer((request, response) => {
      fetched.push(request.url ?? '');
      response.end();
    }).listen(0, '127.0.0.1');
    scene = await ConsoleScene.start({ settings: { INBOX_DEMO: 'on', OUTBOX: 'on', DELIVER_TO: 'providers' } });
    origin = new URL(scene.url).origin;
    page = await scene.newPage();
  });

  afterAll(async () => {
    stranger?.close();
    await scene?.close();
  });

  const row = (text: string) => page.getByRole('row').filter({ hasText: text }).first();

  /** Sends to somebody over all channels of the outbox that a phone and an address reach. */
  async function send(subscriberId: string, steps: object[]): Promise<void> {
    const workflow = await scene.test.api.workflow({ steps });
    const to = { subscriberId, email: `${subscriberId}@example.com`, phone: '+4915112345670' };
    await scene.test.api.trigger(workflow.workflowId, { to });
  }

  /** Waits until the screen is the sign-in that says how the outbox is opened without an account. */
  async function waitForHint(): Promise<void> {
    await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
    await page.getByText('carillon pages').waitFor();
  }

  it.each(['/outbox', `/outbox?token=${'A'.repeat(24)}`, '/inbox-demo'])(
    'OB4: says at %s how it is opened, wide and narrow, light and dark',
    async (path) => {
      await page.goto(origin + path);
      await waitForHint();
      for (const [colorScheme, width] of [
        ['light', 1280],
        ['dark', 390],
      ] as const) {
        await page.setViewportSize({ width, height: 900 });
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        await page.screenshot({ path: screenshotPath(`console-closed-${path.slice(1, 7)}-${colorScheme}`) });
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
        expect(await axeProblems(page)).toEqual([]);
      }
      await page.setViewportSize({ width: 1280, height: 900 });
      await page.emulateMedia({ colorScheme: 'light' });
    },
  );

  it('OB4: opens with the printed address, without an account, and offers to sign in', async () => {
    await page.goto(`${origin}/outbox?token=${pageToken(scene.test.app)}`);
    await page.getByText('The outbox is empty').waitFor();
    expect(page.url()).not.toContain('token');
    const screens = page.getByRole('navigation', { name: 'Screens' });
    expect(await screens.getByRole('link').allTextContents()).toEqual(['Outbox', 'Inbox demo']);
    await page.getByRole('link', { name: 'Sign in' }).click();
    await page.getByRole('link', { name: 'The outbox, without signing in' }).click();
    await page.getByText('The outbox is empty').waitFor();
  });

  it('shows what comes in without a reload, as its reader sees it, as text, and whole', async () => {
    await send('ada', [
      {
        name: 'Email',
        type: 'email',
        controlValues: { subject: 'On its way', editorType: 'html', body: '<h1 style="padding: 20px">It left</h1>' },
      },
      { name: 'SMS', type: 'sms', controlValues: { body: 'Parcel 4711 is on its way' } },
    ]);
    await row('Parcel 4711').waitFor();
    await page.screenshot({ path: screenshotPath('console-outbox-guest') });
    await row('ada@example.com').getByRole('link').click();
    const mail = page.frameLocator('iframe');
    expect((await mail.getByRole('heading', { name: 'It left' }).boundingBox())!.height).toBeGreaterThan(50);
    await page.screenshot({ path: screenshotPath('console-outbox-guest-email') });
    expect(await axeProblems(page)).toEqual([]);
    await page.getByRole('tab', { name: 'Text' }).click();
    await page.getByLabel('Text', { exact: true }).getByText('IT LEFT').or(page.getByText('It left')).first().waitFor();
    await page.getByRole('tab', { name: 'JSON' }).click();
    await page.getByText('"ada@example.com"').first().waitFor();
  });

  it('finds a message whose id is behind # in the address of the outbox', async () => {
    const { _id } = (await scene.test.api.get('/v1/outbox?channel=sms')).body.data[0];
    await page.goto('about:blank');
    await page.goto(`${origin}/outbox#${_id}`);
    await page.getByRole('group', { name: 'The message' }).getByText('Parcel 4711').waitFor();
    expect(new URL(page.url()).pathname).toBe(`/console/outbox/${_id}`);
  });

  it('shows a channel alone, and other environments', async () => {
    await scene.open(page, '/outbox', 'Outbox');
    await page.getByRole('combobox', { name: 'Channel' }).selectOption('sms');
    await row('ada@example.com').waitFor({ state: 'detached' });
    await row('Parcel 4711').waitFor();
    await page.getByRole('button', { name: 'Environment: Development' }).click();
    await page.getByRole('menuitem', { name: 'Production' }).click();
    await page.getByText('No results').waitFor();
  });

  it('OB4: lets nothing of a message run, and fetches nothing for it', async () => {
    const address = `http://127.0.0.1:${(stranger.address() as AddressInfo).port}`;
    const evil = `<script>parent.document.title='owned'</script>
      <img src="${address}/pixel" onerror="parent.document.title='owned'"><link rel="stylesheet" href="${address}/style">
      <style>@import url(${address}/import); body { background: url(${address}/background) }</style>
      <meta http-equiv="refresh" content="0;url=${address}/refresh"><iframe src="${address}/frame"></iframe>
      <svg><image href="${address}/svg"></image></svg><form action="${address}/form"><button>go</button></form><p>The end</p>`;
    const subject = '<img src=x onerror="document.title=\'owned\'">';
    const controlValues = { subject, editorType: 'html', body: evil, disableOutputSanitization: true };
    await scene.open(page, '/outbox', 'Outbox');
    await send('eve', [{ name: 'Evil', type: 'email', controlValues }]);
    await row('eve@example.com').getByRole('link').click();
    await page.getByRole('heading', { level: 1, name: '<img' }).waitFor();
    const mail = page.frameLocator('iframe').first();
    await mail.getByText('The end').waitFor();
    await mail.getByRole('button', { name: 'go' }).click();
    await page.screenshot({ path: screenshotPath('console-outbox-hostile') });
    expect(fetched).toEqual([]);
    expect(await page.title()).toContain('Carillon');
    expect(await page.locator('h1 img').count()).toBe(0);
    // The frame has refused the form.
    scene.failures.splice(0);
  });

  it('asks before it is emptied, and empties what is shown alone', async () => {
    await scene.open(page, '/outbox?channel=sms', 'Outbox');
    await row('Parcel 4711').waitFor();
    await page.getByRole('button', { name: 'Empty' }).click();
    const question = page.getByRole('dialog');
    await question.getByText('cannot be restored').waitFor();
    expect(await axeProblems(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await question.waitFor({ state: 'detached' });
    expect((await scene.test.api.get('/v1/outbox?channel=sms')).body.data).toHaveLength(1);
    await page.getByRole('button', { name: 'Empty' }).click();
    await question.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No results').waitFor();
    expect((await scene.test.api.get('/v1/outbox?channel=sms')).body.data).toEqual([]);
    expect((await scene.test.api.get('/v1/outbox?channel=email')).body.data.length).toBeGreaterThan(0);
  });

  it('OB4: shows a guest no other screen, and closes when the cookie is gone', async () => {
    await scene.open(page, '/subscribers', 'Sign in');
    await scene.open(page, '/outbox', 'Outbox');
    await scene.browser.clearCookies();
    await waitForHint();
  });

  it('is shown after signing in, with the run behind each message', async () => {
    await scene.signInAs(page, 'viewer');
    await page.goto(`${origin}/outbox`);
    await row('ada@example.com').getByRole('link').click();
    await page.getByText('Run', { exact: true }).waitFor();
    const { _notificationId: id } = (await scene.test.api.get('/v1/outbox?recipient=ada%40example.com')).body.data[0];
    await page.getByRole('link', { name: id }).click();
    await page.waitForURL(`**/console/activity/${id}*`);
  });

  it('breaks no script, and asks for nothing elsewhere', () => {
    expect(scene.failures).toEqual([]);
    expect(scene.foreign).toEqual([]);
  });
});
