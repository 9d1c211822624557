// A Carillon of its own for scripts that look at the console: the built application on the embedded store, in a temporary
// folder, and a browser in which its first owner has signed in.
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { NODE_OPTIONS, PROGRAM } from '../npm-start.mjs';

const BROWSERS = ['/usr/bin/chromium', '/usr/bin/chromium-headless-shell'];
const CHROMIUM = BROWSERS.find((path) => existsSync(path));
const START_MS = 120_000;

/** A running Carillon, which `stop` ends and removes. */
export class OwnCarillon {
  /** Its address. */
  url;
  /** Of Development. */
  apiKey = randomBytes(16).toString('hex');
  #child;
  #folder;
  #setup;

  static async start(settings = {}) {
    const carillon = new OwnCarillon();
    carillon.#folder = await mkdtemp(join(tmpdir(), 'carillon-console-'));
    await carillon.#run(settings);
    return carillon;
  }

  async #run(settings) {
    const env = {
      PATH: process.env.PATH,
      PORT: '0',
      LEGACY_API: 'false',
      DATA_DIR: this.#folder,
      BOOTSTRAP_API_KEY: this.apiKey,
      ...settings,
    };
    this.#child = spawn(process.execPath, [...NODE_OPTIONS, PROGRAM, 'start'], {
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let output = '';
    this.#child.stdout.on('data', (chunk) => (output += chunk));
    const end = Date.now() + START_MS;
    while (this.#setup === undefined || this.url === undefined) {
      const { exitCode } = this.#child;
      if (exitCode !== null || Date.now() > end) throw new Error(`It has not started: ${output}`);
      await Promise.race([once(this.#child.stdout, 'data'), once(this.#child, 'exit')]);
      this.url ??= /(?:API {12}|ready on )(http:\/\/\S+)/.exec(output)?.[1];
      this.#setup ??= /#token=([\w-]+)/.exec(output)?.[1];
    }
  }

  /** Calls the API as Development; returns the body. */
  async call(method, path, body) {
    const response = await fetch(this.url + path, {
      method,
      headers: { authorization: `ApiKey ${this.apiKey}`, ...(body && { 'content-type': 'application/json' }) },
      body: body && JSON.stringify(body),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return text === '' ? undefined : JSON.parse(text);
  }

  /** A browser, with the first owner signed in. */
  async openConsole({ width = 1280, height = 900 } = {}) {
    if (CHROMIUM === undefined) throw new Error(`There is no ${BROWSERS.join(' or ')}: apt-get install -y chromium`);
    const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox', '--disable-gpu'] });
    const context = await browser.newContext({ viewport: { width, height }, locale: 'en-GB', reducedMotion: 'reduce' });
    const page = await context.newPage();
    await page.goto(`${this.url}/console/accept#token=${this.#setup}`);
    await page.getByRole('textbox', { name: 'Email' }).fill('ada@example.com');
    await page.getByRole('textbox', { name: 'New password' }).fill('kind-otters-hum');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
    return { browser, page };
  }

  async stop() {
    if (this.#child.exitCode === null) {
      this.#child.kill('SIGTERM');
      await once(this.#child, 'exit');
    }
    await rm(this.#folder, { recursive: true, force: true });
  }
}
