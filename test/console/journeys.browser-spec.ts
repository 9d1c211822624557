import type { Page } from 'playwright-core';
import { BootstrapService } from '../../src/server/bootstrap/bootstrap.service.js';
import { describeInBrowser } from '../browser/chromium.js';
import { PASSWORD } from '../builders/account.js';
import { ConsoleScene } from './console-scene.js';

describeInBrowser('the console', () => {
  let scene: ConsoleScene;
  let page: Page;

  beforeAll(async () => {
    scene = await ConsoleScene.start();
    page = await scene.newPage();
  });

  afterAll(() => scene?.close());

  const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true });
  const field = (name: string) => page.getByRole('textbox', { name, exact: true });
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const link = (name: string) => page.getByRole('link', { name, exact: true });

  it('makes the first owner of the link that a start prints, which works once', async () => {
    const token = scene.test.app.get(BootstrapService).setupToken!;
    await scene.open(page, `/accept#token=${token}`, 'Set up Carillon');
    await field('Email').fill('ada@example.com');
    await field('New password').fill('password');
    await button('Sign in').click();
    await page.getByText('must have 10 to 200 characters').waitFor();
    await field('New password').fill(PASSWORD);
    await button('Sign in').click();
    await heading('Overview').waitFor();
    await scene.open(page, `/accept#token=${token}`, 'One-time link');
    await page.getByText('This link does not work').waitFor();
    await page.getByText('An owner or admin can make another').waitFor();
  });

  it('says what to do after a wrong password, and leads back to where one wanted to go', async () => {
    await scene.browser.clearCookies();
    await page.goto(`${scene.url}/subscribers?search=Ada`);
    await heading('Sign in').waitFor();
    await scene.enter(page, 'ada@example.com', 'not the password');
    await page.getByText('The email or the password is wrong').waitFor();
    await page.getByText('An owner or admin can make a link').waitFor();
    await scene.enter(page, 'ada@example.com', PASSWORD);
    await heading('Subscribers').waitFor();
    expect(new URL(page.url()).searchParams.get('search')).toBe('Ada');
    await page.getByText('No results').waitFor();
  });

  it('creates, finds, changes and erases a subscriber', async () => {
    await scene.open(page, '/subscribers', 'Subscribers');
    await link('Create subscriber').first().click();
    await heading('Create subscriber').waitFor();
    await field('ID').fill('grace');
    await field('First name').fill('Grace');
    await field('Email').fill('no address');
    await button('Create').click();
    await page.getByText('email must be one email address, as in ada@example.com').waitFor();
    await field('Email').fill('grace@example.com');
    await button('Create').click();
    await heading('Grace').waitFor();

    await link('Subscribers').first().click();
    await page.getByRole('searchbox', { name: 'Name, ID, email or phone' }).fill('GRACE@');
    await page.waitForURL(/search=GRACE/);
    await link('Grace').click();
    await field('Last name').fill('Hopper');
    await button('Save').click();
    await heading('Grace Hopper').waitFor();
    expect((await scene.test.api.get('/v2/subscribers/grace')).body.data).toMatchObject({
      firstName: 'Grace',
      lastName: 'Hopper',
      email: 'grace@example.com',
    });

    await button('Erase').click();
    const dialog = page.getByRole('dialog');
    expect(await dialog.getByRole('button', { name: 'Erase' }).isDisabled()).toBe(true);
    await dialog.getByRole('textbox').fill('grace');
    await dialog.getByRole('button', { name: 'Erase' }).click();
    await heading('Subscribers').waitFor();
    expect(await scene.test.api.get('/v2/subscribers/grace')).toMatchObject({ status: 404 });
  });

  it('pages through a list by addresses', async () => {
    const ids = Array.from({ length: 30 }, (_, index) => `many-${String(index).padStart(2, '0')}`);
    await scene.test.api.post('/v1/subscribers/bulk', { subscribers: ids.map((subscriberId) => ({ subscriberId })) });
    await scene.open(page, '/subscribers?search=many', 'Subscribers');
    await page.getByText('30 subscribers').waitFor();
    await link('Next').click();
    await page.waitForURL(/after=/);
    await link('many-00').waitFor();
    await page.goBack();
    await link('many-29').waitFor();
  });

  it('shows what somebody has stored as text, and runs nothing of it', async () => {
    const firstName = `<img src=x onerror="document.title='owned'"><script>document.title='owned'</script>`;
    await scene.test.api.subscriber({ subscriberId: 'eve', firstName, email: 'eve@example.com' });
    await scene.open(page, '/subscribers/eve', firstName);
    expect(await page.title()).toBe(`${firstName} · Carillon`);
    await scene.open(page, '/subscribers?search=eve', 'Subscribers');
    await link(firstName).waitFor();
    expect(await page.locator('img').count()).toBe(0);
  });

  it('shows one environment, and the other after choosing it', async () => {
    await scene.test.otherApi.subscriber({ subscriberId: 'only-in-production' });
    await scene.open(page, '/subscribers', 'Subscribers');
    await button('Environment: Development').click();
    await page.getByRole('menuitem', { name: 'Production' }).click();
    await link('only-in-production').waitFor();
    await page.reload();
    await link('only-in-production').waitFor();
    await button('Environment: Production').waitFor();
  });

  it('is used by keyboard alone', async () => {
    await scene.open(page, '/subscribers', 'Subscribers');
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Skip to content');
    await page.keyboard.press('Enter');
    expect(await page.evaluate('document.activeElement.id')).toBe('main');
    await page.keyboard.press('Control+k');
    const search = page.getByRole('textbox', { name: 'Find screens, people and more' });
    await search.waitFor();
    await page.keyboard.type('many-07');
    await page.getByRole('button', { name: 'many-07' }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await heading('many-07').waitFor();
  });

  it('shows a viewer what a viewer may not do, and why', async () => {
    await scene.signInAs(page, 'viewer');
    await scene.open(page, '/subscribers/eve', await nameOfEve());
    const erase = button('Erase');
    expect(await erase.getAttribute('aria-disabled')).toBe('true');
    await erase.focus();
    await page.getByRole('tooltip').getByText('Needs the role owner, admin or author').waitFor();
    await page.keyboard.press('Enter');
    expect(await page.getByRole('dialog').count()).toBe(0);
    expect(await field('Email').getAttribute('readonly')).not.toBeNull();
  });

  const nameOfEve = async () => (await scene.test.api.get('/v2/subscribers/eve')).body.data.firstName as string;

  it('lets nobody in after signing out', async () => {
    await page.getByRole('button', { name: /^Account of/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await heading('Sign in').waitFor();
    await page.goto(`${scene.url}/subscribers`);
    await heading('Sign in').waitFor();
  });

  it('calls nobody but this server, breaks no script, and keeps to its policy', () => {
    expect(scene.foreign).toEqual([]);
    expect(scene.failures).toEqual([]);
  });
});
