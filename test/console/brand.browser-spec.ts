import type { Page } from 'playwright-core';
import { axeProblems } from '../browser/axe.js';
import { describeInBrowser, screenshotPath } from '../browser/chromium.js';
import { ConsoleScene } from './console-scene.js';

/** A picture as a browser makes one: a square in two colours, in `type`. */
const DRAWN = `async (type, width, height) => {
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  const context = canvas.getContext('2d');
  context.fillStyle = '#0b6b5c';
  context.fillRect(0, 0, width, height);
  context.fillStyle = '#ffd54a';
  context.fillRect(width / 4, height / 4, width / 2, height / 2);
  const blob = await new Promise((done) => canvas.toBlob(done, type));
  return btoa(String.fromCharCode(...new Uint8Array(await blob.arrayBuffer())));
}`;

describeInBrowser('assets and brand in the console', () => {
  let scene: ConsoleScene;
  let page: Page;

  beforeAll(async () => {
    scene = await ConsoleScene.start();
    page = await scene.newPage();
    await page.setViewportSize({ width: 1280, height: 900 });
    await scene.signInAs(page, 'author');
  });

  afterAll(() => scene?.close());

  const drawn = async (type: string, width: number, height: number) =>
    Buffer.from(await page.evaluate<string>(`(${DRAWN})('${type}', ${width}, ${height})`), 'base64');
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
  const field = (name: string) => page.getByRole('textbox', { name, exact: true });
  const assets = async () => (await scene.test.api.get('/v1/assets')).body.data;
  const zone = () => page.getByRole('region', { name: 'Upload an image' });

  async function describeIt(alt: string): Promise<void> {
    await field('Alternative text').fill(alt);
    await button('Upload').click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByText(alt, { exact: true }).first().waitFor();
  }

  /** What a drop or a paste brings, made in the page. */
  async function bring(event: 'drop' | 'paste', name: string, file: Buffer): Promise<void> {
    const made = `(() => {
      const bytes = Uint8Array.from(atob('${file.toString('base64')}'), (one) => one.charCodeAt(0));
      const transfer = new DataTransfer();
      transfer.items.add(new File([bytes], '${name}', { type: 'image/png' }));
      const target = document.querySelector('[aria-label="Upload an image"]');
      const init = { bubbles: true, cancelable: true };
      target.dispatchEvent('${event}' === 'drop'
        ? new DragEvent('drop', { ...init, dataTransfer: transfer })
        : new ClipboardEvent('paste', { ...init, clipboardData: transfer }));
    })()`;
    await page.evaluate(made);
  }

  it('AS1, AS4: a large picture is made smaller, and shown with its address', async () => {
    await scene.open(page, '/assets', 'Assets');
    await page.getByText('No images yet').waitFor();
    const chooser = page.waitForEvent('filechooser');
    await button('Upload image').click();
    const photo = { name: 'photo.jpg', mimeType: 'image/jpeg', buffer: await drawn('image/jpeg', 2400, 900) };
    await (await chooser).setFiles(photo);
    await page.getByText('Shown where images are blocked').waitFor();
    expect(await button('Upload').isDisabled()).toBe(true);
    await describeIt('A green flag');
    const [asset] = await assets();
    expect(asset).toMatchObject({
      name: 'photo.jpg',
      alt: 'A green flag',
      type: 'image/jpeg',
      width: 1200,
      height: 450,
    });
    expect(await page.getByRole('img', { name: 'A green flag' }).evaluate('(one) => one.naturalWidth')).toBe(1200);
  });

  it.each(['drop', 'paste'] as const)('AS1: %s brings a picture, too', async (event) => {
    await scene.open(page, '/assets', 'Assets');
    await zone().waitFor();
    await bring(event, `${event}.png`, await drawn('image/png', event === 'drop' ? 300 : 400, 100));
    await describeIt(`By ${event}`);
  });

  it('AS2: what is refused says why', async () => {
    await scene.open(page, '/assets', 'Assets');
    await bring('drop', 'logo.png', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'));
    await field('Alternative text').fill('Logo');
    await button('Upload').click();
    await page.getByRole('alert').getByText('is an SVG').waitFor();
    await button('Cancel').click();
  });

  it('AS8: a deletion says what uses the picture', async () => {
    const [{ url }] = await assets();
    await scene.test.api.put('/v1/brand', { name: 'Acme', logoUrl: url });
    await scene.open(page, '/assets', 'Assets');
    await button('Delete paste.png').click();
    await page.getByRole('dialog').getByText('Brand, Development').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('img', { name: 'By paste' }).waitFor({ state: 'detached' });
    expect(await assets()).toHaveLength(2);
    await scene.test.api.put('/v1/brand', {});
  });

  it('BR1, BR2: the brand is set with the keyboard alone, and seen while it is typed', async () => {
    await scene.open(page, '/brand', 'Brand');
    const preview = page.getByRole('region', { name: 'Preview' });
    await field('Brand name').focus();
    await page.keyboard.type('Acme');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    const picture = page.getByRole('dialog').getByRole('button', { name: /drop\.png/ });
    await picture.focus();
    await page.keyboard.press('Enter');
    await preview.getByRole('img', { name: 'Acme' }).waitFor();
    await field('Buttons').fill('#ffee00');
    await field('Footer address').fill('Acme Inc.\n1 Main Street');
    await field('Unsubscribe link text').fill('Unsubscribe');
    // Links have the colour of buttons, which is hard to read on white.
    await page.getByText(/^Links: contrast/).waitFor();
    await field('Links').fill('#1d4ed8');
    await page.getByText(/^Links: contrast/).waitFor({ state: 'detached' });
    await button('Save brand').click();
    await page.getByText('Saved', { exact: true }).first().waitFor();
    const { logoUrl, ...brand } = (await scene.test.api.get('/v1/brand')).body.data;
    expect(brand).toEqual({
      name: 'Acme',
      color: '#ffee00',
      linkColor: '#1d4ed8',
      footer: { address: 'Acme Inc.\n1 Main Street', unsubscribe: 'Unsubscribe' },
    });
    expect((await assets()).map(({ url }: { url: string }) => url)).toContain(logoUrl);
    await preview.getByText('Preference page').click();
    await preview.getByText('Notification preferences').waitFor();
  });

  it('AS6: previews show pictures that are kept here, and no others', async () => {
    const [{ url }] = await assets();
    const body = `<img src="${url}" alt="Ours"><img src="https://elsewhere.example/a.png" alt="Theirs">{{content}}`;
    await scene.test.api.post('/v2/layouts', { layoutId: 'own', name: 'Own' });
    await scene.test.api.put('/v2/layouts/own', {
      name: 'Own',
      controlValues: { email: { body, editorType: 'html' } },
    });
    const loaded = page.waitForResponse((response) => response.url().endsWith(new URL(url).pathname));
    await scene.open(page, '/layouts/own', 'Own');
    expect((await loaded).status()).toBe(200);
  });

  it('a logo from elsewhere is set by its URL, and not loaded here', async () => {
    await scene.open(page, '/brand', 'Brand');
    await button('Change image').click();
    await page.getByRole('tab', { name: 'URL' }).click();
    await field('URL').fill('http://acme.example.com/logo.png');
    await field('Alternative text').fill('Acme');
    await button('Use image').click();
    await page.getByText('Enter an https URL').waitFor();
    await field('URL').fill('https://acme.example.com/logo.png');
    await button('Use image').click();
    await page.getByRole('region', { name: 'Preview' }).getByText('Acme', { exact: true }).waitFor();
    await button('Save brand').click();
    await page.getByText('Saved', { exact: true }).first().waitFor();
    expect((await scene.test.api.get('/v1/brand')).body.data.logoUrl).toBe('https://acme.example.com/logo.png');
  });

  it.each([
    ['/assets', 'Assets'],
    ['/brand', 'Brand'],
  ])('%s is clean for axe, wide and narrow, light and dark', async (path, heading) => {
    const name = heading.toLowerCase();
    await scene.open(page, path, heading);
    for (const colorScheme of ['light', 'dark'] as const) {
      for (const width of [390, 860, 1280]) {
        await page.setViewportSize({ width, height: 900 });
        await page.emulateMedia({ colorScheme });
        await page.screenshot({ path: screenshotPath(`console-${name}-${colorScheme}-${width}`), fullPage: true });
        expect(await axeProblems(page)).toEqual([]);
      }
    }
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.emulateMedia({ colorScheme: 'light' });
  });

  it('the dialog of the picker is clean for axe', async () => {
    await scene.open(page, '/brand', 'Brand');
    await button('Change image').click();
    await page.getByRole('dialog').getByRole('list', { name: 'Images' }).waitFor();
    await page.screenshot({ path: screenshotPath('console-picture-picker') });
    expect(await axeProblems(page)).toEqual([]);
  });

  it('asks no other server for anything', () => {
    expect([scene.foreign, scene.failures]).toEqual([[], []]);
  });
});
