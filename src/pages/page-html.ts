import { escaped, htmlStart } from '../platform/http/html.js';
import { INLINE_ICON } from './favicon.js';

/** The logo of the pages. */
export const BELL =
  '<svg aria-hidden="true" viewBox="0 0 24 24" width="24" height="24" fill="none" stroke="currentColor" ' +
  'stroke-width="2" stroke-linecap="round" stroke-linejoin="round"><path d="M12 3v2M6 16V11a6 6 0 0 1 12 0v5l2 2H4z' +
  'M10 21h4"/></svg>';

/** How to open a page that needs the token: a URL, and a command that prints it. */
export const HOW_TO_OPEN = `<p>Its messages are for the people of this server. Open the address that Carillon printed when it
started: it ends in <code>?token=…</code>. To see it again, run this in the folder of Carillon:</p>
<pre tabindex="0" aria-label="Command"><code>npm run pages</code></pre>
<p>In a container it is <code>node dist/src/pages/main.js</code>.</p>`;

/** Why a page is not shown. */
export type LockedBecause = 'token' | 'host';

/** Returns the page shown to a request that may not see the page. `styles` is the path of its style sheet. */
export function lockedHtml(name: string, because: LockedBecause, styles: string): string {
  const why =
    because === 'token'
      ? HOW_TO_OPEN
      : `<p>It is shown under <code>localhost</code>, an address of this machine, or that of the setting
        <code>PUBLIC_URL</code>, and you have asked for it under another name.</p>`;
  return `${htmlStart(`${escaped(name)} · Carillon`)}
${INLINE_ICON}
<link rel="stylesheet" href="${styles}">
</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
<header class="top"><div class="wide"><span class="brand">${BELL}<strong>Carillon</strong></span></div></header>
<main id="main" class="wide" tabindex="-1">
  <div class="intro"><h1>${escaped(name)}</h1></div>
  <section class="card locked"><h2>This page is closed</h2>${why}</section>
</main>
</body>
</html>
`;
}
