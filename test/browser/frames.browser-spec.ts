import type { Page } from 'playwright-core';
import { anEmailIntegration } from '../builders/integration.js';
import { eventually } from '../eventually.js';
import { ConsoleScene } from '../console/console-scene.js';
import { Keyboard } from '../console/keyboard.js';
import { axeProblems } from './axe.js';
import { describeInBrowser, screenshotPath } from './chromium.js';

/** With pictures, in both schemes of colors and three widths. */
const { CONSOLE_LOOKS } = process.env;
const WIDTHS = CONSOLE_LOOKS === undefined ? [1280] : [390, 860, 1280];

const BODY = `<html><head><meta name="color-scheme" content="light dark"><style>
.narrow, .night { display: none }
@media (max-width: 400px) { .narrow { display: block } }
@media (prefers-color-scheme: dark) { .night { display: block } }
</style></head><body><h1>{{t.hello}} {{subscriber.firstName}}</h1><p>Order {{payload.orderId}}</p>
<p class="narrow">Seen on a phone</p><p class="night">Seen in the dark</p></body></html>`;

const CARD = {
  type: 'doc',
  content: [
    { type: 'paragraph', content: [{ type: 'text', text: 'Build {{payload.orderId}} failed' }] },
    { type: 'button', attrs: { text: 'Open', url: 'https://ci.example.com/7' } },
  ],
};

const WORKFLOW = {
  name: 'Framed',
  workflowId: 'framed',
  isTranslationEnabled: true,
  payloadSchema: { type: 'object', properties: { orderId: { type: 'string', examples: ['A-1'] } } },
  samples: [{ name: 'Long order', payload: { orderId: 'LONG-1234567890' } }],
  steps: [
    {
      name: 'Mail',
      stepId: 'mail',
      type: 'email',
      controlValues: {
        subject: '{{t.hello}}: order {{payload.orderId}}',
        body: BODY,
        editorType: 'html',
        layoutId: null,
        preheader: 'Arrives on Friday',
      },
    },
    { name: 'SMS', stepId: 'sms', type: 'sms', controlValues: { body: '{{t.hello}} “{{payload.orderId}}”' } },
    {
      name: 'Push',
      stepId: 'push',
      type: 'push',
      controlValues: { subject: '{{t.hello}}', body: `Order {{payload.orderId}} ${'is on its way '.repeat(20)}` },
    },
    {
      name: 'Inbox',
      stepId: 'inbox',
      type: 'in_app',
      controlValues: {
        subject: '{{t.hello}}',
        body: 'Order **{{payload.orderId}}**',
        primaryAction: { label: 'Track', redirect: { url: '/orders' } },
        secondaryAction: { label: 'Later' },
      },
    },
    { name: 'Chat', stepId: 'chat', type: 'chat', controlValues: { body: JSON.stringify(CARD), editorType: 'block' } },
  ],
};

/** A picture of one pixel. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const HELLO = { en: 'Hello', de: 'Hallo', ar: 'مرحبا' };

describeInBrowser('messages where they arrive', () => {
  let scene: ConsoleScene;
  let page: Page;
  let keyboard: Keyboard;

  beforeAll(async () => {
    scene = await ConsoleScene.start();
    const { api } = scene.test;
    const { body } = await api.post('/v1/integrations', anEmailIntegration());
    await api.post(`/v1/integrations/${body.data._id}/set-primary`, {});
    await api.put('/v1/brand', { name: 'Acme' });
    await api.post('/v2/workflows', WORKFLOW);
    for (const [locale, hello] of Object.entries(HELLO)) {
      await api.post('/v2/translations', {
        resourceType: 'workflow',
        resourceId: 'framed',
        locale,
        content: { hello },
      });
    }
    await api.subscriber({ subscriberId: 'grace', firstName: 'Grace', lastName: 'Hopper', locale: 'de' });
    page = await scene.newPage();
    keyboard = new Keyboard(page);
    await scene.signInAs(page, 'owner');
  });

  afterAll(() => scene?.close());

  const preview = () => page.getByRole('region', { name: 'Preview' });
  const mail = () => page.frameLocator('iframe[title="Body of the email"]').locator('body');
  const show = (part: string) => scene.open(page, `/workflows/framed?${part}`, 'Framed');

  /** Of the preview alone: what is outside of the window is not drawn in frames. */
  const picture = async (path: string) => {
    const isThere = (await preview().count()) > 0;
    await (isThere ? preview().screenshot({ path }) : page.screenshot({ path, fullPage: true }));
  };

  /** Clean for axe in both schemes of the console, as wide as the window, with nothing asked of others. */
  const passes = async (name: string, foreign: string[] = []) => {
    await page.mouse.move(0, 0);
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        const path = screenshotPath(`frames-${name}-${colorScheme}-${width}`);
        if (CONSOLE_LOOKS !== undefined) await picture(path);
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
        expect(await axeProblems(page)).toEqual([]);
      }
    }
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
    expect(scene.foreign.splice(0)).toEqual(foreign);
    expect(scene.failures.splice(0)).toEqual([]);
  };

  it('shows an email on a computer', async () => {
    await show('step=mail');
    await mail().getByText('Hello Ada').waitFor();
    await preview().getByText('Example <hello@example.com>').waitFor();
    await preview().getByText('Subject: Hello: order A-1').waitFor();
    await mail().getByText('Seen on a phone').waitFor({ state: 'hidden' });
    await mail().getByText('Seen in the dark').waitFor({ state: 'hidden' });
    expect(await page.locator('iframe[title="Body of the email"]').evaluate((frame) => frame.clientWidth)).toBe(600);
    await passes('email-desktop');
  });

  it('shows it on a phone, and in the dark', async () => {
    await show('step=mail&frame=phone&scheme=dark');
    await mail().getByText('Seen on a phone').waitFor();
    await mail().getByText('Seen in the dark').waitFor();
    expect(await page.locator('iframe[title="Body of the email"]').evaluate((frame) => frame.clientWidth)).toBe(360);
    await passes('email-phone-dark');
    await show('step=mail&scheme=dark');
    await mail().getByText('Seen in the dark').waitFor();
    await passes('email-desktop-dark');
  });

  it('loads the pictures of others only when it is asked to', async () => {
    const picture = 'https://pictures.example/parcel.png';
    await scene.browser.route(picture, (route) => route.fulfill({ contentType: 'image/png', body: PIXEL }));
    const { workflowId } = await scene.test.api.workflow({
      name: 'Pictured',
      steps: [
        {
          name: 'Mail',
          stepId: 'mail',
          type: 'email',
          controlValues: {
            subject: 'Hi',
            editorType: 'html',
            layoutId: null,
            body: `<style>@import 'https://elsewhere.example/a.css'; @font-face { font-family: A; src: url(https://elsewhere.example/a.woff) }
              p { font-family: A }</style><p style="color: rgb(1, 2, 3)">Look <a href="https://elsewhere.example/">here</a></p>
              <img alt="Parcel" width="40" src="${picture}" onload="document.body.textContent = 'run'"><script>document.body.textContent = 'run'</script>`,
          },
        },
      ],
    });
    await scene.open(page, `/workflows/${workflowId}?step=mail`, 'Pictured');
    await mail().getByText('Look').waitFor();
    expect(scene.foreign).toEqual([]);
    await page.getByRole('button', { name: 'Load images' }).click();
    await page.getByText('Remote images are loaded.').waitFor();
    await eventually(async () => expect(scene.foreign).toEqual([picture]));
    await mail().getByText('Look').waitFor();
    await passes('email-pictures', [picture]);
  });

  it('shows its text, and its row in a list', async () => {
    await show('step=mail&frame=text');
    await preview().getByLabel('Plain text of the email').getByText('Order A-1').waitFor();
    await passes('email-text');
    for (const scheme of ['', '&scheme=dark']) {
      await show(`step=mail&frame=list${scheme}`);
      await preview().getByRole('figure', { name: 'On a phone' }).getByText('Arrives on Friday').waitFor();
      await preview().getByRole('figure', { name: 'On a computer' }).getByText('Example').waitFor();
      await passes(`email-list${scheme && '-dark'}`);
    }
  });

  it.each([
    ['sms', 'Unicode because of “, ”: a segment has 70 characters, in place of 160.'],
    ['push', 'Lock screen, Android'],
    ['inbox', 'Later'],
    ['chat', 'Build A-1 failed'],
  ])('shows %s, light and dark', async (step, text) => {
    for (const scheme of ['', '&scheme=dark']) {
      await show(`step=${step}${scheme}`);
      await preview().getByText(text).first().waitFor();
      if (step !== 'inbox') await preview().getByText('Acme').first().waitFor();
      await passes(`${step}${scheme && '-dark'}`);
    }
  });

  it('is switched with the keyboard: frame, colors, person, language and data', async () => {
    await show('step=mail');
    await mail().getByText('Hello Ada').waitFor();
    // The radio buttons of the switch are below their labels.
    await page.getByRole('radio', { name: 'Desktop' }).focus();
    await page.keyboard.press('ArrowRight');
    await mail().getByText('Seen on a phone').waitFor();
    await keyboard.use('switch', 'Dark', { key: 'Space' });
    await mail().getByText('Seen in the dark').waitFor();
    expect(page.url()).toContain('frame=phone&scheme=dark');

    await page.getByRole('combobox', { name: 'Preview as' }).focus();
    await page.keyboard.type('hop');
    await page.getByRole('option', { name: 'Grace Hopper (grace)' }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await mail().getByText('Hallo Grace').waitFor();

    await page.getByRole('combobox', { name: 'Language' }).focus();
    await page.keyboard.type('Ar');
    await mail().getByText('مرحبا Grace').waitFor();
    await page.getByRole('combobox', { name: 'Sample data' }).focus();
    await page.keyboard.type('L');
    await mail().getByText('Order LONG-1234567890').waitFor();
    expect(page.url()).toContain('data=Long+order');
    expect(page.url()).toContain('language=ar');
  });

  it('is drawn from right to left where the language is', async () => {
    await show('step=sms&language=ar');
    const bubble = preview().getByText('مرحبا “A-1”');
    await bubble.waitFor();
    expect(await bubble.getAttribute('dir')).toBe('rtl');
    await passes('sms-rtl');
    await show('step=push&language=ar');
    await preview().getByText('مرحبا').first().waitFor();
    await passes('push-rtl');
  });

  it('SD1: saves sample data with the workflow', async () => {
    await show('step=sms');
    await page.getByRole('button', { name: 'Edit payload' }).click();
    await page.getByRole('textbox', { name: 'Payload', exact: true }).fill('{ "orderId": "B-2" }');
    await preview().getByText('Hello “B-2”').waitFor();
    await page.getByRole('button', { name: 'Save as sample data…' }).click();
    await page.getByRole('textbox', { name: 'Name' }).last().fill('Second');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await passes('sample-data');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Saved', { exact: true }).first().waitFor();
    const { body } = await scene.test.api.get('/v2/workflows/framed');
    expect(body.data.samples).toEqual([...WORKFLOW.samples, { name: 'Second', payload: { orderId: 'B-2' } }]);

    await page.getByRole('tab', { name: 'Payload', exact: true }).click();
    await page.getByRole('combobox', { name: 'Sample data' }).waitFor();
    await passes('payload-tab');
    await page.getByRole('button', { name: 'Delete sample data' }).click();
    await page.getByText('Unsaved', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Discard' }).click();
    await page.getByText('Unsaved', { exact: true }).waitFor({ state: 'detached' });
  });

  it('shows a layout on a computer, on a phone and as text', async () => {
    await scene.test.api.post('/v2/layouts', { layoutId: 'framed-layout', name: 'Around' });
    const open = (part: string) => scene.open(page, `/layouts/framed-layout${part}`, 'Around');
    const frame = page.frameLocator('iframe[title="An email in this layout"]').locator('body');
    await open('');
    await frame.getByText('Here is the content of the email.').waitFor();
    await passes('layout-desktop');
    await open('?frame=phone&scheme=dark');
    await frame.getByText('Here is the content of the email.').waitFor();
    await passes('layout-phone-dark');
    await open('?frame=text');
    await page.getByLabel('Plain text of the email').getByText('Here is the content of the email.').waitFor();
  });
});
