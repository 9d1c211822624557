/// <reference lib="dom" />

/** Creates an element. Texts are set as text, never as HTML. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Readonly<Record<string, string>> = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, value);
  made.append(...children);
  return made;
}

/** Returns the element of the page with an id. */
export function byId(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (!found) throw new Error(`The page has no #${id}`);
  return found;
}

/** Formats a count with its noun: `1 message`, `2 messages`. */
export function counted(count: number, thing: string): string {
  return `${count} ${thing}${count === 1 ? '' : 's'}`;
}

/** Returns a list of names and values, without empty values. */
export function factList(facts: readonly (readonly [string, string | undefined])[]): HTMLElement {
  const list = element('dl', { class: 'facts' });
  for (const [name, value] of facts) {
    if (value) list.append(element('dt', {}, name), element('dd', {}, value));
  }
  return list;
}

const CHANNELS: Record<string, string> = { email: 'Email', sms: 'SMS', push: 'Push', chat: 'Chat' };

/** Returns the badge of a channel. */
export function channelBadge(channel: string): HTMLElement {
  return element('span', { class: 'channel', 'data-channel': channel }, CHANNELS[channel] ?? channel);
}

/** Returns an element with a localised time. */
export function timeOf(iso: string, style: 'short' | 'long'): HTMLElement {
  const date = new Date(iso);
  const text =
    style === 'short' ? date.toLocaleTimeString([], { hour12: false }) : date.toLocaleString([], { hour12: false });
  return element('time', { datetime: iso, title: date.toLocaleString() }, text);
}
