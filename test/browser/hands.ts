import type { FileChooser, Locator, Page } from 'playwright-core';
import { Keyboard } from '../console/keyboard.js';
import { eventually } from '../eventually.js';

/** What an author does on a page, with a mouse or without one. */
export interface Hand {
  press(control: Locator): Promise<void>;
  /** Writes over what is in a field. */
  write(field: Locator, text: string): Promise<void>;
  /** Chooses one of a short list. */
  choose(list: Locator, option: string): Promise<void>;
  /** Chooses one of a list that is searched by typing. */
  search(list: Locator, text: string, option: string | RegExp): Promise<void>;
  /** Chooses one of a few that stand side by side. */
  turnTo(group: Locator, option: string): Promise<void>;
  /** Writes a text in a cell of a table. */
  fill(cell: Locator, text: string): Promise<void>;
  /** Hands over a file where a button asks for one. */
  upload(button: Locator, file: Parameters<FileChooser['setFiles']>[0]): Promise<void>;
  /** Goes to a screen by its name in the menu. */
  goTo(screen: string): Promise<void>;
  /** In the block editor: puts the cursor at the end of a text, or chooses a block that has none. */
  goToBlock(block: Locator): Promise<void>;
  /** In the block editor: adds a block where the cursor is, by its name. */
  add(block: string): Promise<void>;
  /** In the block editor: prints a variable at the cursor, and chooses it. */
  print(variable: string): Promise<void>;
}

const body = (page: Page) => page.getByRole('textbox', { name: 'Body', exact: true });
const option = (page: Page, name: string | RegExp) =>
  page.getByRole('option', { name, exact: typeof name === 'string' }).first();

export class Mouse implements Hand {
  constructor(private readonly page: Page) {}

  async press(control: Locator): Promise<void> {
    await control.click();
  }

  async write(field: Locator, text: string): Promise<void> {
    await field.click();
    await field.fill(text);
  }

  async choose(list: Locator, name: string): Promise<void> {
    await list.selectOption(name);
  }

  async search(list: Locator, text: string, name: string | RegExp): Promise<void> {
    await list.click();
    await list.fill(text);
    await option(this.page, name).click();
  }

  async turnTo(group: Locator, name: string): Promise<void> {
    await group.getByText(name, { exact: true }).click();
  }

  async fill(cell: Locator, text: string): Promise<void> {
    await cell.click();
    await cell.getByRole('textbox').fill(text);
  }

  async upload(button: Locator, file: Parameters<FileChooser['setFiles']>[0]): Promise<void> {
    const chooser = this.page.waitForEvent('filechooser');
    await button.click();
    await (await chooser).setFiles(file);
  }

  async goTo(screen: string): Promise<void> {
    const menu = this.page.getByRole('navigation', { name: 'Screens' });
    await menu.getByRole('link', { name: screen, exact: true }).click();
  }

  async goToBlock(block: Locator): Promise<void> {
    await block.click();
    if (!(await block.evaluate(isChosen))) await this.page.keyboard.press('End');
  }

  async add(block: string): Promise<void> {
    await this.page.getByRole('button', { name: 'Add block', exact: true }).click();
    await this.page.getByRole('menuitem', { name: block, exact: true }).click();
  }

  async print(variable: string): Promise<void> {
    await this.page.getByRole('button', { name: 'Variable', exact: true }).click();
    await this.page
      .getByRole('listbox')
      .getByRole('option', { name: new RegExp(`^${variable}`) })
      .click();
    await body(this.page).locator('[data-block="variable"]').last().click();
  }
}

/** Nobody presses an arrow more often to reach a block. */
const MAX_ARROWS = 80;

/** A keyboard alone. */
export class Keys implements Hand {
  private readonly keyboard: Keyboard;

  constructor(private readonly page: Page) {
    this.keyboard = new Keyboard(page);
  }

  async press(control: Locator): Promise<void> {
    await control.waitFor();
    const role = await control.evaluate(roleOf);
    if (role === 'menuitem') await this.arrowTo(control);
    else await this.keyboard.reach(control);
    await this.keyboard.press(['checkbox', 'switch'].includes(role) ? 'Space' : 'Enter');
  }

  /** In an open menu. */
  private async arrowTo(item: Locator): Promise<void> {
    for (let arrows = 0; (await item.and(this.page.locator(':focus')).count()) === 0; arrows += 1) {
      if (arrows === MAX_ARROWS) throw new Error(`No arrow leads to ${String(item)}`);
      await this.keyboard.press('ArrowDown');
    }
  }

  async write(field: Locator, text: string): Promise<void> {
    await this.keyboard.reach(field);
    await this.keyboard.press('Control+a');
    await this.page.keyboard.type(text);
  }

  async choose(list: Locator, name: string): Promise<void> {
    await this.keyboard.reach(list);
    await this.page.keyboard.type(name);
  }

  async search(list: Locator, text: string, name: string | RegExp): Promise<void> {
    await this.write(list, text);
    await option(this.page, name).waitFor();
    await this.keyboard.press('ArrowDown');
    await this.keyboard.press('Enter');
  }

  async turnTo(group: Locator, name: string): Promise<void> {
    const wanted = group.getByRole('radio', { name, exact: true });
    await this.keyboard.reach(group.getByRole('radio', { checked: true }));
    for (const _ of await group.getByRole('radio').all()) {
      if (await wanted.isChecked()) return;
      await this.keyboard.press('ArrowRight');
    }
  }

  async fill(cell: Locator, text: string): Promise<void> {
    const grid = this.page.getByRole('grid');
    await this.keyboard.reach(grid.locator('[tabindex="0"]').first());
    for (let arrows = 0; ; arrows += 1) {
      const [down, right] = await cell.evaluate(wayTo);
      if (down === 0 && right === 0) break;
      if (arrows === MAX_ARROWS) throw new Error(`No arrow leads to ${String(cell)}`);
      await this.keyboard.press(down > 0 ? 'ArrowDown' : down < 0 ? 'ArrowUp' : right > 0 ? 'ArrowRight' : 'ArrowLeft');
    }
    await this.keyboard.press('Enter');
    await cell.getByRole('textbox').waitFor();
    await this.keyboard.press('Control+a');
    await this.page.keyboard.type(text);
    await this.keyboard.press('Enter');
  }

  async upload(button: Locator, file: Parameters<FileChooser['setFiles']>[0]): Promise<void> {
    const chooser = this.page.waitForEvent('filechooser');
    await this.press(button);
    await (await chooser).setFiles(file);
  }

  async goTo(screen: string): Promise<void> {
    await this.keyboard.find(screen, new RegExp(`^${screen}`));
  }

  async goToBlock(block: Locator): Promise<void> {
    await this.keyboard.reach(body(this.page));
    await this.keyboard.press('Control+Home');
    // A block without text before the first text.
    await this.keyboard.press('ArrowUp');
    // Beside each other are columns, which the arrow down passes by.
    const isThere = (await this.arrows('ArrowDown', block)) || (await this.arrows('ArrowLeft', block));
    if (!isThere) throw new Error(`No arrow leads to ${String(block)}`);
    if (!(await block.evaluate(isChosen))) await this.keyboard.press('End');
  }

  private async arrows(key: string, block: Locator): Promise<boolean> {
    for (let pressed = 0; pressed < MAX_ARROWS; pressed += 1) {
      if (await block.evaluate(isAtCursor)) return true;
      await this.keyboard.press(key);
    }
    return false;
  }

  async add(block: string): Promise<void> {
    await this.page.keyboard.type(`/${block.toLowerCase().slice(0, 12).trim()}`);
    await option(this.page, block).waitFor();
    await this.keyboard.press('Enter');
  }

  async print(variable: string): Promise<void> {
    await this.page.keyboard.type(`{{${variable.slice(0, -3)}`);
    await option(this.page, new RegExp(`^${variable}`)).waitFor();
    await this.keyboard.press('Enter');
    const chip = body(this.page).locator('[data-block="variable"]').last();
    await eventually(async () => expect(await chip.count()).toBe(1));
    await this.keyboard.press('ArrowLeft');
  }
}

declare const getSelection: () => { anchorNode: object | null };

interface Element {
  contains(other: object | null): boolean;
  classList: { contains(name: string): boolean };
}

function roleOf(control: unknown): string {
  const { role, type = '' } = control as { role: string | null; type?: string };
  return role ?? type;
}

function isChosen(block: unknown): boolean {
  return (block as Element).classList.contains('ProseMirror-selectednode');
}

function isAtCursor(block: unknown): boolean {
  const element = block as Element;
  return element.classList.contains('ProseMirror-selectednode') || element.contains(getSelection().anchorNode);
}

interface Cell {
  cellIndex: number;
  parentElement: { rowIndex: number };
}

declare const document: { activeElement: Cell };

/** How many rows down and columns to the right a cell of a table is from that with the focus. */
function wayTo(cell: unknown): [down: number, right: number] {
  const { activeElement: from } = document;
  const to = cell as Cell;
  return [to.parentElement.rowIndex - from.parentElement.rowIndex, to.cellIndex - from.cellIndex];
}
