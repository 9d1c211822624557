import type { Page } from 'playwright-core';
import { axeProblems } from '../browser/axe.js';
import { describeInBrowser, screenshotPath } from '../browser/chromium.js';
import { ConsoleScene } from './console-scene.js';
import { SCREENS } from './screens.js';

/** `all`: every combination of colours and widths; `one`: as without it. Either takes pictures. */
const { CONSOLE_LOOKS } = process.env;

const LOOKS = [
  ['light', 1280],
  ['dark', 390],
  ['light', 860],
  ['dark', 1280],
  ['light', 390],
  ['dark', 860],
] as const;

/** How a screen is looked at: each in one way, so that neighbours, which are much alike, are seen in all of them. */
function looksAt(path: string): readonly (typeof LOOKS)[number][] {
  return CONSOLE_LOOKS === 'all' ? LOOKS : [LOOKS[SCREENS.findIndex((screen) => screen.path === path) % LOOKS.length]!];
}

describeInBrowser('every screen of the console', () => {
  let scene: ConsoleScene;
  let page: Page;

  beforeAll(async () => {
    scene = await ConsoleScene.start({ settings: { INBOX_DEMO: 'on' } });
    for (const { prepare } of SCREENS) await prepare?.(scene.test);
    page = await scene.newPage();
    await scene.signInAs(page, 'owner');
  });

  afterAll(() => scene?.close());

  it.each(SCREENS)('$path is clean for axe, in light or dark, wide or narrow', async (screen) => {
    const { path, shows } = screen;
    await scene.show(page, screen);
    if (shows !== undefined) await page.getByText(shows).first().waitFor();
    // Nothing explains itself because the mouse happens to be over it.
    await page.mouse.move(0, 0);
    for (const [colorScheme, width] of looksAt(path)) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      const name = `console${path.replace(/\W+/g, '-')}-${colorScheme}-${width}`;
      if (CONSOLE_LOOKS !== undefined) await page.screenshot({ path: screenshotPath(name), fullPage: true });
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
      expect(await axeProblems(page)).toEqual([]);
    }
    expect(scene.foreign).toEqual([]);
    // Those of one screen are not those of the next.
    expect(scene.failures.splice(0)).toEqual([]);
  });

  // How soon a screen is there is measured by `node test/console/measure.mjs`.
  it('is there without its files being sent again', async () => {
    await page.goto('about:blank');
    await page.goto(`${scene.url}/subscribers`);
    await page.getByText('Grace Hopper').first().waitFor();
    const sent = await page.evaluate<number>(
      `performance.getEntriesByType('resource').filter(({ name }) => name.includes('/console/assets/'))
        .reduce((sum, { transferSize }) => sum + transferSize, 0)`,
    );
    expect(sent).toBe(0);
  });
});
