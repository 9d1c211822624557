import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Result } from 'axe-core';
import type { Page } from 'playwright-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What axe finds wrong on a page, each with the first place. Axe is let in past the page's own policy. */
export async function axeProblems(page: Page): Promise<string[]> {
  if (!(await page.evaluate<boolean>("'axe' in window"))) {
    const session = await page.context().newCDPSession(page);
    await session.send('Runtime.evaluate', { expression: AXE });
    await session.detach();
  }
  const violations = await page.evaluate<Result[]>('axe.run().then(({ violations }) => violations)');
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 200)}`);
}
