import { createHash } from 'node:crypto';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { VERSION } from '../platform/package-root.js';
import { Config } from '../platform/config/config.js';
import { PAGE_STYLES } from './inbox-demo/page/styles.js';
import { FAVICON_ICO, FAVICON_SVG } from './favicon.js';
import { HOME_STYLES, homeHtml } from './home-html.js';
import { servedPages } from './served-pages.js';

const STYLES = PAGE_STYLES + HOME_STYLES;

/** The page is made of itself: it loads its icon, and nothing runs in it. */
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

/** Serves `/`, which says what there is: a page to whoever reads HTML, JSON to others. And the icon of all pages. */
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
