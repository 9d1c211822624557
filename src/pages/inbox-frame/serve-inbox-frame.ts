import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { scriptAsset } from '../../platform/http/asset.js';
import { htmlStart } from '../../platform/http/html.js';
import { builtFile } from '../../platform/package-root.js';
import { CONSOLE_PATH } from '../served-pages.js';

/** The document that screens of the console show in a frame. */
const FRAME_PATH = `${CONSOLE_PATH}/inbox-frame`;

const HTML = `${htmlStart('Inbox · Carillon')}
<style>
html, body { margin: 0; height: 100%; font: 16px/1.5 system-ui, sans-serif; }
body { display: flex; flex-direction: column; background: #ffffff; color: #181b22; }
body[data-scheme=dark] { background: #191c23; color: #eceef3; color-scheme: dark; }
body[data-scheme=light] { color-scheme: light; }
header { display: flex; justify-content: flex-end; padding: .5rem .75rem; }
main { flex: 1; min-height: 0; }
</style>
<script type="module" src="${FRAME_PATH}.js"></script>
</head>
<body>
<header><div id="bell"></div></header>
<main id="inbox"></main>
</body>
</html>
`;

/**
 * What the document may load: its own files, and the sockets of this service. The style policy is wide because the widget
 * creates `<style>` elements. Only pages of this service show it.
 */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
].join('; ');

/**
 * Serves the document with the official inbox widget, and its script. It is apart from the console because the widget creates
 * `<style>` elements, which the policy of the console refuses. It holds no data: the screen around it says whose inbox it is.
 */
export function serveInboxFrame(app: NestFastifyApplication): void {
  const fastify = app.getHttpAdapter().getInstance();
  const script = scriptAsset(builtFile('inbox-frame.js'));
  fastify.get(FRAME_PATH, (_request, reply) =>
    reply
      .header('content-security-policy', POLICY)
      .header('referrer-policy', 'no-referrer')
      .header('x-content-type-options', 'nosniff')
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(HTML),
  );
  fastify.get(`${FRAME_PATH}.js`, (request, reply) => script.send(request, reply));
}
