import type { Page } from 'playwright-core';
import { axeProblems } from '../browser/axe.js';
import { describeInBrowser, screenshotPath } from '../browser/chromium.js';
import { ConsoleScene } from './console-scene.js';
import { SCREENS } from './screens.js';

const SIZES = [
  ['light', 1280],
  ['dark', 1280],
  ['light', 390],
  ['dark', 390],
] as const;

describeInBrowser('every screen of the console', () => {
  let scene: ConsoleScene;
  let page: Page;

  beforeAll(async () => {
    scene = await ConsoleScene.start();
    for (const { prepare } of SCREENS) await prepare?.(scene.test);
    page = await scene.newPage();
    await scene.signInAs(page, 'owner');
  });

  afterAll(() => scene?.close());

  it.each(SCREENS)('$path is clean for axe, light and dark, wide and narrow', async ({ path, heading, shows }) => {
    await scene.open(page, path, heading);
    if (shows !== undefined) await page.getByText(shows).first().waitFor();
    for (const [colorScheme, width] of SIZES) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      const name = `console${path.replace(/\W+/g, '-')}-${colorScheme}-${width}`;
      await page.screenshot({ path: screenshotPath(name) });
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
      expect(await axeProblems(page)).toEqual([]);
    }
    expect(scene.foreign).toEqual([]);
    expect(scene.failures).toEqual([]);
  });

  it('is there within 1.5 seconds, and what is kept is not sent again', async () => {
    await scene.open(page, '/subscribers', 'Subscribers');
    await page.goto('about:blank');
    const started = performance.now();
    await page.goto(`${scene.url}/subscribers`);
    await page.getByText('Grace Hopper').first().waitFor();
    expect(performance.now() - started).toBeLessThan(1500);
  });
});
