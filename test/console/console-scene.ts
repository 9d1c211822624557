import type { BrowserContext, Page } from 'playwright-core';
import type { Role } from '../../src/auth/permissions.js';
import { openBrowser } from '../browser/chromium.js';
import { createAccountWithPassword, PASSWORD } from '../builders/account.js';
import type { Screen } from './screens.js';
import { startTestApp, type TestApp } from '../test-app.js';

/** The console is quick, but the machine may not be; what does not come within this time does not come. */
const PATIENCE_MS = 60_000;

/**
 * When the whole text of an editor is replaced, Chromium writes the colour of the first letter into the line as a style. The
 * policy refuses that, as it should, and the editor draws the line anew.
 */
const EDITED_LINE = "'sha256-rE3HxjIV25ttv8/6I2kqjO6nTcGlXI3aOpDdbrvzsBc='";

/** The console of a real application, in a real browser. */
export class ConsoleScene {
  /** Addresses outside of this server that a page has asked for. */
  readonly foreign: string[] = [];
  /** Errors of scripts, and what the policy of the page has refused. */
  readonly failures: string[] = [];

  private constructor(
    readonly test: TestApp,
    /** Address of the console. */
    readonly url: string,
    readonly browser: BrowserContext,
  ) {}

  /** On a free port, unless the settings name the address. */
  static async start(options: Parameters<typeof startTestApp>[0] = {}, port = 0): Promise<ConsoleScene> {
    const test = await startTestApp(options);
    await test.app.listen(port, '127.0.0.1');
    return new ConsoleScene(test, `${await test.app.getUrl()}/console`, await openBrowser());
  }

  /** A new page of the browser, with whoever has signed in there. */
  async newPage(): Promise<Page> {
    const page = await this.browser.newPage();
    page.setDefaultTimeout(PATIENCE_MS);
    page.on('pageerror', (error) => this.failures.push(error.message));
    page.on('console', (message) => {
      // That a request was refused is shown on the page, and is no failure of it.
      const isRefusal = message.text().startsWith('Failed to load resource');
      if (message.type() === 'error' && !isRefusal && !message.text().includes(EDITED_LINE))
        this.failures.push(message.text());
    });
    page.on('request', (request) => {
      const isOwn = /^(data|blob):/.test(request.url()) || request.url().startsWith(new URL(this.url).origin);
      if (!isOwn) this.foreign.push(request.url());
    });
    return page;
  }

  /** Opens a screen and waits until it is there. */
  async open(page: Page, path: string, heading: string): Promise<void> {
    // A change of the part behind # alone would load nothing.
    await page.goto('about:blank');
    await page.goto(this.url + path);
    await page.getByRole('heading', { level: 1, name: heading, exact: true }).waitFor();
  }

  /** Goes to a screen as links do it, without loading the console again. */
  async follow(page: Page, path: string, heading: string): Promise<void> {
    await this.lead(page, path);
    await page.getByRole('heading', { level: 1, name: heading, exact: true }).waitFor();
    await page.getByRole('status', { name: 'Loading' }).first().waitFor({ state: 'detached' });
  }

  /** Goes to one of the screens that all have to pass the same checks, over the list where only that knows its address. */
  async show(page: Page, { path, via, heading }: Screen): Promise<void> {
    if (!via) return this.follow(page, path, heading!);
    await this.follow(page, via.path, via.heading);
    await page.getByRole('link', { name: via.link }).first().click();
    await page.getByRole('heading', { level: 1, name: via.heading, exact: true }).waitFor({ state: 'detached' });
    await page.getByRole('status', { name: 'Loading' }).first().waitFor({ state: 'detached' });
  }

  /** Goes to an address as links do it, until the router has arrived there. */
  async lead(page: Page, path: string): Promise<void> {
    await page.evaluate(`new Promise((arrived) => {
      history.pushState({}, '', ${JSON.stringify(this.url + path)});
      const look = () => {
        const { status, location, resolvedLocation } = __TSR_ROUTER__.state;
        const isThere = status === 'idle' && location.href === resolvedLocation?.href;
        if (isThere && window.location.href.endsWith(location.href)) arrived();
        else setTimeout(look, 10);
      };
      look();
    })`);
  }

  /** Makes somebody with a role, and signs in with the form; whoever was signed in is not any more. */
  async signInAs(page: Page, role: Role): Promise<string> {
    const { email } = await createAccountWithPassword(this.test, { role });
    await this.browser.clearCookies();
    await this.open(page, '/sign-in', 'Sign in');
    await this.enter(page, email, PASSWORD);
    await page.getByRole('navigation', { name: 'Screens' }).waitFor({ state: 'attached' });
    return email;
  }

  /** Fills in the form of the sign-in and sends it. */
  async enter(page: Page, email: string, password: string): Promise<void> {
    await page.getByRole('textbox', { name: 'Email' }).fill(email);
    await page.getByRole('textbox', { name: 'Password' }).fill(password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  }

  async close(): Promise<void> {
    await this.browser.browser()!.close();
    await this.test.close();
  }
}
