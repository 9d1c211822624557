import type { Locator, Page } from 'playwright-core';
import { eventually } from '../eventually.js';

/** Nobody goes further than this to a control. */
const MAX_TABS = 70;

const FOCUSED = `document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent.slice(0, 30)`;

interface Element {
  nextElementSibling: Element | null;
  parentElement: Element | null;
}

/** Of the browser. */
declare function getComputedStyle(element: Element): Record<string, string>;

/** How a control looks: a field or a switch shows its focus on itself, or on what is around or beside it. */
function lookOf(element: Element): string {
  const { nextElementSibling, parentElement } = element;
  return [element, nextElementSibling, parentElement, parentElement?.parentElement ?? null]
    .flatMap((one) => one ?? [])
    .map((one) => {
      const { outline, borderColor, boxShadow, backgroundColor } = getComputedStyle(one);
      return [outline, borderColor, boxShadow, backgroundColor].join(' ');
    })
    .join();
}

declare const document: { activeElement: { compareDocumentPosition(other: unknown): number } };

/** Whether a control stands before the one that has the focus. */
function isBefore(element: unknown): boolean {
  const PRECEDES = 2;
  const CONTAINS = 8;
  const position = document.activeElement.compareDocumentPosition(element);
  return (position & PRECEDES) !== 0 && (position & CONTAINS) === 0;
}

type Role = Parameters<Page['getByRole']>[0];

/** Somebody who has no mouse. */
export class Keyboard {
  constructor(private readonly page: Page) {}

  /** Goes to a control by Tab alone, and makes sure that one sees where one is. */
  to(role: Role, name: string | RegExp, within: Page | Locator = this.page): Promise<void> {
    return this.reach(within.getByRole(role, { name, exact: true }).first());
  }

  /** The same for a control that is found in another way; back with Shift where it stands before. */
  async reach(control: Locator): Promise<void> {
    // What is drawn in its place may hide it.
    await control.waitFor({ state: 'attached' });
    const focused = control.and(this.page.locator(':focus-within'));
    const isThere = async () => (await focused.count()) > 0;
    if (await isThere()) return;
    const before = await control.evaluate(lookOf);
    const passed: string[] = [];
    while (!(await isThere())) {
      passed.push(await this.page.evaluate<string>(FOCUSED));
      if (passed.length > MAX_TABS)
        throw new Error(`No tab leads to ${String(control)}, but to ${passed.slice(0, 20).join(', ')}`);
      await this.press((await control.evaluate(isBefore)) ? 'Shift+Tab' : 'Tab');
    }
    await eventually(async () => expect(await control.evaluate(lookOf)).not.toBe(before), 30_000);
  }

  /** Goes to a control and presses a key on it. */
  async use(role: Role, name: string | RegExp, { within, key = 'Enter' }: { within?: Locator; key?: string } = {}) {
    await this.to(role, name, within);
    await this.press(key);
  }

  /** Goes to a field, and writes over what is in it. */
  async write(name: string, text: string, role: Role = 'textbox'): Promise<void> {
    await this.to(role, name);
    await this.press('Control+a');
    await this.page.keyboard.type(text);
  }

  /** Opens a screen, or what has this name, by the command palette. */
  async find(text: string, found: string | RegExp = text): Promise<void> {
    await this.press('Control+k');
    await this.page.getByRole('textbox', { name: 'Find screens, people and more' }).waitFor();
    await this.page.keyboard.type(text);
    const row = this.page.getByRole('dialog').getByRole('button', { name: found }).first();
    await row.waitFor();
    for (let rows = 0; (await row.getAttribute('data-selected')) !== 'true'; rows++) {
      if (rows === 10) throw new Error(`The palette does not lead to ${String(found)}`);
      await this.press('ArrowDown');
    }
    await this.press('Enter');
  }

  press(key: string): Promise<void> {
    return this.page.keyboard.press(key);
  }
}
