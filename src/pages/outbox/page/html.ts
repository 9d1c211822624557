import type { Types } from 'mongoose';
import { OUTBOX_PROVIDERS } from '../../../outbox/outbox-rules.js';
import { INLINE_ICON } from '../../favicon.js';
import { escaped, htmlStart } from '../../../platform/http/html.js';
import { BELL, HOW_TO_OPEN } from '../../page-html.js';
import type { OutboxAccess } from './outbox-access.guard.js';

/** The variable parts of the page. */
export interface OutboxPageFacts {
  /** The environments whose messages can be shown, the first one initially; empty if the API key decides. */
  environments: { _id: Types.ObjectId; name: string }[];
  access: OutboxAccess;
  /** Whether there is a page of the inbox to link to. */
  hasInbox: boolean;
  /** Whether there is an API reference to link to. */
  hasDocs: boolean;
}

/** The names of channels on the page. */
const CHANNEL_NAMES: Record<keyof typeof OUTBOX_PROVIDERS, string> = {
  email: 'Email',
  sms: 'SMS',
  push: 'Push',
  chat: 'Chat',
};

/** Returns the page as HTML, without messages, which its scripts fetch. */
export function outboxHtml({ environments, access, hasInbox, hasDocs }: OutboxPageFacts): string {
  const isOpen = access === 'open';
  const inbox = hasInbox ? '<a href="/inbox-demo">Inbox</a>' : '';
  const docs = hasDocs ? '<a href="/docs">API reference</a>' : '';
  const options = environments.map(({ _id, name }) => `<option value="${_id.toHexString()}">${escaped(name)}</option>`);
  const filters = [['', 'All'], ...Object.entries(CHANNEL_NAMES)].map(
    ([channel, name]) =>
      `<button type="button" data-channel="${channel}" aria-pressed="${channel === ''}">${name}</button>`,
  );
  const sample = hasInbox
    ? '<p>Press <em>Send a notification</em> on the <a href="/inbox-demo">inbox page</a>, or trigger a workflow of your own.</p>'
    : '<p>Trigger a workflow that has a step of one of these channels.</p>';
  return `${htmlStart('Outbox · Carillon')}
${INLINE_ICON}
<link rel="stylesheet" href="/outbox/page.css">
<script type="module" src="/outbox/page.js"></script>
</head>
<body data-access="${isOpen ? 'open' : 'key'}">
<a class="skip" href="#main">Skip to the content</a>
<header class="top">
  <div class="wide">
    <span class="brand">${BELL}<strong>Carillon</strong></span>
    <nav aria-label="Page">${inbox}<a href="/outbox" aria-current="page">Outbox</a>${docs}</nav>
    <span class="state" id="state" role="status" data-state="connecting">Connecting …</span>
  </div>
</header>
<main id="main" class="wide" tabindex="-1">
  <div class="bar">
    <div>
      <h1>Outbox</h1>
      <p>Messages that were kept here instead of leaving.</p>
    </div>
    <label class="environment"${isOpen ? '' : ' hidden'}>Environment <select id="environment">${options.join('')}</select></label>
    <button type="button" id="clear" class="quiet" aria-haspopup="dialog" disabled>Empty …</button>
  </div>
  ${access === 'locked' ? `<section class="card locked" id="locked"><h2>This page is closed</h2>${HOW_TO_OPEN}<p>With an API key it opens here, too, and shows the environment of the key:</p></section>` : ''}
  <form id="key-form" class="card key"${isOpen ? ' hidden' : ''}>
    <label for="key">API key of the environment</label>
    <div class="key-row"><input id="key" type="password" autocomplete="off" required><button class="primary">Open</button></div>
    <p class="hint" id="key-problem" role="status">It stays in this tab, and is forgotten with it.</p>
  </form>
  <noscript><p>The outbox needs JavaScript.</p></noscript>
  <div class="panes" id="panes"${isOpen ? '' : ' hidden'}>
    <section class="card list-pane" aria-label="Messages">
      <div class="filters" role="group" aria-label="Channel">${filters.join('')}</div>
      <ol id="list" class="list"></ol>
      <div id="empty" class="empty" hidden>${ENVELOPE}<h2>Nothing has been sent yet</h2>${sample}</div>
      <button type="button" id="older" class="quiet" hidden>Show older ones</button>
    </section>
    <section class="card detail" id="detail" aria-label="Message" aria-live="polite" tabindex="-1"></section>
  </div>
</main>
<dialog id="clear-dialog" class="card" aria-labelledby="clear-question">
  <form method="dialog">
    <p id="clear-question"></p>
    <button class="quiet" value="cancel" autofocus>Keep</button>
    <button class="primary" value="delete">Delete</button>
  </form>
</dialog>
</body>
</html>
`;
}

const ENVELOPE =
  '<svg aria-hidden="true" viewBox="0 0 24 24" width="40" height="40" fill="none" stroke="currentColor" ' +
  'stroke-width="1.5" stroke-linecap="round" stroke-linejoin="round"><rect x="3" y="5" width="18" height="14" rx="2"/>' +
  '<path d="m3 8 9 6 9-6"/></svg>';
