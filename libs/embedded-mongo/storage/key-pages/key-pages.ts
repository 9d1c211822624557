import { idBytes, type Table } from '../environment.js';
import { KeyPage } from './key-page.js';

/** Entries of a page. */
export const PAGE_ROWS = 256;

/** The entries of an index from `start` (inclusive) to `end` (exclusive). */
export interface PageExtent {
  readonly start: Buffer;
  readonly end: Buffer;
  readonly page: KeyPage;
}

/** The entries from `start` up to the next slot. Without a page they have to be read. */
interface Slot {
  readonly start: Buffer;
  page?: KeyPage;
  /** Whether there was a page before. */
  readonly wasRead: boolean;
}

/** Keeps the memory of all pages within bounds. */
export interface PageBudget {
  isFull(): boolean;
  changed(bytes: number): void;
}

/** The entries of one index as pages, as far as scans have read them. A page whose entries change is read again. */
export class KeyPages {
  private slots: Slot[];
  private readonly start: Buffer;
  private readonly end: Buffer;

  constructor(
    private readonly table: Table,
    index: { readonly id: number },
    private readonly fields: number,
    private readonly budget: PageBudget,
  ) {
    this.start = idBytes(index.id);
    this.end = idBytes(index.id + 1);
    this.slots = [{ start: this.start, wasRead: false }];
  }

  /** The page that has the first entries from `start` on; the scan goes on at its end. */
  first(start: Buffer, end: Buffer): PageExtent {
    for (;;) {
      const found = this.forward(this.slotAt(start), start, end);
      if (found.end.compare(start) > 0) return found;
    }
  }

  /** The page that has the last entries before `end`; the scan goes on at its start. */
  last(start: Buffer, end: Buffer): PageExtent {
    for (;;) {
      const at = this.slotAt(end);
      const found = this.backward(this.slots[at]?.start.equals(end) ? at - 1 : at, start, end);
      if (found.start.compare(end) < 0) return found;
    }
  }

  /** The entry with this key was added or removed. */
  changed(key: Buffer): void {
    const slot = this.slots[this.slotAt(key)];
    if (!slot?.page) return;
    this.budget.changed(-slot.page.size);
    delete slot.page;
  }

  /** Frees the memory. */
  clear(): void {
    for (const { page } of this.slots) this.budget.changed(-(page?.size ?? 0));
    this.slots = [{ start: this.start, wasRead: false }];
  }

  private forward(at: number, start: Buffer, end: Buffer): PageExtent {
    const { slot, slotEnd } = this.slotWithEnd(at);
    if (slot.page) return { start: slot.start, end: slotEnd, page: slot.page };
    // What was never read is read from where the scan is; a page that has changed is read again as a whole.
    const isWhole = slot.wasRead && !this.budget.isFull();
    const from = isWhole ? slot.start : start;
    const to = isWhole || slotEnd.compare(end) < 0 ? slotEnd : end;
    const keys = [...this.table.getKeys({ start: from, end: to, limit: PAGE_ROWS + 1 })];
    const next = keys.length > PAGE_ROWS ? keys.pop() : undefined;
    return this.keep(at, { start: from, end: next ?? to, page: new KeyPage(keys, this.fields) });
  }

  private backward(at: number, start: Buffer, end: Buffer): PageExtent {
    const { slot, slotEnd } = this.slotWithEnd(at);
    if (slot.page) return { start: slot.start, end: slotEnd, page: slot.page };
    const isWhole = slot.wasRead && !this.budget.isFull();
    const from = isWhole || slot.start.compare(start) > 0 ? slot.start : start;
    const to = isWhole ? slotEnd : end;
    const range = { start: to, exclusiveStart: true, end: from, inclusiveEnd: true, reverse: true };
    const keys = [...this.table.getKeys({ ...range, limit: PAGE_ROWS + 1 })];
    if (keys.length > PAGE_ROWS) keys.pop();
    const first = keys.length === PAGE_ROWS ? keys.at(-1) : undefined;
    return this.keep(at, { start: first ?? from, end: to, page: new KeyPage(keys.reverse(), this.fields) });
  }

  /** Puts a page in the place of a part of a slot. */
  private keep(at: number, extent: PageExtent): PageExtent {
    if (this.budget.isFull()) return extent;
    const { slot, slotEnd } = this.slotWithEnd(at);
    const { wasRead } = slot;
    const isEmptied = extent.page.rows === 0 && extent.start.equals(slot.start) && this.slots[at - 1]?.page;
    this.slots.splice(
      at,
      1,
      ...(extent.start.compare(slot.start) > 0 ? [{ start: slot.start, wasRead }] : []),
      // The page before an empty one is one for its keys, too.
      ...(isEmptied ? [] : [{ start: extent.start, page: extent.page, wasRead: true }]),
      ...(extent.end.compare(slotEnd) < 0 ? [{ start: extent.end, wasRead }] : []),
    );
    if (!isEmptied) this.budget.changed(extent.page.size);
    return extent;
  }

  private slotWithEnd(at: number): { slot: Slot; slotEnd: Buffer } {
    const slot = this.slots[at];
    if (!slot) throw new RangeError('no such part of the index');
    return { slot, slotEnd: this.slots[at + 1]?.start ?? this.end };
  }

  /** The last slot that begins at the key or before it. */
  private slotAt(key: Buffer): number {
    let low = 0;
    let high = this.slots.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.slots[middle]?.start.compare(key) ?? 1) <= 0) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}
