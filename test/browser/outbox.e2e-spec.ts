import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BrowserContext, Page } from 'playwright-core';
import { aWorkflow } from '../builders/workflow.js';
import { pageToken } from '../page-token.js';
import { startTestApp, type TestApp } from '../test-app.js';
import { axeProblems } from './axe.js';
import { describeInBrowser, openBrowser, screenshotPath } from './chromium.js';

describeInBrowser('the outbox page', () => {
  let test: TestApp;
  let url: string;
  let browser: BrowserContext;
  let page: Page;
  /** What the browser has asked a stranger for. */
  let stranger: Server;
  const fetched: string[] = [];
  const failures: string[] = [];

  beforeAll(async () => {
    stranger = createServer((request, response) => {
      fetched.push(request.url ?? '');
      response.end();
    }).listen(0, '127.0.0.1');
    test = await startTestApp({ settings: { INBOX_DEMO: 'on', OUTBOX: 'on', DELIVER_TO: 'providers' } });
    await test.app.listen(0, '127.0.0.1');
    url = await test.app.getUrl();
    browser = await openBrowser();
    page = await browser.newPage();
    page.on('pageerror', (error) => failures.push(error.message));
    await page.goto(`${url}/outbox?token=${pageToken(test.app)}`);
    expect(page.url()).toBe(`${url}/outbox`);
    await page.locator('#state[data-state=live]').waitFor();
  });

  afterAll(async () => {
    await browser?.close();
    await test?.close();
    stranger?.close();
  });

  const picture = (name: string) => page.screenshot({ path: screenshotPath(`outbox-${name}`) });
  const row = (channel: string) => page.locator(`#list li[data-channel=${channel}]`).first();
  const detail = () => page.locator('#detail');

  async function choose(channel: string): Promise<void> {
    await row(channel).locator('a').click();
    await detail().locator(`.head .channel[data-channel=${channel}]`).waitFor();
  }

  it('says that there is nothing, and where to begin', async () => {
    await page.locator('#empty').getByText('Nothing has been sent yet').waitFor();
    await picture('empty');
  });

  it('shows what the button of the inbox page sends through four channels, without a reload', async () => {
    const inbox = await browser.newPage();
    await inbox.goto(`${url}/inbox-demo`);
    await inbox.locator('#send:enabled').waitFor();
    await inbox.locator('#send').click();
    await inbox.locator('#outcome', { hasText: 'Arrived' }).waitFor();
    await inbox.close();
    for (const channel of ['email', 'sms', 'push', 'chat']) await row(channel).waitFor();
  });

  it('shows an email as it is seen, as text, and its headers', async () => {
    await choose('email');
    const mail = detail().frameLocator('iframe');
    await mail.getByRole('heading', { name: 'It is on its way, Ada' }).waitFor();
    // With the padding of its own style; a bare line of text is lower.
    expect((await mail.getByText('Track the parcel').boundingBox())!.height).toBeGreaterThan(30);
    await picture('email');
    await detail().getByRole('button', { name: 'As on a phone' }).click();
    await picture('email-phone');
    await detail().getByRole('tab', { name: 'Text' }).click();
    await detail().locator('.plain', { hasText: 'left the warehouse' }).waitFor();
    await detail().getByRole('tab', { name: 'Headers' }).click();
    await detail().locator('.tab', { hasText: 'ada@example.com' }).waitFor();
  });

  it.each([
    ['sms', '.bubble', 'is on its way. Track it'],
    ['push', '.notice', 'It left the warehouse'],
    ['chat', '.chat', 'for Ada is on its way'],
  ])('shows a message of %s', async (channel, place, text) => {
    await choose(channel);
    await detail().locator(place, { hasText: text }).waitFor();
    await picture(channel);
  });

  it('shows a channel alone, and other environments', async () => {
    const only = page.locator('.filters button', { hasText: 'SMS' });
    await only.click();
    await row('sms').waitFor();
    await row('email').waitFor({ state: 'detached' });
    await page.locator('#environment').selectOption({ label: 'Production' });
    await page.locator('#empty').waitFor();
    await page.locator('#environment').selectOption({ label: 'Development' });
    await page.locator('.filters button', { hasText: 'All' }).click();
    await row('email').waitFor();
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
    const steps = [{ name: 'Evil', type: 'email', controlValues }];
    const { body } = await test.api.post('/v2/workflows', aWorkflow({ steps }));
    const to = { subscriberId: 'eve', email: 'eve@example.com' };
    await test.api.post('/v1/events/trigger', { name: body.data.workflowId, to });
    await page.locator('#list li', { hasText: 'eve@example.com' }).locator('a').click();
    await detail().locator('h2', { hasText: '<img' }).waitFor();
    const mail = detail().frameLocator('iframe').first();
    await mail.getByText('The end').waitFor();
    await mail.getByRole('button', { name: 'go' }).click();
    await detail().getByText('not fetched here').waitFor();
    await picture('hostile');
    expect(fetched).toEqual([]);
    expect(await page.title()).toMatch(/Outbox/);
    expect(await detail().locator('h2 img').count()).toBe(0);
  });

  it('has no sideways scrolling at the width of a phone, by light and by dark', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      const widths = await page.evaluate('[document.documentElement.scrollWidth, innerWidth]');
      expect(widths).toEqual([390, 390]);
      await page.screenshot({ path: screenshotPath(`outbox-phone-${colorScheme}`), fullPage: true });
    }
    await page.setViewportSize({ width: 1280, height: 900 });
    await picture('dark');
    await page.emulateMedia({ colorScheme: 'light' });
  });

  it('shows what the run of a message did, and why', async () => {
    await choose('sms');
    const run = detail().locator('.run');
    await run.locator('li', { hasText: 'sms: completed' }).waitFor();
    const { _notificationId: id } = (await test.api.get('/v1/outbox?channel=sms')).body.data[0];
    expect(await run.locator('code').textContent()).toBe(id);
    expect((await test.api.get(`/v1/notifications/${id}`)).body.data.jobs.length).toBeGreaterThan(3);
  });

  it('counts one character as one', async () => {
    const to = { subscriberId: 'short', phone: '+4915112345670' };
    const steps = [{ name: 'Short', type: 'sms', controlValues: { body: '!' } }];
    const { body } = await test.api.post('/v2/workflows', aWorkflow({ steps }));
    await test.api.post('/v1/events/trigger', { name: body.data.workflowId, to });
    await page.locator('#list li', { hasText: to.phone }).locator('a').click();
    await detail()
      .locator('.count', { hasText: /^1 character$/ })
      .waitFor();
  });

  it('is clean for axe', async () => {
    expect(await axeProblems(page)).toEqual([]);
  });

  it('asks before it is emptied, and empties what is shown alone', async () => {
    const clear = page.locator('#clear');
    const question = page.getByRole('dialog');
    await page.locator('.filters button', { hasText: 'SMS' }).click();
    await row('email').waitFor({ state: 'detached' });
    await clear.click();
    await question.getByText('Delete 2 SMS messages in Development? They cannot be restored.').waitFor();
    await picture('clear');
    expect(await axeProblems(page)).toEqual([]);
    await page.keyboard.press('Escape');
    expect((await test.api.get('/v1/outbox?channel=sms')).body.data).toHaveLength(2);
    await clear.click();
    await question.getByRole('button', { name: 'Delete' }).click();
    await page.locator('#empty').waitFor();
    expect((await test.api.get('/v1/outbox?channel=sms')).body.data).toEqual([]);
    expect((await test.api.get('/v1/outbox?channel=email')).body.data.length).toBeGreaterThan(0);
    await page.locator('.filters button', { hasText: 'All' }).click();
    await row('email').waitFor();
    await clear.click();
    await question.getByRole('button', { name: 'Delete' }).click();
    await page.locator('#empty').waitFor();
    expect((await test.api.get('/v1/outbox')).body.data).toEqual([]);
  });

  it('breaks no script', () => expect(failures).toEqual([]));
});

describeInBrowser('the outbox page of a server that others reach', () => {
  it('asks for an API key, and shows the messages of its environment', async () => {
    const test = await startTestApp({ settings: { OUTBOX: 'on', HOST: '0.0.0.0' } });
    const browser = await openBrowser('dark');
    try {
      await test.app.listen(0, '127.0.0.1');
      const page = await browser.newPage();
      await page.goto(`${await test.app.getUrl()}/outbox`);
      await page.locator('#key').fill('not-a-key');
      await page.getByRole('button', { name: 'Open' }).click();
      await page.locator('#key-problem', { hasText: 'not known' }).waitFor();
      await page.locator('#key').fill(test.api.apiKey!);
      await page.screenshot({ path: screenshotPath('outbox-key') });
      await page.getByRole('button', { name: 'Open' }).click();
      await page.locator('#empty').waitFor();
      await page.reload();
      await page.locator('#empty').waitFor();
      expect(await page.locator('#key-form').isVisible()).toBe(false);
    } finally {
      await browser.close();
      await test.close();
    }
  });
});

describeInBrowser('the pages of a browser that was not let in', () => {
  let test: TestApp;
  let url: string;
  let browser: BrowserContext;

  beforeAll(async () => {
    test = await startTestApp({ settings: { INBOX_DEMO: 'on', OUTBOX: 'on' } });
    await test.app.listen(0, '127.0.0.1');
    url = await test.app.getUrl();
    browser = await openBrowser();
  });

  afterAll(async () => {
    await browser?.close();
    await test?.close();
  });

  it.each(['outbox', 'inbox-demo'])(
    'OB4: /%s says how it is opened, on every screen, and is clean for axe',
    async (name) => {
      const page = await browser.newPage();
      const response = await page.goto(`${url}/${name}`);
      expect(response!.status()).toBe(401);
      await page.getByText('npm run pages').waitFor();
      for (const width of [390, 1280]) {
        await page.setViewportSize({ width, height: 844 });
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme });
          expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
          await page.screenshot({ path: screenshotPath(`${name}-locked-${width}-${colorScheme}`), fullPage: true });
          expect(await axeProblems(page)).toEqual([]);
        }
      }
      await page.close();
    },
  );

  it('opens the outbox with an API key there, by keyboard alone', async () => {
    const page = await browser.newPage();
    await page.goto(`${url}/outbox`);
    await page.locator('#key').focus();
    await page.keyboard.type(test.api.apiKey!);
    await page.keyboard.press('Enter');
    await page.locator('#empty').waitFor();
    expect(await page.locator('#locked').isVisible()).toBe(false);
    await page.close();
  });

  it('OB4: closes a page that is open when its cookie is gone', async () => {
    const page = await browser.newPage();
    await page.goto(`${url}/outbox?token=${pageToken(test.app)}`);
    await page.locator('#state[data-state=live]').waitFor();
    await browser.clearCookies();
    await page.locator('#locked').waitFor();
    await page.close();
  });
});
