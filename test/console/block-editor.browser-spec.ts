import type { Page } from 'playwright-core';
import { GOLDEN } from '../../libs/rendering/blocks/testing/documents.js';
import { aPng } from '../../libs/pictures/testing/files.js';
import { axeProblems } from '../browser/axe.js';
import { describeInBrowser, screenshotPath } from '../browser/chromium.js';
import { ConsoleScene } from './console-scene.js';
import { PASTES } from './pastes.js';

interface Node {
  type: string;
  attrs?: Record<string, unknown>;
  text?: string;
  marks?: { type: string; attrs?: Record<string, unknown> }[];
  content?: Node[];
}

/** What a clipboard has; files are pictures in base64. */
interface Clipboard {
  html?: string;
  files?: string[];
}

const PICTURE = aPng({ width: 8, height: 8 }).toString('base64');

interface Put extends Clipboard {
  kind: 'paste' | 'drop';
}

// What the page has.
declare class DataTransfer {
  setData(type: string, text: string): void;
  readonly items: { add(file: File): void };
}
declare const ClipboardEvent: new (type: string, init: object) => Event;
declare const DragEvent: typeof ClipboardEvent;

/** Runs in the page. */
function put(target: unknown, { html, files = [], kind }: Put): void {
  const element = target as EventTarget & { getBoundingClientRect(): { left: number; top: number } };
  const data = new DataTransfer();
  if (html !== undefined) data.setData('text/html', html);
  for (const file of files) {
    const bytes = Uint8Array.from(atob(file), (character) => character.charCodeAt(0));
    data.items.add(new File([bytes], 'logo.png', { type: 'image/png' }));
  }
  const { left, top } = element.getBoundingClientRect();
  const place = { clientX: left + 20, clientY: top + 20, bubbles: true, cancelable: true };
  element.dispatchEvent(
    kind === 'drop'
      ? new DragEvent('drop', { ...place, dataTransfer: data })
      : new ClipboardEvent('paste', { ...place, clipboardData: data }),
  );
}

describeInBrowser('the block editor', () => {
  let scene: ConsoleScene;
  let page: Page;

  beforeAll(async () => {
    scene = await ConsoleScene.start();
    page = await scene.newPage();
    await page.setViewportSize({ width: 1280, height: 900 });
    await scene.signInAs(page, 'owner');
  });

  afterAll(() => scene?.close());

  afterEach(() => {
    expect(scene.foreign.splice(0)).toEqual([]);
    // What the policy refuses is among them.
    expect(scene.failures.splice(0)).toEqual([]);
  });

  const body = () => page.getByRole('textbox', { name: 'Body', exact: true });
  /** Puts into the editor what a clipboard or a drag has. */
  const pasted = (clipboard: Clipboard, kind: 'paste' | 'drop' = 'paste') =>
    body().evaluate(put, { ...clipboard, kind });
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
  const option = (name: string | RegExp) => page.getByRole('listbox').getByRole('option', { name });
  const setting = (name: string) =>
    page.getByRole('region', { name: 'Block settings' }).getByLabel(name, { exact: true });
  const preview = () => page.frameLocator('iframe[title="Body of the email"]').locator('body');
  const add = async (name: string) => {
    await button('Add block').click();
    await page.getByRole('menuitem', { name, exact: true }).click();
  };
  const stored = async (id: string): Promise<Node> => {
    const { steps } = (await scene.test.api.get(`/v2/workflows/${id}`)).body.data;
    return JSON.parse(steps[0].controlValues.body);
  };
  const save = async () => {
    await button('Save').click();
    await page.getByText('Unsaved', { exact: true }).waitFor({ state: 'detached' });
  };
  /** Opens the editor with a document. */
  const open = async (workflowId: string, document: unknown) => {
    const controlValues = { subject: 'Hello', body: JSON.stringify(document), editorType: 'block' };
    const steps = [{ name: 'Email', type: 'email', controlValues }];
    await scene.test.api.post('/v2/workflows', { workflowId, name: workflowId, steps });
    await scene.open(page, `/workflows/${workflowId}`, workflowId);
    await body().waitFor();
  };
  const doc = (...content: unknown[]) => ({ type: 'doc', content });
  const line = (text: string) => ({ type: 'paragraph', content: [{ type: 'text', text }] });
  const typesOf = ({ content = [] }: Node) => content.map(({ type }) => type);

  it('BL12: writes an email with the mouse, and the preview shows it', async () => {
    await scene.open(page, '/create/workflow', 'Create workflow');
    await page.getByRole('textbox', { name: 'Name' }).fill('By mouse');
    await button('Create').click();
    await button('Add the first step').click();
    await page.getByRole('menuitem', { name: /^Email/ }).click();
    await page.getByRole('textbox', { name: 'Subject', exact: true }).fill('Hello');
    await body().click();
    await add('Heading 1');
    await page.keyboard.type('Welcome');
    await add('Text');
    await page.keyboard.type('Hello ');
    await button('Variable').click();
    await option(/^subscriber\.firstName/).click();
    await body().locator('[data-block="variable"]').click();
    await setting('Fallback').fill('friend');
    await body().getByText('Hello').click();
    await add('Button');
    await setting('Label').fill('Open');
    await setting('Link').fill('https://shop.example.com');
    await setting('Style').selectOption('Outline');
    await add('Columns');
    await page.keyboard.type('Left');
    await body().locator('[data-block="column"]').last().click();
    await page.keyboard.type('Right');
    await button('Columns').click();
    await add('Footer with unsubscribe');
    await save();
    const { content = [] } = await stored('by-mouse');
    expect(content.map(({ type }) => type)).toEqual(['heading', 'paragraph', 'button', 'columns', 'footer']);
    expect(content[1]!.content![1]).toMatchObject({
      type: 'variable',
      attrs: { id: 'subscriber.firstName', fallback: 'friend' },
    });
    expect(content[2]!.attrs).toMatchObject({ text: 'Open', url: 'https://shop.example.com', variant: 'outline' });
    expect(JSON.stringify(content[3])).toMatch(/Left.*Right/);
    expect(JSON.stringify(content[4])).toContain('"href":"unsubscribeUrl","isUrlVariable":true');
    for (const text of ['Welcome', 'Open', 'Left', 'Right', 'Unsubscribe'])
      await preview().getByText(text).first().waitFor();
  });

  it('BL12: writes the same with the keyboard alone', async () => {
    await scene.open(page, '/create/workflow', 'Create workflow');
    await page.keyboard.type('By keys');
    await page.keyboard.press('Enter');
    await button('Add the first step').focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: /^In-app/ }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await body().focus();
    const choose = async (query: string) => {
      await page.keyboard.type(`/${query}`);
      await option(/./).first().waitFor();
      await page.keyboard.press('Enter');
    };
    await choose('heading 1');
    await page.keyboard.type('Welcome');
    await page.keyboard.press('Enter');
    await page.keyboard.type('Hello {{subscriber.fir');
    await option(/firstName/).waitFor();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Shift+ArrowLeft');
    await page.keyboard.press('Control+b');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await choose('button');
    // From the page to the settings of the block.
    const label = setting('Label').and(page.locator(':focus'));
    for (let tabs = 0; tabs < 20 && (await label.count()) === 0; tabs += 1) await page.keyboard.press('Tab');
    await page.keyboard.press('Control+a');
    await page.keyboard.type('Open');
    await body().focus();
    await page.keyboard.press('Enter');
    await choose('columns');
    await page.keyboard.type('Left');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.type('Right');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Alt+ArrowUp');
    await page.keyboard.press('Control+z');
    await page.keyboard.press('Control+s');
    await page.getByText('Unsaved', { exact: true }).waitFor({ state: 'detached' });
    const { content = [] } = await stored('by-keys');
    expect(content.map(({ type }) => type)).toEqual(['heading', 'paragraph', 'button', 'columns']);
    expect(content[1]!.content![1]).toMatchObject({ type: 'variable', marks: [{ type: 'bold' }] });
    expect(content[2]!.attrs).toMatchObject({ text: 'Open' });
    expect(JSON.stringify(content[3])).toMatch(/Left.*Right/);
  });

  it('BL12: documents open without a change, and undoing leads back to what was stored', async () => {
    const document = JSON.parse(GOLDEN['email']!) as Node;
    await open('opened', document);
    await body()
      .getByText('Your order is on its way')
      .click({ position: { x: 5, y: 5 } });
    await page.keyboard.press('Home');
    await page.keyboard.type('!');
    await page.getByText('Unsaved', { exact: true }).waitFor();
    await page.keyboard.press('Control+z');
    await page.getByText('Unsaved', { exact: true }).waitFor({ state: 'detached' });
    await page.keyboard.press('Control+y');
    await save();
    const text = JSON.stringify(document);
    expect(JSON.stringify(await stored('opened'))).toBe(
      text.replace('Your order is on its way', '!Your order is on its way'),
    );
  });

  it.each(PASTES)('BL13: what is pasted from $from has no script, and only styles that are known', async (paste) => {
    const id = `pasted-${paste.id}`;
    await open(id, doc({ type: 'paragraph' }));
    await body().click();
    await pasted({ html: paste.html });
    if (paste.asks) {
      await page.getByText('These images are on other servers').waitFor();
      await page.getByLabel('Keep images on other servers').check();
      await page.getByRole('dialog').getByRole('button', { name: 'Insert', exact: true }).click();
    }
    await page.getByText('Unsaved', { exact: true }).waitFor();
    await save();
    expect(plain(await stored(id))).toEqual(paste.becomes);
  });

  it.each<[string, Clipboard, 'paste' | 'drop']>([
    ['a pasted file', { files: [PICTURE] }, 'paste'],
    ['a dropped file', { files: [PICTURE] }, 'drop'],
    ['a copied picture', { html: '<img src="https://shop.example.com/logo.png">', files: [PICTURE] }, 'paste'],
    ['a picture in a text', { html: `<p>Hi</p><img src="data:image/png;base64,${PICTURE}">` }, 'paste'],
  ])('BL13: %s is uploaded with an alternative text', async (what, clipboard, kind) => {
    const id = `picture-${what.replaceAll(' ', '-')}`;
    await open(id, doc({ type: 'paragraph' }));
    await body().click();
    await pasted(clipboard, kind);
    const insert = page.getByRole('dialog').getByRole('button', { name: 'Insert', exact: true });
    await insert.waitFor();
    expect(await insert.isDisabled()).toBe(true);
    await page.getByRole('textbox', { name: 'Alternative text' }).fill('Our logo');
    expect(await axeProblems(page)).toEqual([]);
    await insert.click();
    await page.getByText('Unsaved', { exact: true }).waitFor();
    await save();
    const picture = (await stored(id)).content!.find(({ type }) => type === 'image');
    expect(picture!.attrs).toMatchObject({
      alt: 'Our logo',
      src: expect.stringMatching(/\/assets\/[0-9a-f]{40}\.png$/),
    });
  });

  it('BL13: pictures elsewhere are left out unless they are asked for', async () => {
    await open('no-pictures', doc({ type: 'paragraph' }));
    await body().click();
    await pasted({ html: '<p>Hi</p><img src="https://shop.example.com/logo.png" alt="Logo"><p>there</p>' });
    await page.getByRole('dialog').getByText('https://shop.example.com/logo.png').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Insert', exact: true }).click();
    await save();
    expect(plain(await stored('no-pictures'))).toEqual({ doc: [{ paragraph: ['Hi'] }, { paragraph: ['there'] }] });
  });

  it('moves a block by its handle', async () => {
    await open('dragged', doc(line('One'), line('Two'), line('Three')));
    await body().getByText('Three').hover();
    const handle = page.locator('button[draggable=true][title*="Drag to move"]');
    await handle.waitFor();
    await handle.dragTo(body().getByText('One'), { targetPosition: { x: 5, y: 2 } });
    await save();
    expect((await stored('dragged')).content!.map(({ content }) => content![0]!.text)).toEqual(['Three', 'One', 'Two']);
  });

  it('formats a chosen text, and links it', async () => {
    await open('formatted', doc(line('Pay now')));
    await body().getByText('Pay now').dblclick();
    await button('Bold').click();
    await button('Color').click();
    await button('Red').click();
    await page.keyboard.press('Control+k');
    await page.getByRole('textbox', { name: 'Link', exact: true }).fill('{{payload.url}}');
    await page.keyboard.press('Enter');
    await save();
    const marked = (await stored('formatted')).content![0]!.content!.find(({ marks }) => marks);
    expect(marked!.marks).toEqual([
      { type: 'link', attrs: { href: 'payload.url', isUrlVariable: true } },
      { type: 'textStyle', attrs: { color: '#b91c1c' } },
      { type: 'bold' },
    ]);
  });

  it('is clean for axe in both schemes, at three widths, with its lists open', async () => {
    await open('looked-at', JSON.parse(GOLDEN['email']!));
    for (const [colorScheme, width] of [
      ['light', 1280],
      ['dark', 1280],
      ['light', 860],
      ['dark', 860],
      ['light', 390],
      ['dark', 390],
    ] as const) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await body().getByText('Track your parcel').click();
      const look = async (name: string) => {
        await page.screenshot({ path: screenshotPath(`block-editor-${name}-${colorScheme}-${width}`), fullPage: true });
        expect(await axeProblems(page)).toEqual([]);
      };
      await look('button');
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
      await body().getByText('Hello').click();
      await page.keyboard.press('Home');
      await page.keyboard.type('/');
      await option('Heading 1').waitFor();
      await look('slash');
      await page.keyboard.press('Escape');
      await page.keyboard.press('Backspace');
      await body().getByText('Thursday').dblclick();
      await page.getByRole('toolbar', { name: 'Text style' }).waitFor();
      await look('bubble');
    }
  });

  it('frames a layout, and writes a chat message', async () => {
    const { layoutId } = (await scene.test.api.post('/v2/layouts', { name: 'Frame', layoutId: 'frame' })).body.data;
    const frame = doc({ type: 'paragraph', content: [{ type: 'variable', attrs: { id: 'content' } }] });
    const controlValues = { email: { body: JSON.stringify(frame), editorType: 'block' } };
    await scene.test.api.put(`/v2/layouts/${layoutId}`, { name: 'Frame', controlValues });
    await scene.open(page, '/layouts/frame', 'Frame');
    await page.getByRole('textbox', { name: 'Blocks', exact: true }).click();
    await add('Footer with unsubscribe');
    await save();
    const { controls } = (await scene.test.api.get('/v2/layouts/frame')).body.data;
    expect(typesOf(JSON.parse(controls.values.email.body))).toEqual(['paragraph', 'footer']);

    const steps = [{ name: 'Chat', type: 'chat', controlValues: {} }];
    await scene.test.api.post('/v2/workflows', { workflowId: 'chat', name: 'Chat', steps });
    await scene.open(page, '/workflows/chat', 'Chat');
    await button('Use blocks instead').click();
    await body().click();
    await page.keyboard.type('Deployed');
    await button('Add block').click();
    expect(await page.getByRole('menuitem', { name: 'Columns' }).count()).toBe(0);
    await page.getByRole('menuitem', { name: 'Divider' }).click();
    await save();
    expect(typesOf(await stored('chat'))).toEqual(['paragraph', 'horizontalRule']);
  });
});

/** A document as short as can be: texts with the names of their marks. */
function plain({ type, attrs, text, marks = [], content = [] }: Node): unknown {
  if (text !== undefined) {
    const link = marks.find((mark) => mark.type === 'link')?.attrs?.['href'] as string | undefined;
    const names = marks.filter((mark) => mark.type !== 'link').map((mark) => mark.type);
    return [text, ...names, ...(link === undefined ? [] : [link])].join('|');
  }
  if (type === 'image') return { image: attrs };
  if (type === 'hardBreak') return '\n';
  const level = attrs?.['level'] as number | undefined;
  return { [`${type}${level ?? ''}`]: content.map(plain) };
}
