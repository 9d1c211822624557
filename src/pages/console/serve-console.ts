import { randomBytes } from 'node:crypto';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyReply } from 'fastify';
import { builtFile } from '../../platform/package-root.js';
import { CONSOLE_PATH } from '../served-pages.js';
import { ConsoleFiles } from './console-files.js';
import { htmlStart } from '../../platform/http/html.js';
import { BELL, INLINE_ICON } from '../favicon.js';
import { PAGE_STYLES } from '../page-styles.js';

/** What files are called that change their name with their content; browsers keep them for a year without asking again. */
const FOREVER = 'public, max-age=31536000, immutable';

const NONCE_BYTES = 16;

/**
 * Serves the console: its files, and its page under every other path below, because addresses of screens are paths. The page
 * holds no data and needs no credentials; it calls the API with the session of the person.
 */
export function serveConsole(app: NestFastifyApplication, files = new ConsoleFiles(builtFile('console'))): void {
  const fastify = app.getHttpAdapter().getInstance();
  fastify.get(`${CONSOLE_PATH}/assets/:name`, async (request, reply) => {
    const { name } = request.params as { name: string };
    const file = await files.asset(name, request.headers['accept-encoding']);
    reply.header('x-content-type-options', 'nosniff');
    if (!file) return reply.code(404).header('cache-control', 'no-store').type('text/plain').send('Not found\n');
    if (file.encoding !== 'identity') reply.header('content-encoding', file.encoding);
    return reply.header('cache-control', FOREVER).header('vary', 'accept-encoding').type(file.type).send(file.body);
  });
  const sendPage = async (_request: unknown, reply: FastifyReply): Promise<FastifyReply> => {
    const page = await files.page();
    const nonce = randomBytes(NONCE_BYTES).toString('base64');
    return reply
      .code(page === undefined ? 503 : 200)
      .header('content-security-policy', policyWith(nonce))
      .header('referrer-policy', 'no-referrer')
      .header('x-content-type-options', 'nosniff')
      .header('x-dns-prefetch-control', 'off')
      .header('cross-origin-opener-policy', 'same-origin')
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send((page ?? NOT_BUILT_HTML).replaceAll('{{nonce}}', nonce));
  };
  fastify.get(CONSOLE_PATH, sendPage);
  fastify.get(`${CONSOLE_PATH}/*`, sendPage);
}

/** The page runs its own scripts alone and calls nobody but this service; the nonce is for styles that scripts add. */
function policyWith(nonce: string): string {
  return [
    "default-src 'self'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "connect-src 'self'",
    "img-src 'self' data:",
    "frame-src 'self'",
    "object-src 'none'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'self'",
  ].join('; ');
}

/** In place of the console where it was not built; `{{nonce}}` is replaced. */
const NOT_BUILT_HTML = `${htmlStart('Console · Carillon')}
${INLINE_ICON}
<style nonce="{{nonce}}">${PAGE_STYLES}</style>
</head>
<body>
<header class="top"><div class="wide"><span class="brand">${BELL}<strong>Carillon</strong></span></div></header>
<main class="wide">
  <div class="intro"><h1>Console</h1></div>
  <section class="card locked"><h2>The console is not built</h2>
  <p>Run this in the folder of Carillon, then load this page again:</p>
  <pre tabindex="0" aria-label="Command"><code>npm run build</code></pre></section>
</main>
</body>
</html>
`;
