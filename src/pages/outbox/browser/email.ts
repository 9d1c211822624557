/// <reference lib="dom" />
import type { KeptEmail } from '../../../outbox/outbox-message.schema.js';
import { element, factList } from './element.js';

/** Elements that fetch something when a document is shown. */
const FETCHING = 'img[src], img[srcset], source, video, audio, link[href], object, embed, iframe, [background]';

/** Returns the view of an email: rendered, as text, and its headers. */
export function emailView(email: KeptEmail): HTMLElement[] {
  const mail = element('div', { class: 'mail' }, frameOf(email.html));
  const width = element('button', { type: 'button', class: 'width', 'aria-pressed': 'false' }, 'As on a phone');
  width.addEventListener('click', () => {
    width.setAttribute('aria-pressed', String(mail.classList.toggle('phone')));
  });
  const seen = element('div', {}, mail, ...remoteNote(email.html));
  const tabs: [string, HTMLElement][] = [
    ['HTML', seen],
    ['Text', element('pre', { class: 'plain', tabindex: '0' }, email.text)],
    ['Headers', factList(headersOf(email))],
  ];
  const bar = element('div', { class: 'tabs', role: 'tablist' });
  const panel = element('div', { class: 'tab', role: 'tabpanel' });
  for (const [name, content] of tabs) {
    const tab = element('button', { type: 'button', role: 'tab', 'aria-selected': 'false' }, name);
    tab.addEventListener('click', () => {
      for (const other of bar.querySelectorAll('[role=tab]'))
        other.setAttribute('aria-selected', String(other === tab));
      width.hidden = content !== seen;
      panel.replaceChildren(content);
    });
    bar.append(tab);
  }
  bar.append(width);
  bar.querySelector<HTMLElement>('[role=tab]')!.click();
  return [bar, panel];
}

/**
 * Returns a frame with an origin of its own in which no scripts run. The page's content policy applies there too, so
 * it fetches nothing. Its links open in another tab.
 */
function frameOf(html: string): HTMLIFrameElement {
  const mail = new DOMParser().parseFromString(html, 'text/html');
  for (const one of mail.querySelectorAll('base, meta[http-equiv]')) one.remove();
  const base = mail.createElement('base');
  base.target = '_blank';
  mail.head.prepend(base);
  const frame = element('iframe', {
    title: 'The email as it is seen',
    sandbox: 'allow-popups allow-popups-to-escape-sandbox',
    referrerpolicy: 'no-referrer',
  });
  frame.srcdoc = `${mail.doctype ? '<!doctype html>' : ''}${mail.documentElement.outerHTML}`;
  return frame;
}

function remoteNote(html: string): HTMLElement[] {
  const mail = new DOMParser().parseFromString(html, 'text/html');
  const addresses = [...mail.querySelectorAll(FETCHING)].flatMap((one) =>
    ['src', 'srcset', 'href', 'data', 'background'].flatMap((name) => one.getAttribute(name) ?? []),
  );
  const isRemote = addresses.some((address) => !/^\s*(data:|cid:|#|$)/i.test(address));
  return isRemote ? [element('p', { class: 'note' }, 'Pictures and styles from elsewhere are not fetched here.')] : [];
}

function headersOf({ to, cc, bcc, from, senderName, replyTo, subject, headers }: KeptEmail): [string, string][] {
  const sender = senderName === undefined ? from : from === undefined ? senderName : `${senderName} <${from}>`;
  const own: [string, string | undefined][] = [
    ['From', sender],
    ['To', to.join(', ')],
    ['Cc', cc?.join(', ')],
    ['Bcc', bcc?.join(', ')],
    ['Reply-To', replyTo],
    ['Subject', subject],
    ...Object.entries(headers ?? {}).map(([name, value]): [string, string] => [name, value]),
  ];
  return own.flatMap(([name, value]): [string, string][] => (value ? [[name, value]] : []));
}
