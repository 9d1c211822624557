/**
 * Draws the golden emails made of blocks at 600 and 360 pixels, for a person to look at after they have changed.
 *
 * node scripts/pictures-of-blocks.mjs FOLDER
 */
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

const golden = fileURLToPath(new URL('../libs/rendering/blocks/testing/golden', import.meta.url));
const [folder] = process.argv.slice(2);
if (folder === undefined) {
  console.error('Usage: node scripts/pictures-of-blocks.mjs FOLDER');
  process.exit(2);
}
mkdirSync(folder, { recursive: true });
/** Stands for every picture; nothing is loaded from elsewhere. */
const picture =
  '<svg xmlns="http://www.w3.org/2000/svg" width="800" height="400"><rect width="800" height="400" fill="#93c5fd"/></svg>';
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
});
for (const width of [600, 360]) {
  const page = await browser.newPage({ viewport: { width, height: 300 } });
  await page.route(/^https?:/, (route) => route.fulfill({ contentType: 'image/svg+xml', body: picture }));
  for (const file of readdirSync(golden).filter((name) => name.endsWith('.html'))) {
    await page.setContent(readFileSync(join(golden, file), 'utf8'));
    const tooWide = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
    if (tooWide > 0) console.log(`${file} is ${tooWide} pixels wider than ${width}`);
    await page.screenshot({ path: join(folder, `${basename(file, '.html')}-${width}.png`), fullPage: true });
  }
}
await browser.close();
