/// <reference lib="dom" />
import { Novu } from '@novu/js';
import { inboxDarkTheme } from '@novu/js/themes';
import { NovuUI } from '@novu/js/ui';
import type { InboxFrameEvent, InboxFrameOptions } from '../messages.js';

/** Shows the inbox once the screen around this document has said whose; light or dark whenever it says so. */
let ui: NovuUI | undefined;

addEventListener('message', ({ origin, source, data }: MessageEvent<Partial<InboxFrameOptions> | null>) => {
  if (origin !== location.origin || source !== parent || data?.kind !== 'inbox-options') return;
  const options = data as InboxFrameOptions;
  document.body.dataset['scheme'] = options.scheme;
  if (ui) ui.updateAppearance(appearanceFor(options));
  else ui = show(options);
});
tell({ kind: 'inbox-ready' });

function show(given: InboxFrameOptions): NovuUI {
  const { applicationIdentifier, subscriberId, firstName } = given;
  const options = {
    applicationIdentifier,
    subscriber: { subscriberId, ...(firstName !== undefined && { firstName }) },
    apiUrl: location.origin,
    socketUrl: location.origin,
  };
  const novu = new Novu(options);
  tellOf(novu);
  const made = new NovuUI({ novu, options, appearance: appearanceFor(given) });
  const [inbox, bell] = [byId('inbox'), byId('bell')];
  made.mountComponent({ name: 'InboxContent', element: inbox });
  made.mountComponent({ name: 'Bell', element: bell });
  bell.addEventListener('click', () => inbox.querySelector('button')?.focus());
  return made;
}

function tellOf(novu: Novu): void {
  novu.on('session.initialize.resolved', ({ data, error }) => {
    if (data) tell({ kind: 'inbox-session', token: data.token, unread: data.unreadCount.total });
    else tell({ kind: 'inbox-failed', message: textOf(error, 'The inbox could not be opened') });
  });
  novu.on('socket.connect.resolved', ({ error }) => {
    if (error) tell({ kind: 'inbox-failed', message: textOf(error, 'There is no connection for live updates') });
    else tell({ kind: 'inbox-connected' });
  });
  novu.on('notifications.notification_received', ({ result: { id, subject } }) => {
    tell({ kind: 'inbox-received', id, subject: subject ?? '' });
  });
  novu.on('notifications.unread_count_changed', ({ result: { total } }) => tell({ kind: 'inbox-unread', total }));
  novu.on('notifications.unseen_count_changed', ({ result }) => tell({ kind: 'inbox-unseen', total: result }));
}

function appearanceFor({ scheme }: InboxFrameOptions) {
  if (scheme === 'light') return { variables: { colorPrimary: '#4338ca', colorPrimaryForeground: '#ffffff' } };
  return { baseTheme: inboxDarkTheme, variables: { colorPrimary: '#a5b4fc', colorPrimaryForeground: '#171a2b' } };
}

/** Only pages of this service hear it. */
function tell(event: InboxFrameEvent): void {
  parent.postMessage(event, location.origin);
}

function textOf(error: unknown, otherwise: string): string {
  return error instanceof Error && error.message !== '' ? error.message : otherwise;
}

function byId(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (!found) throw new Error(`The document has no #${id}`);
  return found;
}
