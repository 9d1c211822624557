import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import { TAGS } from '../../src/server/openapi/openapi.js';
import { CarillonProcess } from './carillon-process.js';
import { axeProblems } from '../browser/axe.js';
import { describeInBrowser, openBrowser, screenshotPath } from '../browser/chromium.js';

const API_KEY = 'a-key-for-the-reference-page-only';

// The built application: only a build has the comments of which the document is made.
describeInBrowser('the API reference', () => {
  let dataDir: string;
  let carillon: CarillonProcess;
  let url: string;
  let browser: BrowserContext;
  let page: Page;
  /** Addresses outside of this server that the page has asked for. */
  const foreign: string[] = [];
  const failures: string[] = [];

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'carillon-docs-'));
    carillon = CarillonProcess.spawn({ DATA_DIR: dataDir, BOOTSTRAP_API_KEY: API_KEY });
    url = await carillon.ready();
    browser = await openBrowser();
    page = await browser.newPage();
    page.on('pageerror', (error) => failures.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error') failures.push(message.text());
    });
    page.on('request', (request) => {
      if (!/^(data|blob):/.test(request.url()) && !request.url().startsWith(url)) foreign.push(request.url());
    });
    await open('');
  });

  afterAll(async () => {
    await browser?.browser()!.close();
    await carillon?.kill('SIGTERM');
    if (dataDir) await rm(dataDir, { recursive: true, force: true });
  });

  async function open(hash: string): Promise<void> {
    await page.goto('about:blank');
    await page.goto(`${url}/docs${hash}`);
    await page.getByRole('heading', { name: 'Carillon', exact: true }).waitFor();
  }

  const OPERATION = '#tag/events/POST/v1/events/trigger';
  const operation = () => page.getByRole('heading', { name: 'Trigger a workflow' });

  it('lists the groups of operations by importance, under a header of our own', async () => {
    expect(await page.title()).toBe('Carillon API');
    const pages = page.getByRole('navigation', { name: 'Pages' });
    expect(await pages.getByRole('link').allTextContents()).toEqual([
      'Console',
      'Guide',
      'API reference',
      'Inbox',
      'Outbox',
    ]);
    const { tags, paths } = await (await fetch(`${url}/openapi.json`)).json();
    expect(tags.map(({ name }: { name: string }) => name)).toEqual(Object.keys(TAGS));
    expect(Object.keys(paths).slice(0, 2)).toEqual(['/v1/events', '/v1/events/trigger']);
    const groups = await page
      .locator('nav, aside')
      .getByText(/^(Events|Workflows|Subscribers)$/)
      .allTextContents();
    expect(groups.map((text) => text.trim()).slice(0, 3)).toEqual(['Events', 'Workflows', 'Subscribers']);
  });

  it('finds an operation by words', async () => {
    await page
      .getByRole('button', { name: /search/i })
      .first()
      .click();
    await page.keyboard.type('trigger a workf');
    await page
      .getByRole('option', { name: /Trigger a workflow/ })
      .first()
      .waitFor();
    await page.screenshot({ path: screenshotPath('docs-search') });
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForURL(/events\/trigger/);
    await operation().waitFor();
  });

  it.each([
    ['light', 1280, ''],
    ['dark', 390, OPERATION],
  ] as const)('is clean for axe by %s at %i px%s', async (colorScheme, width, hash) => {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme });
    await open(hash);
    if (hash) await operation().waitFor();
    await page.screenshot({ path: screenshotPath(`docs-${colorScheme}-${width}${hash && '-operation'}`) });
    expect(await page.evaluate('[document.documentElement.scrollWidth, innerWidth]')).toEqual([width, width]);
    expect(await axeProblems(page)).toEqual([]);
  });

  it('calls nobody but this server, and breaks no script', () => {
    expect(foreign).toEqual([]);
    expect(failures).toEqual([]);
  });

  it.each(['/openapi.json', '/docs/scalar.js', '/docs/page.js', '/docs/page.css'])(
    'has %s compressed, and not sent twice',
    async (path) => {
      const first = await fetch(url + path, { headers: { 'accept-encoding': 'br' } });
      expect([first.status, first.headers.get('content-encoding')]).toEqual([200, 'br']);
      const etag = first.headers.get('etag')!;
      await first.arrayBuffer();
      const again = await fetch(url + path, { headers: { 'accept-encoding': 'br', 'if-none-match': etag } });
      expect(again.status).toBe(304);
    },
  );
});
