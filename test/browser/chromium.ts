import { existsSync, mkdirSync, mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { type BrowserContext, chromium } from 'playwright-core';

/** Debian's browser. */
const CHROMIUM = '/usr/bin/chromium';

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
];

/** `describe` where there is a browser. Elsewhere the tests are skipped and say so; in CI they fail instead. */
export function describeInBrowser(name: string, tests: () => void): void {
  if (existsSync(CHROMIUM)) return describe(name, tests);
  if (process.env.CI === 'true') {
    return describe(name, () => {
      it('has a browser to run in', () => {
        throw new Error(`There is no ${CHROMIUM}: apt-get install -y chromium`);
      });
    });
  }
  describe.skip(`${name}: skipped, there is no ${CHROMIUM} (apt-get install -y chromium)`, tests);
}

/** A browser with a profile of its own, that is gone when it is closed. */
export async function openBrowser(colorScheme: 'light' | 'dark' = 'light'): Promise<BrowserContext> {
  const profile = mkdtempSync(join(tmpdir(), 'carillon-chromium-'));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: CHROMIUM,
    headless: true,
    args: FLAGS,
    colorScheme,
    viewport: { width: 1280, height: 900 },
  });
  context.setDefaultTimeout(PATIENCE_MS);
  context.setDefaultNavigationTimeout(LOADING_PATIENCE_MS);
  context.on('close', () => void removeProfile(profile));
  return context;
}

/** The last processes of a browser may still be writing into it. */
async function removeProfile(profile: string, attempts = 20): Promise<void> {
  try {
    await rm(profile, { recursive: true, force: true });
  } catch (error) {
    if (attempts === 0) throw error;
    await setTimeout(100);
    await removeProfile(profile, attempts - 1);
  }
}

/** Path of a picture. */
export function screenshotPath(name: string): string {
  mkdirSync(SCREENSHOTS, { recursive: true });
  return join(SCREENSHOTS, `${name}.png`);
}
