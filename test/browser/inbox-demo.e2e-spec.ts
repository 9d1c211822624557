import type { BrowserContext, Locator, Page } from 'playwright-core';
import { anInAppStep, aWorkflow } from '../builders/workflow.js';
import { eventually } from '../eventually.js';
import { pageToken } from '../page-token.js';
import { startTestApp, type TestApp } from '../test-app.js';
import { describeInBrowser, openBrowser, screenshotPath } from './chromium.js';

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
    const url = `${await test.app.getUrl()}/inbox-demo?token=${pageToken(test.app)}`;
    browser = await openBrowser();
    [tab, otherTab] = [await open(url), await open(url)];
    // Browsers give less time to tabs in the background.
    await tab.bringToFront();
    // The first use makes the workflow.
    await send();
    await unreadIn(1);
  });

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

  const notifications = (): Locator => tab.locator('#inbox .nv-notification');
  const newest = (): Locator => notifications().first();

  /** Sends one, and waits until it is to be seen in the inbox. */
  async function send(): Promise<void> {
    const before = await notifications().count();
    await tab.locator('#send').click();
    await tab.locator('#outcome', { hasText: 'Arrived' }).waitFor();
    await eventually(async () => expect(await notifications().count()).toBeGreaterThan(before));
  }

  /** Waits until both tabs say so, and the bells agree. */
  async function unreadIn(count: number): Promise<void> {
    for (const page of [tab, otherTab]) {
      await page.locator(`#unread[data-count="${count}"]`).waitFor();
      const dot = page.locator('#bell .nv-bellDot');
      await dot.first().waitFor({ state: count > 0 ? 'visible' : 'hidden' });
    }
  }

  async function press(button: string): Promise<void> {
    await newest().hover();
    await newest().locator(`.nv-notification${button}__button`).click();
  }

  const stored = () => test.connection.collection('messages').find().sort({ createdAt: -1 }).toArray();

  const picture = (name: string) => tab.screenshot({ path: screenshotPath(name) });

  /** Does something that changes preferences, and waits until the service has taken it. */
  async function change(act: () => Promise<void>): Promise<void> {
    const taken = tab.waitForResponse((response) => response.request().method() === 'PATCH');
    await act();
    expect((await taken).status()).toBe(200);
  }

  it('shows what is sent without a reload', async () => {
    await send();
    await unreadIn(2);
    await newest().getByText('is on its way, Ada').waitFor();
    await otherTab.locator('#log', { hasText: 'notification_received' }).waitFor();
    await picture('1-arrived');
  });

  it('completes the primary action, in both tabs', async () => {
    await newest().getByText('Yes, ring').click();
    await unreadIn(1);
    await eventually(async () => expect((await stored())[0]!['lastCompleted']).toBe('primary'));
    await picture('2-completed');
  });

  it('snoozes, in both tabs', async () => {
    await press('Snooze');
    await tab.getByText('An hour from now').click();
    await eventually(async () => expect((await stored())[0]!['snoozedUntil']).toBeInstanceOf(Date));
    await unreadIn(1);
    await picture('3-snoozed');
  });

  it('marks as read and archives, in both tabs', async () => {
    await press('Read');
    await unreadIn(0);
    await picture('4-read');
    await press('Archive');
    await tab.getByText('Quiet for now').waitFor();
    await eventually(async () => expect((await stored())[1]).toMatchObject({ read: true, archived: true }));
    await unreadIn(0);
    await picture('5-archived');
  });

  const global = async () => (await test.api.get('/v2/subscribers/ada/preferences')).body.data.global;

  it('changes a preference and switches quiet hours on', async () => {
    await send();
    await unreadIn(1);
    await tab.locator('#inbox .nv-preferences__button').click();
    await tab.getByText('Global Preferences').click();
    const email = tab.locator('label.nv-channelSwitch:has(#channel--email)').first();
    await change(() => email.click());
    expect((await global()).channels.email).toBe(false);
    await unreadIn(1);

    await change(() => tab.locator('.nv-scheduleHeader label.nv-channelSwitch').click());
    expect((await global()).schedule.isEnabled).toBe(true);
    await unreadIn(1);
  });

  it('changes the hours of one day', async () => {
    const before = (await global()).schedule.weeklySchedule;
    const tuesday = tab.locator('.nv-scheduleBodyRow', { hasText: 'Tuesday' });
    const times = tuesday.locator('.nv-timeSelect__dropdownTrigger');
    await times.nth(1).waitFor();
    await picture('6-quiet-hours');
    for (const [end, time] of [
      [0, '07:30 AM'],
      [1, '09:30 PM'],
    ] as const) {
      await times.nth(end).click();
      await change(() => tab.locator('.nv-timeSelect__dropdownItem', { hasText: time }).click());
      await times.nth(end).getByText(time.slice(0, 5)).waitFor();
      await unreadIn(1);
    }
    expect((await global()).schedule).toEqual({
      isEnabled: true,
      weeklySchedule: { ...before, tuesday: { isEnabled: true, hours: [{ start: '07:30 AM', end: '09:30 PM' }] } },
    });
    await picture('7-hours-changed');
  });

  it('L5: runs nothing that a trigger brings, wherever it stands', async () => {
    const script = "window.ran = 'it'";
    const text = '{{payload.html}}';
    // Steps with an address that is a script fail as a whole, so that there is nothing to see of them.
    const controlValues = { subject: text, body: text, primaryAction: { label: text } };
    const html = `Hello <script>${script}</script><img src="/x" onerror="${script}"><a href="javascript:${script}">x</a>`;
    const { origin, pathname } = new URL(tab.url());
    const names: string[] = [];
    // Who switches the sanitizing off gets the markup as it is; the widget shows it as text.
    for (const disableOutputSanitization of [false, true]) {
      const steps = [anInAppStep({ controlValues: { ...controlValues, disableOutputSanitization } })];
      const { body } = await test.api.post('/v2/workflows', aWorkflow({ steps }));
      names.push(body.data.workflowId);
    }
    await tab.reload();
    await newest().waitFor();
    for (const name of names) {
      const before = await notifications().count();
      await test.api.post('/v1/events/trigger', { name, to: 'ada', payload: { html } });
      await notifications().nth(before).waitFor();
      await newest().getByText('Hello').first().waitFor();
      await newest().click();
      await newest().getByRole('button', { name: 'Hello' }).click();
      expect(await newest().locator('script, [onerror], [href^="javascript:"], [src^="javascript:"]').count()).toBe(0);
    }
    expect(await tab.evaluate('typeof window.ran')).toBe('undefined');
    expect(new URL(tab.url())).toMatchObject({ origin, pathname });
    await picture('8-hostile');
  });

  it('has no sideways scrolling at the width of a phone, by light and by dark', async () => {
    await tab.setViewportSize({ width: 390, height: 844 });
    for (const colorScheme of ['light', 'dark'] as const) {
      await tab.emulateMedia({ colorScheme });
      const widths = await tab.evaluate('[document.documentElement.scrollWidth, innerWidth]');
      expect(widths).toEqual([390, 390]);
      await tab.screenshot({ path: screenshotPath(`9-phone-${colorScheme}`), fullPage: true });
    }
  });

  it('breaks no rule of its content policy', () => expect(failures).toEqual([]));
});

describe('the inbox page, switched off', () => {
  it('is not there', async () => {
    const test = await startTestApp({ settings: { INBOX_DEMO: 'off' } });
    try {
      for (const path of ['/inbox-demo', '/inbox-demo/parcel.svg']) {
        expect((await test.anonymous.get(path)).status).toBe(404);
      }
      expect((await test.anonymous.post('/inbox-demo/trigger')).status).toBe(404);
    } finally {
      await test.close();
    }
  });
});
