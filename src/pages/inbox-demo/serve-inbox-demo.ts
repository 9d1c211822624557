import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { hasOutbox } from '../../outbox/outbox-rules.js';
import { Config } from '../../platform/config/config.js';
import { KeyRing } from '../../platform/crypto/secret-box.js';
import { Asset, scriptAsset } from '../../platform/http/asset.js';
import { builtFile } from '../../platform/package-root.js';
import { hasOwnHost, PageAccess } from '../page-access.js';
import { lockedHtml } from '../page-html.js';
import { PAGE_STYLES } from '../page-styles.js';
import { INBOX_DEMO_PATH } from '../served-pages.js';
import { pageHtml } from './html.js';
import { InboxDemo } from './inbox-demo.service.js';
import { PARCEL_ICON, SAMPLE_ICON_PATH, SAMPLE_PERSON, SAMPLE_WORKFLOW_ID } from './sample.js';

/** The policy of the page shown instead if access is denied: only its style sheet. */
const LOCKED_POLICY =
  "default-src 'none'; style-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
const HALF_AN_HOUR = 'public, max-age=1800';

/** Serves the page, its style sheet, and its script, which contains the official inbox widget. */
export function serveInboxDemo(app: NestFastifyApplication): void {
  const fastify = app.getHttpAdapter().getInstance();
  const config = app.get(Config);
  const access = new PageAccess(app.get(KeyRing));

  fastify.get(INBOX_DEMO_PATH, async (request, reply) => {
    const isOwnName = hasOwnHost(request, config);
    if (isOwnName && access.letIn(request, reply, INBOX_DEMO_PATH)) return reply;
    reply
      .header('referrer-policy', 'no-referrer')
      .header('x-content-type-options', 'nosniff')
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8');
    if (!isOwnName || !access.has(request)) {
      return reply
        .status(isOwnName ? 401 : 403)
        .header('content-security-policy', LOCKED_POLICY)
        .send(lockedHtml('Inbox', isOwnName ? 'token' : 'host', `${INBOX_DEMO_PATH}/page.css`));
    }
    const html = pageHtml({
      applicationIdentifier: await app.get(InboxDemo).identifier(),
      person: SAMPLE_PERSON,
      workflowId: SAMPLE_WORKFLOW_ID,
      apiUrl: config.publicUrl ?? `${request.protocol}://${request.host}`,
      hasDocs: config.docs,
      hasOutbox: hasOutbox(config),
    });
    return reply.header('content-security-policy', contentPolicy(request.host)).send(html);
  });
  const files: Record<string, Asset> = {
    [`${INBOX_DEMO_PATH}/page.css`]: new Asset({ type: 'text/css; charset=utf-8', load: () => PAGE_STYLES }),
    [`${INBOX_DEMO_PATH}/page.js`]: scriptAsset(builtFile('src/pages/inbox-demo/browser/page.js')),
    [SAMPLE_ICON_PATH]: new Asset({ type: 'image/svg+xml', cacheControl: HALF_AN_HOUR, load: () => PARCEL_ICON }),
  };
  for (const [path, file] of Object.entries(files)) {
    fastify.get(path, (request, reply) => file.send(request, reply));
  }
}

/** A host as browsers send it, with or without a port. */
const HOST = /^[\w.-]+(:\d+)?$|^\[[\da-f:]+\](:\d+)?$/i;

/**
 * Returns what the page may load: its own files. The style policy is wider because the widget creates `<style>` elements. Sockets are listed because not every browser includes those of the same
 * host in `'self'`.
 */
function contentPolicy(host: string): string {
  const sockets = HOST.test(host) ? ` ws://${host} wss://${host}` : '';
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    `connect-src 'self'${sockets}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
