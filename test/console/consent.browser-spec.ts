import type { Page } from 'playwright-core';
import { axeProblems } from '../browser/axe.js';
import { describeInBrowser, screenshotPath } from '../browser/chromium.js';
import { PageScene, STEPS } from '../pages/choices/page-scene.js';
import { ConsoleScene } from './console-scene.js';

describeInBrowser('consent in the console', () => {
  let scene: ConsoleScene;
  let page: Page;

  beforeAll(async () => {
    scene = await ConsoleScene.start();
    page = await scene.newPage();
    await scene.signInAs(page, 'owner');
  });

  afterAll(() => scene?.close());

  it('CS53: is a timeline of the choices of a person, the latest first', async () => {
    const { api } = scene.test;
    await api.workflow({ name: 'Offers', workflowId: 'offers', kind: 'subscription', tags: ['news'], steps: STEPS });
    const { subscriberId } = await api.subscriber({
      firstName: 'Grace',
      lastName: 'Hopper',
      email: 'grace@example.com',
    });
    const preferences = `/v2/subscribers/${subscriberId}/preferences`;
    await api.patch(preferences, { channels: { push: false }, context: { tenant: 'acme' } });
    const pages = new PageScene(scene.test);
    await pages.send(await pages.ownPath(subscriberId), 'choices', (form) => form.delete(':news', 'e'));
    await api.patch(preferences, { pausedUntil: new Date(Date.now() + 86_400_000).toISOString() });

    await scene.open(page, `/subscribers/${subscriberId}?tab=consent`, 'Grace Hopper');
    const timeline = page.getByRole('region', { name: 'Consent' });
    const entries = ['Paused all messages', 'Opted out of news: email', 'Opted out of all notifications: push'];
    await timeline.getByText(entries[0]!).waitFor();
    const text = await timeline.innerText();
    expect(entries.map((entry) => text.indexOf(entry))).toEqual(
      entries.map((entry) => text.indexOf(entry)).toSorted((one, other) => one - other),
    );
    for (const shown of ['Preference page', '“news: Email”', 'Only in tenant:acme', 'Browser/1', '127.0.0.1'])
      expect(text).toContain(shown);
    for (const [colorScheme, width] of [
      ['light', 390],
      ['dark', 860],
      ['light', 1280],
    ] as const) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme });
      await page.screenshot({ path: screenshotPath(`console-consent-${colorScheme}-${width}`) });
      expect(await axeProblems(page)).toEqual([]);
    }
  });

  it('CS50: a pause is shown beside the preferences, and ended there', async () => {
    const { subscriberId } = await scene.test.api.subscriber({ firstName: 'Ada', lastName: 'Lovelace' });
    const pausedUntil = new Date(Date.now() + 86_400_000).toISOString();
    await scene.test.api.patch(`/v2/subscribers/${subscriberId}/preferences`, { pausedUntil });
    await scene.open(page, `/subscribers/${subscriberId}?tab=preferences`, 'Ada Lovelace');
    await page.getByText('All messages are paused until').waitFor();
    await page.screenshot({ path: screenshotPath('console-paused') });
    await page.getByRole('button', { name: 'Resume' }).click();
    await page.getByText('All messages are paused until').waitFor({ state: 'detached' });
    const { body } = await scene.test.api.get(`/v2/subscribers/${subscriberId}/consents`);
    expect(body.data[0]).toMatchObject({ choice: 'resumed', origin: { source: 'console' } });
  });

  it('asks no other server for anything', () => {
    expect([scene.foreign, scene.failures]).toEqual([[], []]);
  });
});
