import { createHash } from 'node:crypto';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { Config } from '../platform/config/config.js';
import { escaped, htmlStart } from '../platform/http/html.js';
import { VERSION } from '../platform/package-root.js';
import { BELL, FAVICON_ICO, FAVICON_SVG } from './favicon.js';
import { PAGE_STYLES } from './page-styles.js';
import { type ServedPage, servedPages } from './served-pages.js';

/** The styles that this page adds to those of all pages. */
const HOME_STYLES = `
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

const STYLES = PAGE_STYLES + HOME_STYLES;

/** The page loads only its icon, and no scripts run in it. */
const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLES).digest('base64')}'`,
  "img-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const A_DAY = 'public, max-age=86400';

const HEALTH = { live: '/health/live', ready: '/health/ready' };

/**
 * Serves `/`, which lists what there is: a page for clients that accept HTML, JSON for others. Also serves the icon of
 * all pages.
 */
export function serveHome(app: NestFastifyApplication): void {
  const fastify = app.getHttpAdapter().getInstance();
  const config = app.get(Config);
  const pages = servedPages(config);
  const paths = Object.fromEntries(Object.entries(pages).map(([key, { path }]) => [key, path]));
  const json = {
    name: 'Carillon',
    version: VERSION,
    ...paths,
    ...(config.docs && { openapi: '/openapi.json' }),
    health: HEALTH,
  };
  const html = homeHtml({
    version: VERSION,
    pages: Object.values(pages),
    hasOpenApi: config.docs,
    health: HEALTH,
    styles: STYLES,
  });

  fastify.get('/', (request, reply) => {
    reply.header('vary', 'accept').header('cache-control', 'no-cache').header('x-content-type-options', 'nosniff');
    if (request.headers.accept?.includes('text/html') !== true) return reply.send(json);
    return reply
      .header('content-security-policy', POLICY)
      .header('referrer-policy', 'no-referrer')
      .type('text/html; charset=utf-8')
      .send(html);
  });
  const icons = [
    ['/favicon.ico', 'image/x-icon', FAVICON_ICO],
    ['/favicon.svg', 'image/svg+xml', FAVICON_SVG],
  ] as const;
  for (const [path, type, icon] of icons) {
    fastify.get(path, (_request, reply) =>
      reply.header('cache-control', A_DAY).header('x-content-type-options', 'nosniff').type(type).send(icon),
    );
  }
}

/** The variable parts of the page. */
interface HomeFacts {
  version: string;
  pages: ServedPage[];
  /** Whether there is an OpenAPI document to link to. */
  hasOpenApi: boolean;
  /** Paths of the two health checks for orchestrators. */
  health: { live: string; ready: string };
  /** The complete style sheet. */
  styles: string;
}

/** Returns the page at `/` as HTML. */
function homeHtml({ version, pages, hasOpenApi, health, styles }: HomeFacts): string {
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
