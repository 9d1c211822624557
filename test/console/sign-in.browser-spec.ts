import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { CLIENT, FakeOpenIdProvider, type Person } from '../accounts/fake-provider.js';
import { codeAt } from '../accounts/people-scene.js';
import { describeInBrowser } from '../browser/chromium.js';
import { createAccountWithPassword, PASSWORD, signIn, type SignedIn } from '../builders/account.js';
import { MINUTE, MovableClock } from '../delivery/engine-scene.js';
import { ConsoleScene } from './console-scene.js';

const NEW_PASSWORD = 'kinder-otters-hum';
const WEEK = 7 * 24 * 60 * MINUTE;

describeInBrowser('signing in to the console', () => {
  let provider: FakeOpenIdProvider;
  let scene: ConsoleScene;
  let page: Page;
  let owner: SignedIn;
  const clock = new MovableClock();

  beforeAll(async () => {
    provider = await FakeOpenIdProvider.start();
    const port = await freePort();
    const settings = {
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      OIDC_ISSUER: provider.issuer,
      OIDC_CLIENT_ID: CLIENT.id,
      OIDC_CLIENT_SECRET: CLIENT.secret,
      OIDC_ROLES: 'staff=viewer',
    };
    scene = await ConsoleScene.start({ clock, settings }, port);
    owner = await signIn(scene.test);
    page = await scene.newPage();
  });

  afterAll(async () => {
    await scene?.close();
    await provider?.close();
  });

  const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
  const field = (name: string) => page.getByRole('textbox', { name, exact: true });
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const isIn = () => page.getByRole('navigation', { name: 'Screens' }).waitFor({ state: 'attached' });

  async function enter(email: string, password = PASSWORD): Promise<void> {
    await scene.browser.clearCookies();
    await scene.open(page, '/sign-in', 'Sign in');
    await scene.enter(page, email, password);
  }

  it('shows the frame before its script has run, and what to do without a password', async () => {
    await scene.browser.clearCookies();
    await page.route('**/console/assets/*.js', (route) => route.abort());
    await page.goto(scene.url);
    await page.locator('.frame-menu').waitFor();
    await page.unroute('**/console/assets/*.js');
    await scene.open(page, '/sign-in', 'Sign in');
    await page.locator('.frame').waitFor({ state: 'hidden' });
    await button('Forgot password?').click();
    await page.getByText('Ask an owner or admin for a reset link').waitFor();
  });

  describe('with a second factor', () => {
    let email: string;
    let secret: string;
    let recoveryCode: string;

    it('is set up with the secret that is shown, and its first code', async () => {
      email = await scene.signInAs(page, 'author');
      await scene.open(page, '/account?tab=second-factor', 'Your account');
      await field('Your password').fill(PASSWORD);
      await button('Set up').click();
      await page.getByRole('img', { name: 'QR code of the secret' }).waitFor();
      secret = (await page.getByText(/^[A-Z2-7]{16,}$/).textContent())!;
      await field('Code').fill('000000');
      await button('Enable').click();
      await page.getByText(/code is wrong|not the code|does not fit|not right/i).waitFor();
      await field('Code').fill(codeAt(secret, clock.now()));
      await button('Enable').click();
      const codes = (await page.getByLabel('Recovery codes').textContent())!.split('\n');
      recoveryCode = codes[0]!;
      await button('Done').click();
      await page.getByText(`with ${codes.length} recovery codes left`).waitFor();
    });

    it('asks for a code, and lets in with that of the app', async () => {
      clock.forward(MINUTE);
      await enter(email);
      await field('Code').fill('000000');
      await button('Sign in').click();
      await page.getByRole('alert').waitFor();
      await field('Code').fill(codeAt(secret, clock.now()));
      await button('Sign in').click();
      await isIn();
    });

    it('lets in with a recovery code, once', async () => {
      await enter(email);
      await field('Code').fill(recoveryCode);
      await button('Sign in').click();
      await isIn();
      await enter(email);
      await field('Code').fill(recoveryCode);
      await button('Sign in').click();
      await page.getByRole('alert').waitFor();
    });
  });

  describe('at the OpenID provider', () => {
    /** What the browser of this person does there: it comes back with these parameters. */
    async function signInThere(person: Person, change: (back: URL) => void = () => undefined): Promise<void> {
      await page.unrouteAll();
      await page.route('**/v1/session/oidc/start**', async (route) => {
        const response = await route.fetch({ maxRedirects: 0 });
        const back = provider.signIn(response.headers()['location']!, person);
        change(back);
        await route.fulfill({ response, headers: { ...response.headers(), location: back.href } });
      });
      await scene.browser.clearCookies();
      await page.goto(`${scene.url}/topics`);
      await heading('Sign in');
      await page.getByRole('link', { name: /^Sign in with/ }).click();
    }

    const grace = { sub: 'grace', email: 'grace@example.com', email_verified: true, name: 'Grace', groups: ['staff'] };

    it('leads back to where one wanted to go', async () => {
      await signInThere(grace);
      await heading('Topics');
      await page.getByRole('button', { name: /^Account of grace/i }).waitFor();
    });

    it('says why nobody came in', async () => {
      await signInThere(grace, ({ searchParams }) => {
        searchParams.delete('code');
        searchParams.set('error', 'access_denied');
      });
      await page.getByRole('heading', { name: 'You are not signed in' }).waitFor();
      await page.getByText('The provider has not signed you in (access_denied)').waitFor();
      await page.getByRole('link', { name: 'Begin again' }).waitFor();
      expect((await scene.browser.cookies()).filter(({ name }) => name.includes('session'))).toEqual([]);
    });
  });

  describe('with a one-time link', () => {
    const hashOf = ({ body }: { body: { data: { link: string } } }) => new URL(body.data.link).hash;
    const invite = async (email: string) => hashOf(await owner.api.post('/v1/invitations', { email, role: 'viewer' }));
    const isUseless = async (hash: string) => {
      await scene.browser.clearCookies();
      await scene.open(page, `/accept${hash}`, 'One-time link');
      await page.getByText('This link does not work').waitFor();
      await page.getByText('An owner or admin can make another').waitFor();
      await page.getByRole('link', { name: 'Sign in instead' }).waitFor();
    };

    it('accepts an invitation, once', async () => {
      const hash = await invite('vera@example.com');
      await scene.browser.clearCookies();
      await scene.open(page, `/accept${hash}`, 'Accept the invitation');
      expect(await field('Email').inputValue()).toBe('vera@example.com');
      await field('New password').fill(PASSWORD);
      await button('Sign in').click();
      await isIn();
      await isUseless(hash);
    });

    it('changes a password that was forgotten, once; the old one lets nobody in any more', async () => {
      const { _id, email } = await createAccountWithPassword(scene.test);
      const hash = hashOf(await owner.api.post(`/v1/members/${_id.toHexString()}/reset`, {}));
      await scene.open(page, `/accept${hash}`, 'Choose a new password');
      await field('New password').fill(NEW_PASSWORD);
      await button('Change password').click();
      await heading('Sign in');
      await isUseless(hash);
      await enter(email);
      await page.getByText('The email or the password is wrong').waitFor();
      await enter(email, NEW_PASSWORD);
      await isIn();
    });

    it('does not work when it is old', async () => {
      const hash = await invite('late@example.com');
      clock.forward(2 * WEEK);
      await isUseless(hash);
    });
  });

  it('calls nobody but this server, breaks no script, and keeps to its policy', () => {
    expect(scene.foreign).toEqual([]);
    expect(scene.failures).toEqual([]);
  });
});

/** The address has to be known before the server starts. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
