import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyReply } from 'fastify';
import { builtFile } from '../../platform/package-root.js';
import { GUIDE_PATH } from '../served-pages.js';
import { GuideFiles } from './guide-files.js';
import { inFrame, LONG_QUERY, type MadePage, NO_PAGE, NO_QUERY, resultsPage } from './guide-pages.js';
import { GuideSearch, MAX_QUERY } from './guide-search.js';

/** Pages load the style sheet and pictures of this service, send the search to it, and run no scripts. */
const POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "img-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

const NOT_BUILT = 'The guide is not built. Run `npm run build` in the folder of Carillon, then load this page again.\n';

/**
 * Serves the guide: the pages and files that the build has made of README and docs, and the search in them. It is public,
 * needs no credentials, and says nothing about this installation but its version.
 */
export function serveGuide(app: NestFastifyApplication, files = new GuideFiles(builtFile('guide'))): void {
  const fastify = app.getHttpAdapter().getInstance();
  const search = new GuideSearch(files);

  const sendMade = async (reply: FastifyReply, status: number, page: MadePage): Promise<FastifyReply> => {
    reply.header('cache-control', 'no-store');
    const frame = await files.frame();
    if (frame === undefined) return reply.code(503).type('text/plain; charset=utf-8').send(NOT_BUILT);
    return reply.code(status).type('text/html; charset=utf-8').send(inFrame(frame, page));
  };

  for (const path of [GUIDE_PATH, `${GUIDE_PATH}/*`]) {
    fastify.get(path, async (request, reply) => {
      const { '*': below = '' } = request.params as { '*'?: string };
      const file = await files.find(below);
      protect(reply);
      return file ? file.send(request, reply) : sendMade(reply, 404, NO_PAGE);
    });
  }
  fastify.get(`${GUIDE_PATH}/search`, async (request, reply) => {
    const { q } = request.query as { q?: unknown };
    const query = typeof q === 'string' ? q.trim() : '';
    protect(reply);
    if (query === '') return sendMade(reply, 200, NO_QUERY);
    if (query.length > MAX_QUERY) return sendMade(reply, 400, LONG_QUERY);
    return sendMade(reply, 200, resultsPage(query, await search.find(query)));
  });
}

function protect(reply: FastifyReply): void {
  reply
    .header('content-security-policy', POLICY)
    .header('referrer-policy', 'no-referrer')
    .header('x-content-type-options', 'nosniff')
    .header('cross-origin-opener-policy', 'same-origin');
}
