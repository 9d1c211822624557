import type { BrowserContext, Page } from 'playwright-core';
import { startTestApp, type TestApp } from '../../test-app.js';
import { axeProblems } from '../../browser/axe.js';
import { describeInBrowser, openBrowser, screenshotPath } from '../../browser/chromium.js';

describeInBrowser('the guide', () => {
  let test: TestApp;
  let url: string;
  let browser: BrowserContext;
  let page: Page;
  /** Addresses outside of this server that the pages have asked for. */
  const foreign: string[] = [];
  const failures: string[] = [];

  beforeAll(async () => {
    test = await startTestApp();
    await test.app.listen(0, '127.0.0.1');
    url = await test.app.getUrl();
    browser = await openBrowser();
    page = await browser.newPage();
    page.on('console', (message) => {
      if (message.type() === 'error' && !message.text().includes('404')) failures.push(message.text());
    });
    page.on('request', (request) => {
      if (!request.url().startsWith(`${url}/`)) foreign.push(request.url());
    });
  });

  afterAll(async () => {
    await browser?.browser()!.close();
    await test?.close();
  });

  const SIZES = [
    ['light', 390],
    ['dark', 390],
    ['light', 860],
    ['dark', 860],
    ['light', 1280],
    ['dark', 1280],
  ] as const;
  const PATHS = {
    index: '/guide',
    steps: '/guide/steps',
    console: '/guide/console',
    search: '/guide/search?q=quiet+hours',
    missing: '/guide/missing',
  };

  describe.each(SIZES)('by %s at %i px', (colorScheme, width) => {
    it.each(Object.entries(PATHS))('is clean for axe, and no wider than the screen: %s', async (name, path) => {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme });
      await page.goto(url + path);
      await page.screenshot({ path: screenshotPath(`guide-${name}-${colorScheme}-${width}`) });
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
      expect(await axeProblems(page)).toEqual([]);
    });
  });

  it('is searched by keyboard alone, from the address to the result', async () => {
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.goto(`${url}/guide`);
    const tabTo = async (selector: string) => {
      for (let presses = 0; presses < 60; presses++) {
        await page.keyboard.press('Tab');
        if (await page.locator(`${selector}:focus-visible`).count()) return;
      }
      throw new Error(`Tab does not reach ${selector}`);
    };
    await tabTo('.skip');
    await tabTo('input[name=q]');
    await page.keyboard.type('quiet hours');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/guide\/search\?q=quiet\+hours$/);
    expect(await page.locator('input[name=q]').inputValue()).toBe('quiet hours');
    await tabTo('.skip');
    await page.keyboard.press('Enter');
    await tabTo('.hits a');
    await page.keyboard.press('Enter');
    await page.waitForURL((address) => !address.pathname.endsWith('/search'));
    await page
      .locator('main')
      .getByText(/quiet hours/i)
      .first()
      .waitFor();
  });

  it('reaches all pages by keyboard where the list is folded, and where it stands beside the text', async () => {
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto(`${url}/guide/limits`);
      const list = page.getByRole('navigation', { name: 'Pages of the guide' });
      const steps = list.getByRole('link', { name: 'Steps', exact: true });
      if (width === 390) {
        expect(await steps.isVisible()).toBe(false);
        await list.locator('summary').press('Enter');
      }
      await steps.press('Enter');
      await page.waitForURL(`${url}/guide/steps`);
    }
  });

  it('loads nothing from elsewhere, and breaks no rule of its policy', () => {
    expect(foreign).toEqual([]);
    expect(failures).toEqual([]);
  });
});
