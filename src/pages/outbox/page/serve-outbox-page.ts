import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { OUTBOX_PATH } from '../../../outbox/outbox-rules.js';
import { Config } from '../../../platform/config/config.js';
import { KeyRing } from '../../../platform/crypto/secret-box.js';
import { Asset, scriptAsset } from '../../../platform/http/asset.js';
import { builtFile } from '../../../platform/package-root.js';
import { PageAccess } from '../../page-access.js';
import { PAGE_STYLES } from '../../page-styles.js';
import { servesInboxDemo } from '../../served-pages.js';
import { outboxHtml } from './html.js';
import { outboxAccess } from './outbox-access.guard.js';
import { PageEnvironments } from './outbox-page.controller.js';
import { OUTBOX_STYLES } from './styles.js';

/**
 * The page loads only its own files. An email is shown inside it as a separate document that inherits this policy:
 * embedded styles and images are shown, nothing is fetched, and no scripts run.
 */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  'img-src data:',
  'font-src data:',
  "connect-src 'self'",
  "frame-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Serves the page, its style sheet and its script. */
export function serveOutboxPage(app: NestFastifyApplication): void {
  const fastify = app.getHttpAdapter().getInstance();
  const config = app.get(Config);
  const pageAccess = new PageAccess(app.get(KeyRing));
  fastify.get(OUTBOX_PATH, async (request, reply) => {
    const access = outboxAccess(request, config, pageAccess);
    if (access !== 'key' && pageAccess.letIn(request, reply, OUTBOX_PATH)) return reply;
    const environments = access === 'open' ? await app.get(PageEnvironments).list() : [];
    const html = outboxHtml({ environments, access, hasInbox: servesInboxDemo(config), hasDocs: config.docs });
    return reply
      .status(access === 'locked' ? 401 : 200)
      .header('content-security-policy', POLICY)
      .header('referrer-policy', 'no-referrer')
      .header('x-content-type-options', 'nosniff')
      .header('x-dns-prefetch-control', 'off')
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(html);
  });
  const files: Record<string, Asset> = {
    'page.css': new Asset({ type: 'text/css; charset=utf-8', load: () => PAGE_STYLES + OUTBOX_STYLES }),
    'page.js': scriptAsset(builtFile('src/pages/outbox/browser/page.js')),
  };
  for (const [name, file] of Object.entries(files)) {
    fastify.get(`${OUTBOX_PATH}/${name}`, (request, reply) => file.send(request, reply));
  }
}
