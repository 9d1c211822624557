import type { BrowserContext, Locator, Page } from 'playwright-core';
import { eventually } from '../eventually.js';
import { startTestApp, type TestApp } from '../test-app.js';
import { describeInBrowser, openBrowser, screenshotPath } from './chromium.js';

const PATIENCE_MS = 10_000;

describeInBrowser('the inbox page', () => {
  let test: TestApp;
  let browser: BrowserContext;
  /** Two tabs of the same person; everything is done in the first. */
  let tab: Page;
  let otherTab: Page;
  const failures: string[] = [];

  beforeAll(async () => {
    test = await startTestApp({ settings: { INBOX_DEMO: 'on' } });
    await test.app.listen(0, '127.0.0.1');
    const url = `${await test.app.getUrl()}/inbox-demo`;
    browser = await openBrowser();
    browser.setDefaultTimeout(PATIENCE_MS);
    [tab, otherTab] = [await open(url), await open(url)];
    // The first use makes the workflow.
    await send();
    await unreadIn(1);
  }, 60_000);

  afterAll(async () => {
    await browser?.close();
    await test?.close();
  });

  async function open(url: string): Promise<Page> {
    const page = await browser.newPage();
    page.on('pageerror', (error) => failures.push(error.message));
    page.on('console', (message) => message.type() === 'error' && failures.push(message.text()));
    await page.goto(url);
    await page.locator('#state[data-state=live]').waitFor();
    await page.locator('#send:enabled').waitFor();
    return page;
  }

  /** Sends one, and answers with the milliseconds until it was there. */
  async function send(): Promise<number> {
    await tab.locator('#send').click();
    await tab
      .locator('#outcome', { hasText: 'Sent' })
      .or(tab.locator('#outcome', { hasText: 'Arrived' }))
      .waitFor();
    const arrived = tab.locator('#outcome', { hasText: 'Arrived' });
    await arrived.waitFor();
    return Number(/\d+/.exec((await arrived.textContent()) ?? '')?.[0]);
  }

  /** Waits until both tabs say so, and the bells agree. */
  async function unreadIn(count: number): Promise<void> {
    for (const page of [tab, otherTab]) {
      await page.locator(`#unread[data-count="${count}"]`).waitFor();
      const dot = page.locator('#bell .nv-bellDot');
      await dot.first().waitFor({ state: count > 0 ? 'visible' : 'hidden' });
    }
  }

  const newest = (): Locator => tab.locator('#inbox .nv-notification').first();

  async function press(button: string): Promise<void> {
    await newest().hover();
    await newest().locator(`.nv-notification${button}__button`).click();
  }

  const stored = () => test.connection.collection('messages').find().sort({ _id: -1 }).toArray();

  const picture = (name: string) => tab.screenshot({ path: screenshotPath(name) });

  it('shows what is sent within a second, without a reload', async () => {
    expect(await send()).toBeLessThan(1000);
    await unreadIn(2);
    await newest().getByText('is on its way, Ada').waitFor();
    await otherTab.locator('#log', { hasText: 'notification_received' }).waitFor();
    await picture('arrived');
  });

  it('completes the primary action, marks as read, snoozes and archives, in both tabs', async () => {
    await newest().getByText('Yes, ring').click();
    await unreadIn(1);
    await eventually(async () => expect((await stored())[0]!['lastCompleted']).toBe('primary'));
    await picture('completed');

    await press('Snooze');
    await tab.getByText('An hour from now').click();
    await eventually(async () => expect((await stored())[0]!['snoozedUntil']).toBeInstanceOf(Date));
    await unreadIn(1);
    await picture('snoozed');

    await press('Read');
    await unreadIn(0);
    await press('Archive');
    await tab.getByText('Quiet for now').waitFor();
    await eventually(async () => expect((await stored())[1]).toMatchObject({ read: true, archived: true }));
    await unreadIn(0);
    await picture('archived');
  });

  it('changes a preference and quiet hours', async () => {
    const changed = () =>
      tab.waitForResponse((response) => response.request().method() === 'PATCH' && response.status() === 200);
    await tab.locator('#inbox .nv-preferences__button').click();
    const preferences = async () => (await test.api.get('/v2/subscribers/inbox-demo/preferences')).body;

    await tab.getByText('Global Preferences').click();
    let answer = changed();
    await tab.locator('label.nv-channelSwitch:has(#channel--email)').first().click();
    await answer;
    answer = changed();
    await tab.locator('.nv-scheduleHeader label.nv-channelSwitch').click();
    await answer;
    const { global } = (await preferences()).data ?? (await preferences());
    expect(global).toMatchObject({ channels: { email: false }, schedule: { isEnabled: true } });
    await picture('preferences');
    await unreadIn(0);
  });

  it('has no sideways scrolling at the width of a phone, by light and by dark', async () => {
    await tab.setViewportSize({ width: 390, height: 844 });
    for (const colorScheme of ['light', 'dark'] as const) {
      await tab.emulateMedia({ colorScheme });
      const widths = await tab.evaluate('[document.documentElement.scrollWidth, innerWidth]');
      expect(widths).toEqual([390, 390]);
      await tab.screenshot({ path: screenshotPath(`phone-${colorScheme}`), fullPage: true });
    }
  });

  it('breaks no rule of its content policy', () => expect(failures).toEqual([]));
});

describe('the inbox page, switched off', () => {
  it('is not there', async () => {
    const test = await startTestApp({ settings: { INBOX_DEMO: 'off' } });
    try {
      expect((await test.anonymous.get('/inbox-demo')).status).toBe(404);
      expect((await test.anonymous.post('/inbox-demo/trigger')).status).toBe(404);
    } finally {
      await test.close();
    }
  });
});
