/// <reference lib="dom" />
const MAX_ENTRIES = 50;

/** The list of what the socket has told, newest first. Texts are set as text, never as HTML. */
export class SocketLog {
  constructor(private readonly list: HTMLElement) {}

  add(event: string, details: string): void {
    const entry = document.createElement('li');
    entry.append(
      element('time', new Date().toLocaleTimeString([], { hour12: false })),
      element('code', event),
      element('span', details),
    );
    this.list.prepend(entry);
    while (this.list.childElementCount > MAX_ENTRIES) this.list.lastElementChild?.remove();
  }

  clear(): void {
    this.list.replaceChildren();
  }
}

function element(name: string, text: string): HTMLElement {
  const made = document.createElement(name);
  made.textContent = text;
  return made;
}
