import type { Locator, Page } from 'playwright-core';

/** A channel of a pixel that differs by less is the same: edges of letters are smoothed. */
const SAME = 24;

/** Draws both pictures, and counts the pixels that differ; what one is larger than the other differs. */
const COMPARED = `async (one, other) => {
  const drawn = async (base64) => {
    const picture = await createImageBitmap(await (await fetch('data:image/png;base64,' + base64)).blob());
    const canvas = new OffscreenCanvas(picture.width, picture.height);
    const context = canvas.getContext('2d');
    context.drawImage(picture, 0, 0);
    return context.getImageData(0, 0, picture.width, picture.height);
  };
  const [a, b] = [await drawn(one), await drawn(other)];
  const width = Math.max(a.width, b.width);
  const height = Math.max(a.height, b.height);
  let different = 0;
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const isInBoth = x < a.width && x < b.width && y < a.height && y < b.height;
      const [i, j] = [(y * a.width + x) * 4, (y * b.width + x) * 4];
      if (!isInBoth || [0, 1, 2].some((channel) => Math.abs(a.data[i + channel] - b.data[j + channel]) >= ${SAME}))
        different += 1;
    }
  return different / (width * height);
}`;

/** The part of the pixels in which two pictures differ: 0 when they look the same. Needs a page without a policy. */
export function differenceOf(page: Page, one: Buffer, other: Buffer): Promise<number> {
  return page.evaluate<number>(`(${COMPARED})('${one.toString('base64')}', '${other.toString('base64')}')`);
}

/** A picture of a page of HTML from its beginning to its end, as a mail program of this width draws it. */
export async function pictureOfHtml(
  page: Page,
  html: string,
  look: { width: number; colorScheme: 'light' | 'dark' },
): Promise<Buffer> {
  await page.emulateMedia({ colorScheme: look.colorScheme });
  await page.setViewportSize({ width: look.width, height: 100 });
  await page.setContent(html, { waitUntil: 'networkidle' });
  return page.screenshot({ fullPage: true });
}

/** A picture of what a frame shows from its beginning to its end. The frame is laid over the page and stretched for it. */
export async function pictureOfFrame(frame: Locator): Promise<Buffer> {
  const page = frame.contentFrame().locator('html');
  await page.waitFor();
  const { height } = (await page.boundingBox())!;
  const before = await frame.evaluate(stretch, Math.ceil(height));
  const picture = await frame.screenshot();
  await frame.evaluate(restore, before);
  return picture;
}

interface Frame {
  clientWidth: number;
  style: { cssText: string };
}

function stretch(frame: unknown, height: number): string {
  const { style, clientWidth } = frame as Frame;
  const { cssText } = style;
  style.cssText += `; width: ${clientWidth}px; height: ${height}px; max-height: none; position: fixed; top: 0; left: 0`;
  style.cssText += '; z-index: 9999; border: 0; border-radius: 0; box-shadow: none';
  return cssText;
}

function restore(frame: unknown, cssText: string): void {
  (frame as Frame).style.cssText = cssText;
}

/** A logo in two colours, as a PNG of 300 by 100 pixels. */
export async function aLogo(page: Page): Promise<Buffer> {
  const drawn = await page.evaluate<string>(`(() => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 300, height: 100 });
    const context = canvas.getContext('2d');
    context.fillStyle = '#0b6b5c';
    context.fillRect(0, 0, 300, 100);
    context.fillStyle = '#ffd54a';
    context.fillRect(75, 25, 150, 50);
    return canvas.toDataURL('image/png').split(',')[1];
  })()`);
  return Buffer.from(drawn, 'base64');
}
