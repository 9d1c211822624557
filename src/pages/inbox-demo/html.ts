import { escaped, htmlStart } from '../../platform/http/html.js';
import { BELL } from '../page-html.js';

/** The variable parts of the page. */
export interface PageFacts {
  /** An identifier that opens only the inbox of this subscriber. */
  applicationIdentifier: string;
  person: { readonly subscriberId: string; readonly firstName: string };
  workflowId: string;
  /** The URL of the API. */
  apiUrl: string;
  /** Whether there is an API reference to link to. */
  hasDocs: boolean;
  /** Whether there is a page of the outbox to link to. */
  hasOutbox: boolean;
}

/** Returns the page as HTML. Its scripts read their settings from the attributes of `<body>`. */
export function pageHtml(facts: PageFacts): string {
  const { person, workflowId, apiUrl } = facts;
  const curl = `curl -X POST "${apiUrl}/v1/events/trigger" \\
  -H "Authorization: ApiKey $KEY" \\
  -H 'Content-Type: application/json' \\
  -d '{"name": "${workflowId}", "to": "${person.subscriberId}", "payload": {"number": 4711}}'`;
  const outbox = facts.hasOutbox ? '<a href="/outbox">Outbox</a>' : '';
  const docs = facts.hasDocs ? '<a href="/docs">API reference</a>' : '';
  return `${htmlStart('Inbox demo · Carillon')}
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/inbox-demo/page.css">
<script type="module" src="/inbox-demo/page.js"></script>
</head>
<body data-application="${escaped(facts.applicationIdentifier)}" data-subscriber="${escaped(person.subscriberId)}" data-first-name="${escaped(person.firstName)}">
<a class="skip" href="#main">Skip to the content</a>
<header class="top">
  <div class="wide">
    <span class="brand">${BELL}<strong>Carillon</strong></span>
    <nav aria-label="Page">${outbox}${docs}</nav>
    <span class="state" id="state" role="status" data-state="connecting">Connecting …</span>
    <span id="bell"></span>
  </div>
</header>
<main id="main" class="wide" tabindex="-1">
  <div class="intro">
    <h1>See a notification arrive</h1>
    <p>The inbox on this page is the official widget. It belongs to ${escaped(person.firstName)}, the subscriber
    <code>${escaped(person.subscriberId)}</code> of your Development environment, who is also notified by the commands of the first start. Send something, and watch it come in without a reload.</p>
  </div>
  <div class="columns">
    <section class="card send" aria-labelledby="send-title">
      <h2 id="send-title">Send one</h2>
      <p>One click triggers the workflow <code>${escaped(workflowId)}</code>, which is made when you first use it.</p>
      <button type="button" id="send" class="primary" disabled>Send a notification</button>
      <p id="outcome" class="outcome" role="status"></p>
      <ol class="steps">
        <li>The trigger is stored, and the response is 201.</li>
        <li>A worker writes the notification to the inbox.</li>
        <li>The socket notifies every open tab of ${escaped(person.firstName)}.</li>
      </ol>
      <p class="hint">Open this page in a second tab: what you read, archive or snooze in one is so in the other.</p>
    </section>
    <section class="card inbox" aria-labelledby="inbox-title">
      <div class="title-row">
        <h2 id="inbox-title">${escaped(person.firstName)}’s inbox</h2>
        <span class="badge" id="unread" role="status" data-count="">…</span>
      </div>
      <div class="frame"><div id="inbox"></div></div>
      <noscript><p>The inbox needs JavaScript.</p></noscript>
    </section>
    <section class="card shell" aria-labelledby="curl-title">
      <div class="title-row">
        <h2 id="curl-title">The same from a shell</h2>
        <button type="button" id="copy" class="quiet">Copy</button>
      </div>
      <p>With the key that the first start printed in <code>KEY</code>, once the button above was used:</p>
      <pre tabindex="0" aria-label="Command"><code id="curl">${escaped(curl)}</code></pre>
    </section>
    <section class="card wire" aria-labelledby="log-title">
      <div class="title-row">
        <h2 id="log-title">On the socket</h2>
        <button type="button" id="clear" class="quiet">Clear</button>
      </div>
      <ol id="log" class="log" aria-live="polite" tabindex="0" aria-labelledby="log-title"></ol>
      <p id="log-empty" class="hint">Nothing has come in yet.</p>
    </section>
  </div>
</main>
</body>
</html>
`;
}
