import type { FrameLocator, Locator, Page } from 'playwright-core';
import { axeProblems } from '../browser/axe.js';
import { describeInBrowser, screenshotPath } from '../browser/chromium.js';
import { anInAppStep } from '../builders/workflow.js';
import { eventually } from '../eventually.js';
import { pageToken } from '../page-token.js';
import { startTestApp } from '../test-app.js';
import { ConsoleScene } from './console-scene.js';

describeInBrowser('the inbox demo in the console', () => {
  let scene: ConsoleScene;
  /** Two tabs of the same person; everything is done in the first. */
  let tab: Page;
  let otherTab: Page;

  beforeAll(async () => {
    scene = await ConsoleScene.start({ settings: { INBOX_DEMO: 'on' } });
    const url = `${new URL(scene.url).origin}/inbox-demo?token=${pageToken(scene.test.app)}`;
    [tab, otherTab] = [await open(url), await open(url)];
    // Browsers give less time to tabs in the background.
    await tab.bringToFront();
    // The first use makes the workflow.
    await send();
    await unreadIn(1);
  });

  afterAll(() => scene?.close());

  async function open(url: string): Promise<Page> {
    const page = await scene.newPage();
    await page.goto(url);
    await page.getByText('Live', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Send a notification', disabled: false }).waitFor();
    return page;
  }

  /** The document with the widget. */
  const inboxOf = (page: Page): FrameLocator => page.frameLocator('iframe[title="Ada’s inbox"]');
  const inbox = (): FrameLocator => inboxOf(tab);
  const notifications = (): Locator => inbox().locator('#inbox .nv-notification');
  const newest = (): Locator => notifications().first();

  /** Sends one, and waits until it is to be seen in the inbox. */
  async function send(): Promise<void> {
    const before = await notifications().count();
    await tab.getByRole('button', { name: 'Send a notification' }).click();
    await tab.getByRole('status').filter({ hasText: 'Arrived' }).waitFor();
    await eventually(async () => expect(await notifications().count()).toBeGreaterThan(before));
  }

  /** Waits until both tabs say so, and the bells agree. */
  async function unreadIn(count: number): Promise<void> {
    for (const page of [tab, otherTab]) {
      await page.getByText(count === 0 ? 'Nothing unread' : `${count} unread`, { exact: true }).waitFor();
      const dot = inboxOf(page).locator('#bell .nv-bellDot');
      await dot.first().waitFor({ state: count > 0 ? 'visible' : 'hidden' });
    }
  }

  async function press(button: string): Promise<void> {
    await newest().hover();
    await newest().locator(`.nv-notification${button}__button`).click();
  }

  const stored = () => scene.test.connection.collection('messages').find().sort({ createdAt: -1 }).toArray();

  const picture = (name: string) => tab.screenshot({ path: screenshotPath(`console-inbox-demo-${name}`) });

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
    await otherTab.getByRole('listitem').filter({ hasText: 'notification_received' }).first().waitFor();
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
    await inbox().getByText('An hour from now').click();
    await eventually(async () => expect((await stored())[0]!['snoozedUntil']).toBeInstanceOf(Date));
    await unreadIn(1);
    await picture('3-snoozed');
  });

  it('marks as read and archives, in both tabs', async () => {
    await press('Read');
    await unreadIn(0);
    await picture('4-read');
    await press('Archive');
    await inbox().getByText('Quiet for now').waitFor();
    await eventually(async () => expect((await stored())[1]).toMatchObject({ read: true, archived: true }));
    await unreadIn(0);
    await picture('5-archived');
  });

  const global = async () => (await scene.test.api.get('/v2/subscribers/ada/preferences')).body.data.global;

  it('changes a preference and switches quiet hours on', async () => {
    await send();
    await unreadIn(1);
    await inbox().locator('#inbox .nv-preferences__button').click();
    await inbox().getByText('Global Preferences').click();
    const email = inbox().locator('label.nv-channelSwitch:has(#channel--email)').first();
    await change(() => email.click());
    expect((await global()).channels.email).toBe(false);
    await unreadIn(1);

    await change(() => inbox().locator('.nv-scheduleHeader label.nv-channelSwitch').click());
    expect((await global()).schedule.isEnabled).toBe(true);
    await unreadIn(1);
  });

  it('changes the hours of one day', async () => {
    const before = (await global()).schedule.weeklySchedule;
    const tuesday = inbox().locator('.nv-scheduleBodyRow', { hasText: 'Tuesday' });
    const times = tuesday.locator('.nv-timeSelect__dropdownTrigger');
    await times.nth(1).waitFor();
    await picture('6-quiet-hours');
    for (const [end, time] of [
      [0, '07:30 AM'],
      [1, '09:30 PM'],
    ] as const) {
      await times.nth(end).click();
      await change(() => inbox().locator('.nv-timeSelect__dropdownItem', { hasText: time }).click());
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
    const script = "window.ran = parent.ran = 'it'";
    const text = '{{payload.html}}';
    // Steps with an address that is a script fail as a whole, so that there is nothing to see of them.
    const controlValues = { subject: text, body: text, primaryAction: { label: text } };
    const html = `Hello <script>${script}</script><img src="/x" onerror="${script}"><a href="javascript:${script}">x</a>`;
    const { origin, pathname } = new URL(tab.url());
    const names: string[] = [];
    // Who switches the sanitizing off gets the markup as it is; the widget shows it as text.
    for (const disableOutputSanitization of [false, true]) {
      const steps = [anInAppStep({ controlValues: { ...controlValues, disableOutputSanitization } })];
      const workflow = await scene.test.api.workflow({ steps });
      names.push(workflow.workflowId);
    }
    await tab.reload();
    await newest().waitFor();
    for (const name of names) {
      const before = await notifications().count();
      await scene.test.api.trigger(name, { to: 'ada', payload: { html } });
      await notifications().nth(before).waitFor();
      await newest().getByText('Hello').first().waitFor();
      await newest().click();
      await newest().getByRole('button', { name: 'Hello' }).click();
      expect(await newest().locator('script, [onerror], [href^="javascript:"], [src^="javascript:"]').count()).toBe(0);
    }
    for (const frame of tab.frames()) expect(await frame.evaluate('typeof window.ran')).toBe('undefined');
    expect(new URL(tab.url())).toMatchObject({ origin, pathname });
    await picture('8-hostile');
  });

  it('is clean for axe, wide and narrow, light and dark', async () => {
    for (const [colorScheme, width] of [
      ['light', 1280],
      ['dark', 390],
    ] as const) {
      await tab.setViewportSize({ width, height: 900 });
      await tab.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      expect(await tab.evaluate('document.documentElement.scrollWidth')).toBe(width);
      await tab.screenshot({ path: screenshotPath(`console-inbox-demo-${colorScheme}`), fullPage: true });
      expect(await axeProblems(tab)).toEqual([]);
    }
  });

  it('opens in the chosen environment for people who may trigger, and is hidden from others', async () => {
    await tab.setViewportSize({ width: 1280, height: 900 });
    await tab.emulateMedia({ colorScheme: 'light' });
    const { data } = (await scene.test.otherApi.get('/v1/environments/me')).body;
    const screens = tab.getByRole('navigation', { name: 'Screens' });
    await scene.signInAs(tab, 'viewer');
    expect(await screens.getByRole('link', { name: 'Inbox demo' }).count()).toBe(0);
    await scene.signInAs(tab, 'author');
    await scene.open(tab, `/inbox-demo?env=${data.identifier}`, 'Inbox demo');
    await screens.getByRole('link', { name: 'Inbox demo' }).waitFor();
    await tab.getByRole('button', { name: 'Open the inbox demo' }).click();
    await tab.getByText('Live', { exact: true }).waitFor();
    await tab.getByRole('button', { name: 'Send a notification', disabled: false }).click();
    await tab.getByRole('status').filter({ hasText: 'Arrived' }).waitFor();
    await newest().getByText('is on its way, Ada').waitFor();
    const { body } = await scene.test.otherApi.get('/v2/subscribers/ada/notifications');
    expect(body.data).toHaveLength(1);
    await picture('production');
    expect(await axeProblems(tab)).toEqual([]);
  });

  it('shows the inbox of a subscriber as this one sees it, to whoever may write subscribers', async () => {
    await tab.setViewportSize({ width: 1280, height: 900 });
    await tab.emulateMedia({ colorScheme: 'light' });
    await scene.test.api.subscriber({ subscriberId: 'grace', firstName: 'Grace' });
    const steps = [anInAppStep({ controlValues: { subject: 'For Grace alone', body: 'Hello' } })];
    const workflow = await scene.test.api.workflow({ steps });
    await scene.test.api.trigger(workflow.workflowId, { to: 'grace' });

    await scene.signInAs(tab, 'viewer');
    await scene.open(tab, '/subscribers/grace?tab=inbox', 'Grace');
    await tab.getByText('counts as done by this subscriber').waitFor();
    expect(await tab.getByRole('button', { name: 'Show inbox' }).getAttribute('aria-disabled')).toBe('true');

    await scene.signInAs(tab, 'author');
    await scene.open(tab, '/subscribers/grace?tab=inbox', 'Grace');
    await tab.getByRole('button', { name: 'Show inbox' }).click();
    const seen = tab.frameLocator('iframe[title="The inbox of grace"]');
    await seen.getByText('For Grace alone').waitFor();
    // Nothing is pointed at, so that no hint covers anything.
    await tab.mouse.move(0, 0);
    await picture('subscriber');
    expect(await axeProblems(tab)).toEqual([]);
    await seen.getByText('For Grace alone').click();
    await eventually(async () => {
      const { data } = (await scene.test.api.get('/v2/subscribers/grace/notifications')).body;
      expect(data).toMatchObject([{ isRead: true }]);
    });
    const [entry] = (await scene.test.api.get('/v1/audit?limit=1')).body.data;
    expect(entry).toMatchObject({ operation: 'InboxPreview_create', actor: { type: 'person' } });
  });

  it('breaks no rule of its content policy, and asks for nothing elsewhere', () => {
    expect(scene.failures).toEqual([]);
    expect(scene.foreign).toEqual([]);
  });
});

describe('the inbox demo, switched off', () => {
  it('is not there', async () => {
    const test = await startTestApp({ settings: { INBOX_DEMO: 'off' } });
    try {
      for (const path of ['/inbox-demo', '/inbox-demo/parcel.svg']) {
        expect((await test.anonymous.get(path)).status).toBe(404);
      }
      expect((await test.anonymous.get('/v1/inbox/demo')).status).toBe(404);
      expect((await test.anonymous.post('/v1/inbox/demo/trigger')).status).toBe(404);
      expect((await test.anonymous.get('/v1/session/guest')).body.data).toMatchObject({ inboxDemo: 'off' });
    } finally {
      await test.close();
    }
  });
});
