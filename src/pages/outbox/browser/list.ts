/// <reference lib="dom" />
import { channelBadge, element, timeOf } from './element.js';
import type { Message } from './source.js';

/** The list of messages, newest first. */
export class MessageList {
  private readonly rows = new Map<string, HTMLLIElement>();

  constructor(private readonly list: HTMLElement) {}

  get size(): number {
    return this.rows.size;
  }

  has(id: string): boolean {
    return this.rows.has(id);
  }

  get first(): string | undefined {
    return this.rows.size === 0 ? undefined : (this.list.firstElementChild as HTMLElement).dataset['id'];
  }

  /** Adds messages that are not in the list yet to the top. Returns whether there were any. */
  addNewer(messages: readonly Message[]): boolean {
    const isFirst = this.rows.size === 0;
    const made = messages.flatMap((message) => this.make(message));
    if (!isFirst) for (const row of made) row.classList.add('arrived');
    this.list.prepend(...made);
    return made.length > 0;
  }

  /** Adds messages to the bottom. */
  addOlder(messages: readonly Message[]): void {
    this.list.append(...messages.flatMap((message) => this.make(message)));
  }

  mark(id: string | undefined): void {
    for (const [own, row] of this.rows) row.firstElementChild!.setAttribute('aria-current', String(own === id));
  }

  clear(): void {
    this.rows.clear();
    this.list.replaceChildren();
  }

  private make(message: Message): HTMLLIElement[] {
    const { _id: id, channel, recipients, subject, preview, createdAt } = message;
    if (this.rows.has(id)) return [];
    const row = element(
      'li',
      { 'data-id': id, 'data-channel': channel },
      element(
        'a',
        { href: `#${id}`, 'aria-current': 'false' },
        channelBadge(channel),
        element('span', { class: 'to' }, recipients.join(', ')),
        timeOf(createdAt, 'short'),
        element('span', { class: 'subject' }, subject || '(no subject)'),
        element('span', { class: 'preview' }, preview),
      ),
    );
    this.rows.set(id, row);
    return [row];
  }
}
