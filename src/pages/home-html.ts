import { BELL, escaped } from './inbox-demo/page/html.js';
import type { ServedPage } from './served-pages.js';
import { htmlStart } from './html-start.js';

/** What the page says that is not the same everywhere. */
export interface HomeFacts {
  version: string;
  pages: ServedPage[];
  /** Whether there is an OpenAPI document to link to. */
  hasOpenApi: boolean;
  /** Paths of the two questions that orchestrators ask. */
  health: { live: string; ready: string };
  /** All of its style. */
  styles: string;
}

/** What the page adds to the style of the pages. */
export const HOME_STYLES = `
.home { max-width: 44rem; padding-bottom: 3rem; }
.places { list-style: none; margin: 0; padding: 0; overflow: clip; }
.places li + li { border-top: 1px solid var(--line); }
.places a { display: block; padding: 1rem 1.25rem; color: var(--text); text-decoration: none; }
.places a:hover { background: var(--code); }
.places a:focus-visible { outline-offset: -3px; }
.places strong { color: var(--accent); }
.places span { display: block; color: var(--soft); }
.more { color: var(--soft); }
.version { color: var(--soft); font-size: .875rem; margin-left: auto; }
`;

/** The page at `/` as HTML. */
export function homeHtml({ version, pages, hasOpenApi, health, styles }: HomeFacts): string {
  const places = pages.map(
    ({ name, path, about }) =>
      `<li><a href="${path}"><strong>${escaped(name)}</strong><span>${escaped(about)}</span></a></li>`,
  );
  const openApi = hasOpenApi ? 'Tools read <a href="/openapi.json">/openapi.json</a>. ' : '';
  return `${htmlStart('Carillon')}
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<style>${styles}</style>
</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
<header class="top">
  <div class="wide">
    <span class="brand">${BELL}<strong>Carillon</strong></span>
    <span class="version">Version ${escaped(version)}</span>
  </div>
</header>
<main id="main" class="wide home" tabindex="-1">
  <div class="intro">
    <h1>Carillon is running</h1>
    <p>One call names a workflow and recipients; Carillon delivers in-app, by email, SMS, chat and push, and shows what
    became of it.</p>
  </div>
  ${places.length > 0 ? `<ul class="card places">${places.join('')}</ul>` : ''}
  <p class="more">${openApi}Health: <a href="${health.ready}">${health.ready}</a> says whether it can do its work,
  <a href="${health.live}">${health.live}</a> whether it is alive.</p>
</main>
</body>
</html>
`;
}
