import { writeFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import PostalMime from 'postal-mime';
import { MailServer } from '../../libs/providers/testing/mail-server.js';
import { ConsoleScene } from '../console/console-scene.js';
import { eventually } from '../eventually.js';
import { freePort } from '../redis-server.js';
import { describeInBrowser, screenshotPath } from './chromium.js';
import { type Hand, Keys, Mouse } from './hands.js';
import { aLogo, differenceOf, pictureOfFrame, pictureOfHtml } from './pictures.js';

/** Some hundred keys are pressed one after another, on a machine that may be busy. */
const PATIENCE_MS = 900_000;

/** At most this part of the pixels of a mail may differ from its preview. */
const TOLERANCE = 0.001;

const LOOKS = [
  { frameName: 'Desktop', width: 600 },
  { frameName: 'Phone', width: 360 },
].flatMap((frame) => [
  { ...frame, colorScheme: 'light' as const },
  { ...frame, colorScheme: 'dark' as const },
]);

const BERTA = { subscriberId: 'berta', firstName: 'Berta', email: 'berta@customer.example', locale: 'de_DE' };

describeInBrowser('an author writes an email, from a new environment to the mailbox', () => {
  describe.each([
    ['with the mouse', (page: Page): Hand => new Mouse(page)],
    ['with the keyboard alone', (page: Page): Hand => new Keys(page)],
  ])('%s', (_how, handOf) => {
    let mail: MailServer;
    let scene: ConsoleScene;
    let page: Page;
    let hand: Hand;
    let me: string;

    beforeAll(async () => {
      mail = await MailServer.start({ hideSTARTTLS: true });
      const port = await freePort();
      const settings = {
        DELIVER_TO: 'providers',
        HTTP_PRIVATE_TARGETS: '127.0.0.1',
        // Mails name the pictures by it.
        PUBLIC_URL: `http://127.0.0.1:${port}`,
      };
      scene = await ConsoleScene.start({ settings }, port);
      page = await scene.newPage();
      hand = handOf(page);
      me = await scene.signInAs(page, 'owner');
    });

    afterAll(async () => {
      await scene?.close();
      await mail?.close();
    });

    afterEach(() => {
      expect(scene.foreign.splice(0)).toEqual([]);
      expect(scene.failures.splice(0)).toEqual([]);
    });

    const button = (name: string | RegExp, within: Pick<Page, 'getByRole'> = page) =>
      within.getByRole('button', { name, exact: true });
    const link = (name: string | RegExp) => page.getByRole('link', { name, exact: true }).first();
    const field = (name: string) => page.getByRole('textbox', { name, exact: true });
    const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
    const region = (name: string) => page.getByRole('region', { name, exact: true });
    const setting = (name: string) => region('Block settings').getByLabel(name, { exact: true });
    const body = () => page.getByRole('textbox', { name: 'Body', exact: true });
    const block = (type: string) => body().locator(`[data-block="${type}"]`);
    const start = () => region('Getting started');

    /** Says where the way ends, and shows how the page looks there. */
    async function step(name: string, run: () => Promise<void>): Promise<void> {
      try {
        await run();
      } catch (error) {
        await page.screenshot({ path: screenshotPath(`author-stopped-${hand.constructor.name}`) });
        throw new Error(`It does not come to that: ${name}`, { cause: error });
      }
    }

    async function goTo(screen: string): Promise<void> {
      await hand.goTo(screen);
      await heading(screen);
    }

    async function chooseEnvironment(name: string): Promise<void> {
      await hand.press(button(/^Environment: /));
      const item = page.getByRole('menuitem', { name: new RegExp(`^${name}`) });
      await item.waitFor();
      await hand.press(item);
      await button(`Environment: ${name}`).waitFor();
    }

    /** Opens a step of the workflow in its editor. */
    async function openWorkflow(): Promise<void> {
      await goTo('Workflows');
      await hand.press(link('Welcome'));
      await heading('Welcome');
    }

    async function connectSmtp(): Promise<void> {
      await heading('Connect a provider');
      await hand.write(page.getByRole('searchbox', { name: 'Search providers' }), 'SMTP');
      await hand.press(link('SMTP'));
      await heading('Connect SMTP');
      await hand.write(field('Host'), '127.0.0.1');
      await hand.write(field('Port'), String(mail.port));
      await hand.write(field('From'), 'hello@acme.example.com');
      await hand.write(field('Sender name'), 'Acme');
      await hand.press(button('Connect'));
      await heading('SMTP');
    }

    async function save(): Promise<void> {
      await hand.press(button('Save'));
      await page.getByText('Unsaved', { exact: true }).waitFor({ state: 'detached' });
    }

    it(
      'goes the whole way',
      async () => {
        await step('makes an environment, which says what comes first', async () => {
          await goTo('Environments');
          await hand.press(link('Create environment'));
          await heading('Create environment');
          await hand.write(field('Name'), 'Spring');
          await hand.press(button('Create'));
          await button('Environment: Spring').waitFor();
          await start().getByText('Connect a provider (open)').waitFor();
        });

        await step('connects the mail server', async () => {
          await hand.press(start().getByRole('link', { name: 'Add an integration' }));
          await connectSmtp();
          await goTo('Overview');
          await start().getByText('Connect a provider (done)').waitFor();
        });

        await step('begins with the template "Welcome"', async () => {
          await hand.press(start().getByRole('link', { name: 'Choose a template' }));
          await heading('Create workflow');
          await hand.press(button(/^Welcome /));
          await hand.press(button('Create'));
          await heading('Welcome');
          await body().waitFor();
        });

        await step('puts the own logo in its place', async () => {
          await hand.goToBlock(block('logo'));
          await hand.press(button('Choose image', region('Block settings')));
          const logo = { name: 'acme.png', mimeType: 'image/png', buffer: await aLogo(page) };
          await hand.upload(button('Upload image', page.getByRole('dialog')), logo);
          await hand.write(field('Alternative text'), 'Acme');
          await hand.press(button('Upload'));
          await page.getByRole('dialog').first().waitFor({ state: 'detached' });
          await block('logo').getByRole('img', { name: 'Acme' }).waitFor();
        });

        await step('adds a heading, a variable with a fallback, a button, columns and a footer', async () => {
          await hand.goToBlock(block('paragraph').last());
          await page.keyboard.press('Enter');
          await hand.add('Heading 2');
          await page.keyboard.type('{{t.mail.news}}');
          await page.keyboard.press('Enter');
          await page.keyboard.type('Yours, ');
          await hand.print('subscriber.lastName');
          await hand.write(setting('Fallback'), 'friend');
          await hand.goToBlock(block('paragraph').last());
          await page.keyboard.press('Enter');
          await hand.add('Button');
          await hand.write(setting('Label'), 'Read more');
          await hand.write(setting('Link'), '#news');
          await hand.goToBlock(block('button').last());
          await page.keyboard.press('Enter');
          await hand.add('Columns');
          await page.keyboard.type('Left');
          await hand.goToBlock(block('column').last());
          await page.keyboard.type('Right');
          await hand.goToBlock(block('footer').last());
          await page.keyboard.press('Enter');
          await hand.add('Footer with unsubscribe');
          await save();
        });

        await step('writes the new text in English and in German', async () => {
          await goTo('Translations');
          await hand.press(link('Welcome'));
          await heading('Texts of Welcome');
          const row = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: /^mail.news/ }) });
          for (const [column, text] of ['What is new', 'Das ist neu', 'Novedades'].entries())
            await hand.fill(row.getByRole('gridcell').nth(column), text);
          // The word of the save before would be taken for that of this one.
          await page.getByText('Saved', { exact: true }).first().waitFor({ state: 'detached' });
          await hand.press(button('Save'));
          await page.getByText('Saved', { exact: true }).first().waitFor();
        });

        await step('is told of the dead link by a check, and mends it', async () => {
          await openWorkflow();
          await hand.press(button('Check'));
          const finding = region('Check').getByRole('listitem').filter({ hasText: 'Read more' });
          await finding.getByText('leads to a place on the same page').waitFor();
          await hand.press(finding.getByRole('button'));
          await hand.goToBlock(block('button').last());
          await hand.write(setting('Link'), 'https://acme.com/news');
          await hand.press(button('Check'));
          await region('Check').getByText('No problems found').waitFor();
          await save();
        });

        await step('sends a test to me', async () => {
          await hand.press(button('Test'));
          await hand.press(button('Send to me'));
          await region('Result').getByText('delivered', { exact: true }).first().waitFor();
          await eventually(async () => expect(mail.received).toHaveLength(1));
          expect(mail.received[0]!.to).toEqual([me]);
        });

        await step('publishes it to Production, where the checks ask for a provider first', async () => {
          await hand.press(page.getByRole('switch', { name: 'Active' }));
          await save();
          await goTo('Overview');
          await hand.press(start().getByRole('link', { name: 'Compare environments' }));
          await heading('Compare environments');
          await page.getByRole('alert').getByText('Production').first().waitFor();
          await chooseEnvironment('Production');
          await goTo('Overview');
          await hand.press(start().getByRole('link', { name: 'Add an integration' }));
          await connectSmtp();
          await chooseEnvironment('Spring');
          await goTo('Overview');
          await hand.press(start().getByRole('link', { name: 'Compare environments' }));
          await heading('Compare environments');
          await hand.press(button('Publish 1 to Production'));
          await hand.press(button('Publish', page.getByRole('dialog')));
          await page.getByText('1 of 1 published to Production').waitFor();
        });

        await step(
          'the mail that an application triggers in Production looks like the preview, on a screen and on a phone',
          async () => {
            await goTo('Subscribers');
            await hand.press(link('Create subscriber'));
            await heading('Create subscriber');
            await hand.write(field('ID'), BERTA.subscriberId);
            await hand.write(field('First name'), BERTA.firstName);
            await hand.write(field('Email'), BERTA.email);
            await hand.write(field('Language'), BERTA.locale);
            await hand.press(button('Create'));
            await heading('Berta');
            await openWorkflow();
            await hand.search(page.getByRole('combobox', { name: 'Preview as' }), 'Berta', 'Berta (berta)');
            const frame = page.locator('iframe[title="Body of the email"]');
            await frame.contentFrame().getByText('Das ist neu').waitFor();
            const previews: Buffer[] = [];
            for (const { frameName, width, colorScheme } of LOOKS) {
              await hand.turnTo(page.getByRole('radiogroup', { name: 'Show as' }), frameName);
              const dark = page.getByRole('switch', { name: 'Dark' });
              if ((await dark.isChecked()) !== (colorScheme === 'dark')) await hand.press(dark);
              await eventually(async () => expect(await frame.evaluate(lookOfFrame)).toEqual({ width, colorScheme }));
              previews.push(await pictureOfFrame(frame));
            }
            // As the tab "Code" shows it to developers.
            const payload = { product: 'Acme', startUrl: 'https://acme.example.com/start' };
            await scene.test.otherApi.post('/v1/events/trigger', { name: 'welcome', to: BERTA, payload });
            await eventually(async () => expect(mail.received).toHaveLength(2));
            const { html = '', subject } = await PostalMime.parse(mail.received[1]!.content);
            expect(subject).toBe('Willkommen bei Acme');
            const parts: number[] = [];
            const mailbox = await scene.browser.newPage();
            for (const [index, look] of LOOKS.entries()) {
              const drawn = await pictureOfHtml(mailbox, html, look);
              writeFileSync(screenshotPath(`author-mail-${look.width}-${look.colorScheme}`), drawn);
              writeFileSync(screenshotPath(`author-preview-${look.width}-${look.colorScheme}`), previews[index]!);
              parts.push(await differenceOf(mailbox, drawn, previews[index]!));
            }
            expect(Math.max(...parts)).toBeLessThanOrEqual(TOLERANCE);
            // It would be seen if the logo was missing, or a colour was another.
            for (const wrong of [html.replace(/<img[^>]*>/, ''), html.replaceAll('#1d4ed8', '#1d4ea0')]) {
              const drawn = await pictureOfHtml(mailbox, wrong, LOOKS[0]!);
              expect(await differenceOf(mailbox, drawn, previews[0]!)).toBeGreaterThan(10 * TOLERANCE);
            }
            await mailbox.close();
          },
        );
      },
      PATIENCE_MS,
    );
  });
});

declare const getComputedStyle: (element: object) => { colorScheme: string };

function lookOfFrame(frame: unknown): object {
  const element = frame as { clientWidth: number };
  return { width: element.clientWidth, colorScheme: getComputedStyle(element).colorScheme };
}
