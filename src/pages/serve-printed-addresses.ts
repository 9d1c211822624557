import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyRequest } from 'fastify';
import { hasLoopbackHost, hasOwnHost, PageAccess } from '../auth/guests/page-access.js';
import { opensWithToken, servesInboxDemo } from '../auth/guests/guest-access.js';
import { hasOutbox, OUTBOX_PATH } from '../outbox/outbox-rules.js';
import { Config } from '../platform/config/config.js';
import { KeyRing } from '../platform/crypto/secret-box.js';
import { CONSOLE_PATH, INBOX_DEMO_PATH } from './served-pages.js';

/**
 * Serves the short addresses that Carillon prints. They lead to screens of the console. A browser that opens one with
 * the token gets the cookie first, under the names for which it is good.
 */
export function servePrintedAddresses(app: NestFastifyApplication): void {
  const config = app.get(Config);
  const served = [
    {
      path: OUTBOX_PATH,
      isServed: hasOutbox(config),
      letsIn: (request: FastifyRequest) => opensWithToken(config) && hasLoopbackHost(request),
    },
    {
      path: INBOX_DEMO_PATH,
      isServed: servesInboxDemo(config),
      letsIn: (request: FastifyRequest) => hasOwnHost(request, config),
    },
  ];
  const access = new PageAccess(app.get(KeyRing));
  for (const { path, isServed, letsIn } of served) {
    if (!isServed) continue;
    app
      .getHttpAdapter()
      .getInstance()
      .get(path, (request, reply) => {
        const screen = CONSOLE_PATH + path + searchWithoutToken(request);
        if (letsIn(request) && access.letIn(request, reply, screen)) return reply;
        return reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer').redirect(screen, 303);
      });
  }
}

/** What else the address says goes on to the screen. The part behind # is kept by browsers. */
function searchWithoutToken({ url }: FastifyRequest): string {
  const search = new URLSearchParams(url.split('?')[1] ?? '');
  search.delete('token');
  return search.size > 0 ? `?${search}` : '';
}
