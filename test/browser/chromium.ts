import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, type BrowserContext, chromium } from 'playwright-core';

/** Debian's browsers: the one without windows takes a quarter less time. */
const BROWSERS = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];
const CHROMIUM = BROWSERS.find((path) => existsSync(path));

const PATIENCE_MS = 120_000;

/** A page with the widget of the inbox loads some hundreds of modules, which takes its time while other tests run. */
const LOADING_PATIENCE_MS = 120_000;

/** Where pictures of pages are kept; git ignores it. */
const SCREENSHOTS = join(import.meta.dirname, '../../.cache/screenshots');

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // A frame in a process of its own is sometimes left without a size, where nothing is drawn on a screen.
  '--disable-site-isolation-trials',
];

/** `describe` where there is a browser. Elsewhere the tests are skipped and say so; in CI they fail instead. */
export function describeInBrowser(name: string, tests: () => void): void {
  if (CHROMIUM !== undefined) return describe(name, tests);
  if (process.env.CI === 'true') {
    return describe(name, () => {
      it('has a browser to run in', () => {
        throw new Error(`There is no ${BROWSERS.join(' or ')}: apt-get install -y chromium-headless-shell`);
      });
    });
  }
  describe.skip(`${name}: skipped, there is no browser (apt-get install -y chromium-headless-shell)`, tests);
}

/** A browser that keeps nothing; `context.browser()` is closed at the end. */
export async function openBrowser(colorScheme: 'light' | 'dark' = 'light'): Promise<BrowserContext> {
  const browser = await chromium.launch({ executablePath: CHROMIUM!, headless: true, args: FLAGS });
  return openContext(browser, colorScheme);
}

/** Somebody else at the same browser, with cookies of their own. */
export function openBeside(context: BrowserContext): Promise<BrowserContext> {
  return openContext(context.browser()!, 'light');
}

async function openContext(browser: Browser, colorScheme: 'light' | 'dark'): Promise<BrowserContext> {
  const context = await browser.newContext({
    colorScheme,
    // Nothing that is tried waits for movements.
    reducedMotion: 'reduce',
    viewport: { width: 1280, height: 900 },
  });
  context.setDefaultTimeout(PATIENCE_MS);
  context.setDefaultNavigationTimeout(LOADING_PATIENCE_MS);
  return context;
}

/** Path of a picture. */
export function screenshotPath(name: string): string {
  mkdirSync(SCREENSHOTS, { recursive: true });
  return join(SCREENSHOTS, `${name}.png`);
}
