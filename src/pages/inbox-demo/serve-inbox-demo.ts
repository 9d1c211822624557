import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { Asset, scriptAsset } from '../../platform/http/asset.js';
import { builtFile, findPackageRoot } from '../../platform/package-root.js';
import { Config } from '../../platform/config/config.js';
import { KeyRing } from '../../platform/crypto/secret-box.js';
import { lockedHtml } from '../locked-html.js';
import { isAskedByOwnName, PageAccess } from '../page-access.js';
import { hasOutbox } from '../../outbox/outbox-rules.js';
import { InboxDemo } from './inbox-demo.service.js';
import { INBOX_DEMO_PATH } from './is-served.js';
import { contentPolicy } from './page/content-policy.js';
import { pageHtml } from './page/html.js';
import { PARCEL_ICON } from './page/parcel-icon.js';
import { PAGE_STYLES } from './page/styles.js';
import { type ModuleGraph, readModuleGraph } from './packages/module-graph.js';
import { SAMPLE_ICON_PATH, SAMPLE_PERSON, SAMPLE_WORKFLOW_ID } from './sample.js';

const PACKAGES = `${INBOX_DEMO_PATH}/packages/`;

/** What the scripts of the page import from packages. */
const ENTRIES = ['@novu/js', '@novu/js/ui', '@novu/js/themes'];

const SCRIPTS = ['page.js', 'bundler-globals.js', 'socket-log.js'] as const;
/** In place of the page: nothing but its style. */
const LOCKED_POLICY =
  "default-src 'none'; style-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
const HALF_AN_HOUR = 'public, max-age=1800';

/** Serves the page, its style and scripts, and the official inbox widget as its npm package brings it. */
export function serveInboxDemo(app: NestFastifyApplication): void {
  const fastify = app.getHttpAdapter().getInstance();
  // Read at the first visit: most starts see none.
  let graph: Promise<ModuleGraph> | undefined;
  const modules = () => (graph ??= readModuleGraph(ENTRIES, findPackageRoot(), PACKAGES));

  const config = app.get(Config);
  const access = new PageAccess(app.get(KeyRing));

  fastify.get(INBOX_DEMO_PATH, async (request, reply) => {
    const isOwnName = isAskedByOwnName(request, config);
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
    const [applicationIdentifier, { importMap }] = await Promise.all([app.get(InboxDemo).identifier(), modules()]);
    const map = JSON.stringify(importMap);
    const html = pageHtml({
      importMap: map,
      applicationIdentifier,
      person: SAMPLE_PERSON,
      workflowId: SAMPLE_WORKFLOW_ID,
      apiUrl: config.publicUrl ?? `${request.protocol}://${request.host}`,
      hasDocs: config.docs,
      hasOutbox: hasOutbox(config),
    });
    return reply.header('content-security-policy', contentPolicy(map, request.host)).send(html);
  });
  const files: Record<string, Asset> = {
    [`${INBOX_DEMO_PATH}/page.css`]: new Asset({ type: 'text/css; charset=utf-8', load: () => PAGE_STYLES }),
    [SAMPLE_ICON_PATH]: new Asset({ type: 'image/svg+xml', cacheControl: HALF_AN_HOUR, load: () => PARCEL_ICON }),
  };
  for (const script of SCRIPTS) {
    files[`${INBOX_DEMO_PATH}/${script}`] = scriptAsset(builtFile(`src/pages/inbox-demo/browser/${script}`));
  }
  for (const [path, file] of Object.entries(files)) {
    fastify.get(path, (request, reply) => file.send(request, reply));
  }
  const packaged = new Map<string, Asset>();
  fastify.get<{ Params: { '*': string } }>(`${PACKAGES}*`, async (request, reply) => {
    const path = (await modules()).files.get(request.params['*']);
    if (path === undefined) return reply.callNotFound();
    let file = packaged.get(path);
    if (!file) packaged.set(path, (file = scriptAsset(path, HALF_AN_HOUR)));
    return file.send(request, reply);
  });
}
