import { Types } from 'mongoose';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { axeProblems } from '../../browser/axe.js';
import { describeInBrowser, openBrowser, screenshotPath } from '../../browser/chromium.js';
import { startTestApp, type TestApp } from '../../test-app.js';
import { CRITICAL, PageScene, STEPS } from './page-scene.js';

const DAY = 86_400_000;

describeInBrowser('the preference page', () => {
  let test: TestApp;
  let scene: PageScene;
  let url: string;
  let weeklyId: string;
  let context: BrowserContext;
  /** Runs no script, of whatever page. */
  let scriptless: BrowserContext;
  /** Addresses outside of this server that the pages have asked for. */
  const foreign: string[] = [];

  beforeAll(async () => {
    test = await startTestApp();
    scene = new PageScene(test);
    await test.app.listen(0, '127.0.0.1');
    url = await test.app.getUrl();
    const subscription = { kind: 'subscription', steps: STEPS };
    weeklyId = (await test.api.workflow({ name: 'Weekly news', tags: ['product news'], ...subscription }))._id;
    await test.api.workflow({ name: 'Offers', tags: ['product news'], ...subscription });
    await test.api.workflow({ name: 'A workflow with quite a long name, as some have', steps: STEPS });
    await test.api.workflow({ name: 'Sign-in codes', steps: STEPS, ...CRITICAL });
    const { _id } = (await test.api.get('/v1/environments/me')).body.data;
    const brand = { name: 'Acme', color: '#ffb300' };
    await test.api.put(`/v1/environments/${_id}`, { brand });
    context = await openBrowser();
    const browser: Browser = context.browser()!;
    scriptless = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } });
    for (const one of [context, scriptless]) {
      one.on('request', (request) => {
        if (!request.url().startsWith(`${url}/`)) foreign.push(request.url());
      });
    }
  });

  afterAll(async () => {
    await context?.browser()!.close();
    await test?.close();
  });

  const person = (fields: object = {}) =>
    test.api.subscriber({ email: 'ada@example.com', phone: '+4915112345678', timezone: 'Europe/Berlin', ...fields });

  /** Of each page: its picture, its width, and what axe finds. */
  async function look(page: Page, name: string, width: number, colorScheme: 'light' | 'dark'): Promise<void> {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme });
    await page.screenshot({ path: screenshotPath(`choices-${name}-${colorScheme}-${width}`), fullPage: true });
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
    expect(await axeProblems(page)).toEqual([]);
  }

  describe.each([
    ['light', 390],
    ['dark', 390],
    ['light', 860],
    ['dark', 1280],
  ] as const)('by %s at %i px', (colorScheme, width) => {
    it.each([
      ['en', 'Notification preferences', 'ltr'],
      ['de', 'Benachrichtigungen einstellen', 'ltr'],
      ['ja', '通知の設定', 'ltr'],
      ['ar', 'تفضيلات الإشعارات', 'rtl'],
    ])('CS52, CS55, CS57: is clean for axe, and no wider than the screen: %s', async (language, title, direction) => {
      const { subscriberId } = await person({ locale: language });
      const pausedUntil = new Date(Date.now() + 30 * DAY).toISOString();
      await test.api.patch(`/v2/subscribers/${subscriberId}/preferences`, { pausedUntil });
      const page = await context.newPage();
      await page.goto(url + (await scene.ownPath(subscriberId)));
      await page.getByRole('heading', { level: 1, name: title }).waitFor();
      expect(await page.evaluate("getComputedStyle(document.querySelector('h1')).direction")).toBe(direction);
      await page.locator('.group summary').first().click();
      await look(page, `own-${language}`, width, colorScheme);
      await page.close();
    });

    it('CS56, CS58: so are the page of a message, and one that opens nothing', async () => {
      const page = await context.newPage();
      await page.goto(url + (await scene.messagePath(await person())));
      await page.getByText('forwarded').waitFor();
      await look(page, 'message', width, colorScheme);
      await page.goto(`${url}/preferences/nothing`);
      await page.getByRole('heading', { level: 1, name: 'This link does not work' }).waitFor();
      await look(page, 'unknown', width, colorScheme);
      await page.close();
    });

    it.each(['en', 'ar'])('CS5: so are the pages of a link to unsubscribe: %s', async (locale) => {
      const page = await context.newPage();
      const claims = { opens: 'unsubscribe', workflowId: new Types.ObjectId(weeklyId), channel: 'email' } as const;
      const path = (await scene.messagePath(await person({ locale }), claims)).replace('/preferences/', '/u/');
      await page.goto(url + path);
      await page.getByText('a…@example.com').waitFor();
      await look(page, `unsubscribe-${locale}`, width, colorScheme);
      await page.keyboard.press('Tab');
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await page.locator('form').waitFor({ state: 'detached' });
      await look(page, `unsubscribed-${locale}`, width, colorScheme);
      await page.locator('.more a').click();
      await page.locator('#choices').waitFor();
      await page.goto(`${url}/u/sample?lang=${locale}`);
      await look(page, `sample-${locale}`, width, colorScheme);
      await page.close();
    });
  });

  it('CS52, CS54: a person without JavaScript, on a telephone, chooses, pauses, and corrects a mistake', async () => {
    const { subscriberId } = await person();
    const page = await scriptless.newPage();
    const path = await scene.ownPath(subscriberId);
    await page.goto(url + path);
    await page.getByRole('group', { name: 'product news' }).getByLabel('Email').uncheck();
    await page.getByText('Choose one by one').click();
    await page.getByRole('group', { name: 'Offers' }).getByLabel('SMS').uncheck();
    await page.locator('#choices').getByRole('button', { name: 'Save' }).click();
    await page.getByRole('status').getByText('Your choices are saved.').waitFor();
    expect(page.url()).toBe(`${url}${path}?lang=en&saved=1`);
    expect(await page.getByRole('group', { name: 'product news' }).getByLabel('Email').isChecked()).toBe(false);
    const choices = (await scene.consents(subscriberId)).map(({ origin }) => origin.wording);
    expect(choices).toEqual(['Offers: SMS', 'product news: Email']);

    await page.getByLabel('Pause until').fill(new Date(Date.now() + 7 * DAY).toISOString().slice(0, 10));
    await page.getByRole('button', { name: 'Pause everything' }).click();
    await page.getByText('Paused until').waitFor();
    await page.getByRole('button', { name: 'Resume now' }).click();
    await page.getByText('Paused until').waitFor({ state: 'detached' });

    await page.getByLabel('Phone number').fill('0151 12345');
    await page.locator('#addresses').getByRole('button', { name: 'Save' }).click();
    await page.getByRole('alert').waitFor();
    await page.screenshot({ path: screenshotPath('choices-wrong-390'), fullPage: true });
    await page.getByLabel('Phone number').fill('+49 151 12345679');
    await page.locator('#addresses').getByRole('button', { name: 'Save' }).click();
    await page.getByRole('status').waitFor();
    expect((await test.api.get(`/v2/subscribers/${subscriberId}`)).body.data.phone).toBe('+4915112345679');

    await page.getByText('Language: English').click();
    await page.getByRole('link', { name: 'Deutsch' }).click();
    await page.getByRole('heading', { level: 1, name: 'Benachrichtigungen einstellen' }).waitFor();
    await page.locator('#hours').getByLabel('Nur zu diesen Zeiten').check();
    await page.locator('#hours').getByRole('button', { name: 'Speichern' }).click();
    await page.getByRole('status').getByText('Ihre Einstellungen sind gespeichert.').waitFor();
    expect((await scene.preferences(subscriberId)).global.schedule.isEnabled).toBe(true);
    await page.close();
  });

  it('CS52: the pages ask no other server for anything', () => {
    expect(foreign).toEqual([]);
  });
});
