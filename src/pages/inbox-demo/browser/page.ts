/// <reference lib="dom" />
import { Novu } from '@novu/js';
import { inboxDarkTheme } from '@novu/js/themes';
import { NovuUI } from '@novu/js/ui';

const MAX_ENTRIES = 50;

/** The list of events received on the socket, newest first. Texts are set as text, never as HTML. */
class SocketLog {
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

/** How long a notification may take before the page reports that it has not arrived. */
const ARRIVAL_TIMEOUT_MS = 10_000;

const { application = '', subscriber = '', firstName = '' } = document.body.dataset;
const log = new SocketLog(byId('log'));
const send = byId('send') as HTMLButtonElement;
const outcome = byId('outcome');
const state = byId('state');

const options = {
  applicationIdentifier: application,
  subscriber: { subscriberId: subscriber, firstName },
  apiUrl: location.origin,
  socketUrl: location.origin,
};
const novu = new Novu(options);

let token: string | undefined;
/** When the last trigger was sent, until its notification arrives. */
let sentAt: number | undefined;

novu.on('session.initialize.resolved', ({ data }) => {
  if (!data) return showState('lost', 'No session');
  ({ token } = data);
  send.disabled = false;
  showUnread(data.unreadCount.total);
});
novu.on('socket.connect.resolved', ({ error }) => {
  if (error) return showState('lost', 'Not connected');
  showState('live', 'Live');
  log.add('connected', 'Everything from now on is shown here.');
});
novu.on('notifications.notification_received', ({ result }) => {
  log.add('notification_received', `${result.subject ?? ''} (${result.id})`);
  if (sentAt === undefined) return;
  showOutcome(`Arrived ${Math.round(performance.now() - sentAt)} ms after the click.`);
  sentAt = undefined;
});
novu.on('notifications.unread_count_changed', ({ result }) => {
  log.add('unread_count_changed', `total ${result.total}`);
  showUnread(result.total);
});
novu.on('notifications.unseen_count_changed', ({ result }) => log.add('unseen_count_changed', `unseen ${result}`));

const dark = matchMedia('(prefers-color-scheme: dark)');
const ui = new NovuUI({ novu, options, appearance: appearance() });
dark.addEventListener('change', () => ui.updateAppearance(appearance()));
ui.mountComponent({ name: 'InboxContent', element: byId('inbox') });
ui.mountComponent({ name: 'Bell', element: byId('bell') });
byId('bell').addEventListener('click', () => {
  byId('inbox').scrollIntoView({ block: 'center' });
  byId('inbox').querySelector('button')?.focus({ preventScroll: true });
});

send.addEventListener('click', () => {
  void trigger().catch((error: unknown) => showOutcome(error instanceof Error ? error.message : 'Not sent', true));
});
byId('clear').addEventListener('click', () => log.clear());
byId('copy').addEventListener('click', () => {
  void copy(byId('curl').textContent ?? '', byId('copy'));
});

async function trigger(): Promise<void> {
  if (token === undefined) return;
  const started = performance.now();
  sentAt = started;
  showOutcome('Sent. It is on its way …');
  setTimeout(() => {
    if (sentAt === started) showOutcome('It has not come yet. Is a worker running?', true);
  }, ARRIVAL_TIMEOUT_MS);
  const response = await fetch('/inbox-demo/trigger', {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
  });
  if (response.ok) return;
  sentAt = undefined;
  const { message } = (await response.json()) as { message?: string };
  throw new Error(`Not sent: ${message ?? response.statusText}`);
}

async function copy(text: string, button: HTMLElement): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    button.textContent = 'Copied';
  } catch {
    // Browsers allow access to the clipboard only in secure contexts; a selection can be copied everywhere.
    getSelection()?.selectAllChildren(byId('curl'));
    button.textContent = 'Selected';
  }
}

function appearance() {
  if (!dark.matches) return { variables: { colorPrimary: '#4338ca', colorPrimaryForeground: '#ffffff' } };
  return { baseTheme: inboxDarkTheme, variables: { colorPrimary: '#a5b4fc', colorPrimaryForeground: '#171a2b' } };
}

function showState(name: 'live' | 'lost', text: string): void {
  state.dataset['state'] = name;
  state.textContent = text;
}

function showUnread(total: number): void {
  const badge = byId('unread');
  badge.dataset['count'] = String(total);
  badge.textContent = total === 0 ? 'Nothing unread' : `${total} unread`;
  document.title = `${total > 0 ? `(${total}) ` : ''}Inbox demo · Carillon`;
}

function showOutcome(text: string, failed = false): void {
  outcome.textContent = text;
  outcome.toggleAttribute('data-failed', failed);
}

function byId(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (!found) throw new Error(`The page has no #${id}`);
  return found;
}
