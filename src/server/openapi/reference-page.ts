import type { OpenAPIObject } from '@nestjs/swagger';
import type { FastifyInstance } from 'fastify';
import { Asset, scriptAsset } from '../../platform/http/asset.js';
import { builtFile } from '../../platform/package-root.js';
import { readScalar } from '../../platform/patches/scalar.js';
import { escaped, htmlStart } from '../../platform/http/html.js';
import { BELL, INLINE_ICON } from '../../pages/favicon.js';
import type { ServedPage } from '../../pages/served-pages.js';

/** The page loads only its own files and calls only this server. The library creates `<style>` elements. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** The bar at the top, as on our other pages; the library has its own styles for everything below it. */
const STYLES = `
:root { color-scheme: light dark; --scalar-custom-header-height: 3.8125rem; font: 16px/1.5 system-ui, sans-serif; }
body { margin: 0; background: light-dark(#ffffff, #101217); color: light-dark(#181b22, #eceef3); }
.top { position: sticky; top: 0; z-index: 5; display: flex; align-items: center; gap: 1.25rem; height: 3.75rem; padding: 0 1.25rem; background: light-dark(#ffffff, #191c23); border-bottom: 1px solid light-dark(#dfe2e8, #2d323d); white-space: nowrap; }
.top a, .top svg { color: light-dark(#4338ca, #a5b4fc); }
.top a[aria-current] { color: inherit; font-weight: 600; text-decoration: none; }
.top :focus-visible { outline: 3px solid currentColor; outline-offset: 2px; }
.brand { display: flex; align-items: center; gap: .5rem; font-size: 1.125rem; letter-spacing: -.01em; }
noscript p { padding: 1rem; }
@media (max-width: 24rem) { .brand strong { display: none; } }
@media (max-width: 30rem) { .top { gap: .75rem; padding: 0 .875rem; } .top a[aria-current] { display: none; } }
`;

interface ReferencePage {
  title: string;
  /** The pages of this server, for the links in the bar. */
  pages: readonly Pick<ServedPage, 'name' | 'path'>[];
  /** Generates the document; called at its first request. */
  document: () => OpenAPIObject;
}

/**
 * Serves an OpenAPI document at `/openapi.json` and a page to read, search and try it at `/docs`. The page loads everything
 * from this server.
 */
export function serveReference(server: FastifyInstance, { title, pages, document }: ReferencePage): void {
  const html = pageHtml(title, pages);
  const files: Record<string, Asset> = {
    '/openapi.json': new Asset({ type: 'application/json; charset=utf-8', load: () => JSON.stringify(document()) }),
    '/docs/scalar.js': new Asset({ type: 'text/javascript; charset=utf-8', load: readScalar }),
    '/docs/page.js': scriptAsset(builtFile('src/server/openapi/reference-script.js')),
    '/docs/page.css': new Asset({ type: 'text/css; charset=utf-8', load: () => STYLES }),
  };
  server.get('/docs', (_request, reply) =>
    reply
      .header('content-security-policy', POLICY)
      .header('referrer-policy', 'no-referrer')
      .header('x-content-type-options', 'nosniff')
      .header('cache-control', 'no-cache')
      .type('text/html; charset=utf-8')
      .send(html),
  );
  for (const [path, file] of Object.entries(files)) {
    server.get(path, (request, reply) => file.send(request, reply));
  }
}

function pageHtml(title: string, pages: ReferencePage['pages']): string {
  const links = pages.map(
    ({ name, path }) => `<a href="${path}"${path === '/docs' ? ' aria-current="page"' : ''}>${escaped(name)}</a>`,
  );
  return `${htmlStart(escaped(title))}
${INLINE_ICON}
<link rel="stylesheet" href="/docs/page.css">
</head>
<body>
<nav class="top" aria-label="Pages">
  <span class="brand">${BELL}<strong>Carillon</strong></span>
  ${links.join('')}
</nav>
<div id="reference"></div>
<noscript><p>The page needs JavaScript; <a href="/openapi.json">the OpenAPI document</a> does not.</p></noscript>
<script src="/docs/scalar.js"></script>
<script type="module" src="/docs/page.js"></script>
</body>
</html>
`;
}
